// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvas_p.h"
#include "plots/canvas/labels/labelroom_p.h"
#include "plots/theme.h"

#include <QWidget>

#include <vector>

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

// The key of a plot: samples of the lines with their names, flowing above the axes, never over the data.
// What does not fit into three lines is counted: "… and 40 more".
class KeyRow : public QCPLayoutElement
{
    Q_OBJECT

public:
    struct Entry
    {
        QPen pen;
        QString text;
        double disc = 0; // its diameter, in place of a line; 0: a line
    };

    explicit KeyRow(Canvas& canvas);
    void setEntries(std::vector<Entry> entries) { m_entries = std::move(entries); }
    const std::vector<Entry>& entries() const { return m_entries; }

    void update(UpdatePhase phase) override;

protected:
    void draw(QCPPainter* painter) override;
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;

private:
    struct Placed
    {
        QPoint at; // top left, from the element's corner
        const Entry* entry = nullptr; // null: the count of those left out
    };
    std::vector<Placed> flow(int width) const;
    int advance(const QString& text) const;
    const QFont& font() const { return m_canvas.theme().smallFont; }
    int lineHeight() const;

    std::vector<Entry> m_entries;
    const Canvas& m_canvas;
    TextWidths m_widths;
};

} // namespace phasor
