// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvas_p.h"
#include "plots/canvas/labels/labelroom_p.h"
#include "plots/theme.h"

#include <QWidget>

#include <vector>

class QHBoxLayout;

namespace phasor {

// Header of a plot, two lines: the finding as its title; below it the view's question, its name, and the controls. A
// title that needs both lines replaces the question. The tool tip has the details.
class HeaderLine : public QWidget
{
public:
    struct Texts
    {
        QString finding; // empty: the name is the title
        QString question;
        QString name; // "Scale"
        QString detail; // paragraphs with an empty line between them
        bool operator==(const Texts&) const = default;
    };

    explicit HeaderLine(QWidget* parent);
    void setTexts(const Texts& texts);
    void setTheme(const Theme& theme);
    void setCurrent(bool current); // a bar in the accent color before the title
    void addControl(QWidget* control); // at the right of the second line
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int lineHeight() const;
    int controlsLeft() const; // pixel where the controls begin

    Texts m_texts;
    QHBoxLayout* m_controls;
    bool m_current = false;
    Theme m_theme = Theme::light();
};

// Font and lines of a title: one line if it fits in `first` pixels, else two, in type of at least `least` of its size.
// The second line has `second` pixels.
struct TitleLines
{
    QFont font;
    QStringList lines;
};
TitleLines titleLines(const QString& title, QFont font, int first, int second, double least);

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
