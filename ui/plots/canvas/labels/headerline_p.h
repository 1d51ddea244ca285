// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/theme.h"

#include <QWidget>

namespace phasor {

// The line above a plot: its title, and in small muted type the sentence of the panel, as much of it as there is
// room for, from its beginning and in whole parts (the tool tip has all of it).
class HeaderLine : public QWidget
{
public:
    explicit HeaderLine(QWidget* parent);
    void setTitle(const QString& title);
    void setSummary(const QString& summary, const QString& detail);
    void setTheme(const Theme& theme);
    void setCurrent(bool current); // a bar in the accent's colour before the title
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QFont titleFont() const;
    QString fitting(const QFontMetrics& metrics, int room) const;

    QString m_title;
    QString m_summary;
    bool m_current = false;
    Theme m_theme = Theme::light();
};

} // namespace phasor
