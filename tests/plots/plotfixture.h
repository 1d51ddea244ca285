// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/drawings.h"
#include "plots/plot.h"
#include "session/store.h"

#include <qcustomplot.h>

#include <QApplication>
#include <QImage>
#include <QTest>
#include <QWheelEvent>

#include <limits>

namespace phasor {

// Whether the labels of a horizontal axis do not touch; labels outside its range are not drawn.
inline bool labelsAreApart(const QCPAxis& axis)
{
    const QFontMetrics metrics(axis.tickLabelFont());
    double end = std::numeric_limits<double>::lowest(); // of the previous label
    for (qsizetype i = 0; i < axis.tickVector().size(); ++i) {
        const QString label = axis.tickVectorLabels()[i];
        if (label.isEmpty() || !axis.range().contains(axis.tickVector()[i]))
            continue;
        const double middle = axis.coordToPixel(axis.tickVector()[i]);
        const double half = 0.5 * metrics.horizontalAdvance(label);
        if (middle - half <= end)
            return false;
        end = middle + half;
    }
    return true;
}

inline QByteArray idOf(const PlotSpec& spec)
{
    return {spec.id.data(), static_cast<qsizetype>(spec.id.size())};
}

// A plot in the window's way: it gets the store's view, and compute() answers its request.
struct PlotFixture
{
    explicit PlotFixture(const char* id, QSize size = {600, 380})
        : plot(findPlot(id)->make(store, nullptr))
        , canvas(plot->findChild<QCustomPlot*>(QStringLiteral("canvas")))
    {
        QObject::connect(&store, &Store::viewChanged, plot.get(),
                         [this](const ViewState& view) { plot->showView(view); });
        plot->resize(size);
        plot->QWidget::show();
        QCoreApplication::processEvents();
    }

    bool compute()
    {
        Request request;
        request.scene = store.scene();
        request.views = {plot->request(store.scene(), store.view())};
        const SnapshotPtr snapshot = phasor::compute(request, nullptr, cache, CancelToken());
        if (!snapshot->pipelines.ok() || !snapshot->views.begin()->second.data.ok())
            return false;
        plot->show(*snapshot->views.begin()->second.data);
        QCoreApplication::processEvents();
        return true;
    }

    QString detail() const { return plot->drawing()->detail; }

    QImage picture() const { return plot->grab().toImage().convertToFormat(QImage::Format_RGB32); }

    // An axis rect in pixels of the plot.
    QRect area(int index = 0) const { return canvas->axisRect(index)->rect().translated(canvas->pos()); }

    void wheel(QPoint at, int notches) const
    {
        QWheelEvent event(at, canvas->mapToGlobal(at), QPoint(), QPoint(0, 120 * notches), Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(canvas, &event);
    }

    void mouse(QEvent::Type type, QPoint at, Qt::MouseButtons buttons, Qt::KeyboardModifiers modifiers = {}) const
    {
        const Qt::MouseButton button = type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton;
        QMouseEvent event(type, at, canvas->mapToGlobal(at), button, buttons, modifiers);
        QApplication::sendEvent(canvas, &event);
    }

    void drag(QPoint from, QPoint to, Qt::KeyboardModifiers modifiers = {}) const
    {
        mouse(QEvent::MouseButtonPress, from, Qt::LeftButton, modifiers);
        mouse(QEvent::MouseMove, (from + to) / 2, Qt::LeftButton, modifiers);
        mouse(QEvent::MouseMove, to, Qt::LeftButton, modifiers);
        mouse(QEvent::MouseButtonRelease, to, Qt::NoButton, modifiers);
    }

    void click(QPoint at) const
    {
        mouse(QEvent::MouseButtonPress, at, Qt::LeftButton);
        mouse(QEvent::MouseButtonRelease, at, Qt::NoButton);
    }

    void doubleClick(QPoint at) const
    {
        click(at);
        mouse(QEvent::MouseButtonDblClick, at, Qt::LeftButton);
        mouse(QEvent::MouseButtonRelease, at, Qt::NoButton);
    }

    QCPGraph* graph(const QString& name) const
    {
        for (int i = 0; i < canvas->graphCount(); ++i)
            if (canvas->graph(i)->name().startsWith(name))
                return canvas->graph(i);
        return nullptr;
    }

    // Whether this graph draws a disc, not a line, at its first point.
    bool drawsDisc(const QString& name) const
    {
        QCPGraph* shown = graph(name);
        for (int i = 0; i < canvas->graphCount(); ++i)
            canvas->graph(i)->setVisible(canvas->graph(i) == shown);
        canvas->replot();
        const QImage image = canvas->grab().toImage();
        const QCPGraphData first = *shown->data()->constBegin();
        const QPoint at = shown->coordsToPixels(first.key, first.value).toPoint();
        const auto isDrawn = [&](int up) { // a line of 1.5 px is not, 2 px above its middle
            return image.pixelColor(at.x(), at.y() - up) != Theme::light().background;
        };
        return isDrawn(0) && isDrawn(2);
    }

    // The first line of the drawing whose name begins with `name`; null: none.
    const DrawnLine* line(const QString& name) const
    {
        for (const Panel& panel : plot->drawing()->panels) {
            for (const DrawnLine& line : panel.lines) {
                if (line.name.startsWith(name))
                    return &line;
            }
        }
        return nullptr;
    }

    const DrawnLevel* level(const QString& name) const
    {
        for (const Panel& panel : plot->drawing()->panels) {
            for (const DrawnLevel& level : panel.levels) {
                if (level.name.startsWith(name))
                    return &level;
            }
        }
        return nullptr;
    }

    PipelineCache cache;
    Store store;
    std::unique_ptr<Plot> plot;
    QCustomPlot* canvas;
};

// A cursor at these coordinates.
inline Cursor cellAt(std::int64_t position, std::int64_t dimension)
{
    Cursor cursor;
    cursor[AxisKind::Position] = position;
    cursor[AxisKind::Dimension] = dimension;
    return cursor;
}

// Values of a graph by ascending key.
inline std::vector<double> valuesOf(const QCPGraph* graph)
{
    std::vector<double> values;
    for (const QCPGraphData& point : *graph->data())
        values.push_back(point.value);
    return values;
}

// The graph with the lowest contrast to its background, and that contrast, which must be at least 3. A mark that is
// brighter has an edge.
inline std::pair<QString, double> faintest(const QCustomPlot& canvas, const Theme& theme)
{
    std::pair<QString, double> least{QString(), 21};
    for (int i = 0; i < canvas.graphCount(); ++i) {
        const QColor color = canvas.graph(i)->pen().color();
        const QColor edge = theme.edge(color);
        const double here = contrast(edge.isValid() ? edge : color, theme.background);
        if (here < least.second)
            least = {canvas.graph(i)->name(), here};
    }
    return least;
}

} // namespace phasor
