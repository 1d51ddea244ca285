// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvas_p.h"
#include "plots/canvas/gestures_p.h"
#include "plots/canvas/labels/headerline_p.h"
#include "plots/canvas/labels/labelroom_p.h"
#include "plots/canvas/marks/busymark_p.h"
#include "plots/canvas/marks/deadmarks_p.h"
#include "plots/canvas/marks/reasonveil_p.h"
#include "plots/canvas/marks/selectionmark_p.h"

class QHBoxLayout;

namespace phasor {

// What the plots have in common: header line and canvas, theme, gestures, cursor and keys, drawing of figures.
class CanvasPlot : public Plot
{
    Q_DECLARE_TR_FUNCTIONS(CanvasPlot)

public:
    ViewRequest request(const Scene& scene, const ViewState& view) final;
    void show(const ViewDataPtr& data) final;
    void setReason(const QString& reason) final;
    void setBusy(bool busy) final;
    void showView(const ViewState& view) final;
    void setTheme(const Theme& theme) final;
    void setCurrent(bool current) final;
    void addToHeader(QWidget* widget) final;
    ViewRequest exportRequest(const Scene& scene, const ViewState& view, const FigureFrame& frame) final;
    void draw(QPaintDevice& device, const FigureFrame& frame) final;
    QString title() const final { return m_texts.title; }
    QString summary() const final { return m_texts.summary; }

protected:
    CanvasPlot(std::string_view id, Store& store, QWidget* parent);

    struct Resolution
    {
        double scale = 1; // device pixels per logical one
        bool vector = false;
        bool figure = false; // not for the screen
    };

    struct Texts
    {
        QString title;
        QString summary; // the whole sentence, for captions and screen readers
        QString line; // the same beside the title, which it need not repeat
        QString detail = {}; // paragraphs of the tool tip below it
        bool operator==(const Texts&) const = default;
    };

    // What the layout has to show of a scene: called before it is laid out.
    virtual void prepare(const Scene&) { }
    // The request for the canvas as it is laid out now.
    virtual ViewRequest requestAt(const ViewState& view, Resolution resolution) const = 0;
    virtual void showData(const ViewDataPtr& data) = 0; // null clears
    virtual void showCursor(const Cursor& cursor) = 0;
    virtual void applyTheme() = 0; // what Canvas::setTheme does not know; called after it
    virtual void viewChanged() { } // ranges and selection beside the linked axes
    virtual std::optional<Cursor> cursorAt(const QPoint& pixel) const;
    virtual void clicked(const QPoint&) { }
    // Before a request, when the canvas has its size: takes out what there is no room for, or puts it back. True: the
    // layout has to be done again.
    virtual bool fold() { return false; }

    void keyPressEvent(QKeyEvent* event) override;
    void setTexts(Texts texts);
    // Where the selection is, for plots whose axes are not those of a table.
    virtual std::vector<SelectionMark::Part> selectedParts(const Zoom& selection) const;
    // Left and bottom axis only, at once in the layout: items need a plot that has an axis rect.
    QCPAxisRect* makeRect(int row, int column);
    Canvas& canvas() const { return *m_canvas; }
    Gestures& gestures() const { return *m_gestures; }
    Store& store() const { return m_store; }
    const Theme& theme() const { return m_theme; }
    const ViewState& view() const { return m_view; }

private:
    void applyView(const ViewState& view);
    void describe(); // to screen readers
    void showSummary(); // in the header
    void stepCursor(Qt::Orientation orientation, int cells);
    int titleHeight(const FigureFrame& frame) const;
    int captionHeight(const FigureFrame& frame) const;
    void drawCaption(QCPPainter& painter, const FigureFrame& frame) const;
    QSize plotSize(const FigureFrame& frame) const;
    void makeRoom(const Scene& scene, QSize size);

    Store& m_store;
    HeaderLine* m_header;
    QHBoxLayout* m_headerRow;
    Canvas* m_canvas;
    Gestures* m_gestures;
    ReasonVeil* m_veil; // the canvas's own, and so is the next
    BusyMark* m_busy;
    SelectionMark* m_selected; // the canvas's own
    DeadMarks m_dead;
    Restriction m_restriction; // of the data that are shown
    Theme m_theme;
    ViewState m_view;
    Texts m_texts;
};

} // namespace phasor
