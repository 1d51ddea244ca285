// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvas_p.h"
#include "plots/canvas/labels/labelroom_p.h"
#include "plots/theme.h"

#include <QWidget>

#include <vector>

namespace phasor {

// Header line of a plot: its title and, in small muted type, its summary. The summary is cut from the end in complete
// parts; its tool tip has all of it.
class HeaderLine : public QWidget
{
public:
    explicit HeaderLine(QWidget* parent);
    void setTitle(const QString& title);
    void setSummary(const QString& summary, const QString& detail);
    void setTheme(const Theme& theme);
    void setCurrent(bool current); // a bar in the accent color before the title
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

// Key of a plot: samples of lines and their names, in at most three lines above the axes. The rest is counted: "… and
// 40 more".
class KeyRow : public QCPLayoutElement
{
    Q_OBJECT

public:
    struct Entry
    {
        QPen pen;
        QString text;
        double disc = 0; // diameter of a disc instead of a line; 0: a line
    };

    explicit KeyRow(Canvas& canvas);
    void setEntries(std::vector<Entry> entries) { m_entries = std::move(entries); }
    const std::vector<Entry>& entries() const { return m_entries; }

    void update(UpdatePhase phase) override;

protected:
    void draw(QCPPainter* painter) override;
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(true); }

private:
    struct Placed
    {
        QPoint at; // top left, relative to the element's corner
        const Entry* entry = nullptr; // null: the count of the other entries
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
