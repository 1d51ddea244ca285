// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/theme.h"

#include <QWidget>

namespace phasor {

// The line above a plot: its title, and in small muted type the sentence of the panel, elided where there is no room
// (the tool tip has all of it).
class HeaderLine : public QWidget
{
public:
    explicit HeaderLine(QWidget* parent);
    void setTitle(const QString& title);
    void setSummary(const QString& summary, const QString& detail);
    void setTheme(const Theme& theme);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QFont titleFont() const;

    QString m_title;
    QString m_summary;
    Theme m_theme = Theme::light();
};

} // namespace phasor
