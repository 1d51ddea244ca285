// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvas_p.h"
#include "plots/canvas/labels/labelroom_p.h"

#include <QHBoxLayout>

namespace phasor {

// Header of a plot, two lines: the finding as its title; below it the view's question; its options and the
// buttons in the last line. A narrow header has three lines. A title that needs all lines replaces the question.
// Options that would leave no room for the question are in the menu of the plot instead. The tool tip has the details.
class HeaderLine : public QWidget
{
public:
    struct Texts
    {
        QString finding; // empty: the name is the title
        QString question;
        QString aside; // shown in place of the question; empty: the question
        QString name; // "Scale"
        QString detail; // paragraphs with an empty line between them
        const QString& small() const { return aside.isEmpty() ? question : aside; }
        bool operator==(const Texts&) const = default;
    };

    explicit HeaderLine(QWidget* parent);
    void setTexts(const Texts& texts);
    void setTheme(const Theme& theme);
    void setCurrent(bool current); // a bar in the accent color before the title
    // At the right of the second line; options are before the buttons.
    void addButton(QWidget* button) { m_buttons->addWidget(button, 0, Qt::AlignVCenter); }
    void addOption(QWidget* option) { m_options->layout()->addWidget(option); }
    QWidget* folded() const; // the options, if there is no room for them; else null
    void fold(); // hides them then; nothing happens while a menu has them
    void takeBack(); // from a menu
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {1, sizeHint().height()}; }

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    int lineHeight() const { return QFontMetrics(m_theme.titleFont()).height() + 2; }
    void fitLines();

    Texts m_texts;
    int m_lines = 2;
    QHBoxLayout* m_buttons;
    QWidget* m_options; // child of the header, or of a menu
    bool m_current = false;
    Theme m_theme = Theme::light();
    TextWidths m_widths;
};

// Names of lines and their values at the right end of a panel, in two aligned columns, or the value below the name; on
// a stage, the value above the name in large type. A name that must move, because another one is close, has a thin line
// to the end of its curve.
class EndLabels : public QCPAbstractItem
{
public:
    struct Entry
    {
        double at = 0; // value at the end of the curve
        QString name;
        QString value;
        QColor color; // of the type
        bool level = false; // always one line of small type
    };

    EndLabels(Canvas& canvas, QCPAxisRect& rect);
    void show(std::vector<Entry> entries, int lines);
    const std::vector<Entry>& entries() const { return m_entries; } // from the highest down
    // Width that a panel reserves for them, pixels. A line end in `widest` separates name and value.
    static int room(const Canvas& canvas, const QString& widest, int lines);
    static int heightOf(const Theme& theme, int lines, bool level);
    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }

protected:
    void draw(QCPPainter* painter) override;

private:
    const Canvas& m_canvas;
    QCPAxisRect& m_rect;
    std::vector<Entry> m_entries;
    int m_lines = 1; // of an entry
};

// Key of a plot above the axes: the marks that are drawn, with their names, in as many lines as they need. A high key
// has brief names, a higher one only both ends of a series of colors; one that is still too high is left out.
class KeyRow : public QCPLayoutElement
{
    Q_OBJECT

public:
    struct Entry
    {
        QPen pen; // Qt::NoPen: no line
        QString text;
        QCPScatterStyle mark = {};
        QString brief = {}; // if the key is high; empty: `text`
        std::optional<double> place = {}; // of its color in a series of colors
    };

    explicit KeyRow(Canvas& canvas)
        : QCPLayoutElement(&canvas)
        , m_canvas(canvas)
    {
        setLayer(canvas.layer(QStringLiteral("legend")));
    }
    void setEntries(std::vector<Entry> entries) { m_entries = std::move(entries); }
    const std::vector<Entry>& entries() const { return m_entries; }
    const std::vector<Entry>& shown() const { return m_shown; } // after a layout; empty: they do not fit

    void update(UpdatePhase phase) override;

protected:
    void draw(QCPPainter* painter) override;
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(true); }

private:
    std::vector<QPoint> flow(int width) const; // top left corners of the entries, relative to the element's
    void keepEnds();
    const QFont& font() const { return m_canvas.theme().smallFont; }
    int lineHeight() const { return QFontMetrics(font()).height() + 2; }

    std::vector<Entry> m_entries;
    std::vector<Entry> m_shown; // with `text`
    const Canvas& m_canvas;
};

} // namespace phasor
