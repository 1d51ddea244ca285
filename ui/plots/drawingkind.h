// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/drawing.h"
#include "views/comparison.h"

#include <QCoreApplication>
#include <QSize>

#include <string_view>

class QWidget;

namespace phasor {

class Store;

// The texts of all plots: PlotWords::tr("direction, from the strongest on").
struct PlotWords
{
    Q_DECLARE_TR_FUNCTIONS(PlotWords)
};

struct DrawingContext
{
    const Scene& scene;
    const ViewState& view;
    bool comparing() const { return scene.b.has_value(); }
};

// Where a request finds its pixels, in the order of the panels; nothing of one that is left out.
struct DrawingRoom
{
    std::vector<QSize> panels = {}; // device pixels
    std::size_t maps = 0; // how many of them, from the first on, are maps
    double scale = 1; // device pixels per logical one
    bool vector = false;
    bool figure = false; // not for the screen
    std::uint32_t nanColor = 0;
    std::uint32_t background = 0;
    int width(std::size_t panel) const { return panel < panels.size() ? panels[panel].width() : 0; }
    int height(std::size_t panel) const { return panel < panels.size() ? panels[panel].height() : 0; }
};

struct Place // that is pointed at
{
    std::size_t panel = 0;
    double x = 0; // on the panel's axes
    double y = 0;
};

struct Cross // where a cursor stands on a panel whose axes are no tables'
{
    std::vector<double> x = {};
    std::vector<double> y = {};
};

// A view, as the window, the command line and the gallery know it: nothing else of it is in ui/plots. What may be null
// is, unless the view has more than the rules of every drawing.
struct DrawingKind
{
    std::string_view id;
    // Pure. Null data: the same form, empty. GUI thread.
    Drawing (*draw)(const ViewDataPtr& data, const DrawingContext& context);
    // Null: the view's class asks.
    ViewRequest (*request)(const ViewState& view, const DrawingRoom& room, const ViewData* shown) = nullptr;
    bool (*possible)(const ViewData& data) = nullptr; // whether the view's own options say something; null: always
    const char* help = nullptr; // of its own gestures, before those that all have: "… · %1"
    void (*clicked)(Store& store, const ViewData& data, const Cursor& at, const Place& place) = nullptr;
    // `cursor`: that of before, on the cells of tables that are pointed at. Nothing: it stays as it was.
    std::optional<Cursor> (*cursorAt)(const ViewData& data, const DrawingContext& context, const Place& place,
                                      Cursor cursor)
        = nullptr;
    Cross (*crossAt)(const ViewData& data, std::size_t panel, const Cursor& cursor) = nullptr;
    QString (*readOut)(const ViewData& data, const ViewState& view) = nullptr; // else that of the panel's lines
    QWidget* (*header)(Store& store, QWidget* parent) = nullptr; // a control that is no option
};

// A, and while two setups are compared B and A − B beside it.
void addPictures(Drawing& drawing, const std::shared_ptr<const PicturesData>& data, const QString& columns,
                 const DrawingContext& context);
PicturesRequest picturesAt(const ViewState& view, const DrawingRoom& room); // of the first panels

} // namespace phasor
