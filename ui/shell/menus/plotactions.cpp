// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/menus/plotactions.h"

#include "export/figurecommand.h"
#include "plots/plot.h"
#include "session/computequeue.h"
#include "session/store.h"
#include "ui/forms/gotodialog.h"
#include "ui/forms/text.h"
#include "ui/shell/files/dataexport.h"
#include "ui/shell/files/figureexport.h"
#include "views/comparison.h"

#include <QClipboard>
#include <QGuiApplication>

namespace phasor {

PlotActions::PlotActions(Store& store, ComputeQueue& queue, FigureExport& figures, DataExport& data, QWidget* window)
    : Speaker(window)
    , m_store(store)
    , m_queue(queue)
    , m_figures(figures)
    , m_data(data)
    , m_window(window)
{
    connect(&figures, &FigureExport::commandWanted, this, &PlotActions::copyCommand);
}

void PlotActions::act(PlotAction action, const QString& plot)
{
    switch (action) {
    case PlotAction::Maximise:
        return;
    case PlotAction::Export:
        return m_figures.askAndSave(utf8(plot));
    case PlotAction::CopyFigure:
        return m_figures.copy(utf8(plot));
    case PlotAction::CopyData:
        return m_data.copy(shownBy(plot));
    case PlotAction::SaveData:
        return m_data.askAndSave(plot, shownBy(plot));
    case PlotAction::LockRange:
        return lockRange(plot);
    }
}

ViewDataPtr PlotActions::shownBy(const QString& plot) const
{
    const SnapshotPtr snapshot = m_queue.latest();
    if (!snapshot)
        return nullptr;
    const auto view = snapshot->views.find(utf8(plot));
    return view != snapshot->views.end() && view->second.data.ok() ? *view->second.data : nullptr;
}

void PlotActions::copyCommand(const QString& id, const FigureOptions& options)
{
    const SnapshotPtr snapshot = m_queue.latest();
    const PlotSpec* plot = findPlot(utf8(id));
    if (!snapshot || !snapshot->pipelines.ok() || plot == nullptr) {
        warn(tr("there is no picture to copy a command of"));
        return;
    }
    const std::string command = figureCommand(*plot, m_store.scene(), m_store.view(), *snapshot->pipelines->a, options);
    QGuiApplication::clipboard()->setText(qs(command));
    inform(tr("copied: %1").arg(qs(command)));
}

// The colours stay as they are, whatever is shown next.
void PlotActions::lockRange(const QString& plot)
{
    const auto shown = std::dynamic_pointer_cast<const PicturesData>(shownBy(plot));
    if (shown)
        m_store.editView([&](ViewState& view) { view.range = shown->picture.range; });
}

void PlotActions::goTo()
{
    const auto shown = std::dynamic_pointer_cast<const PicturesData>(shownBy(QStringLiteral("heatmap")));
    const Axis none{.kind = AxisKind::Dimension, .count = widthsOf(m_store.scene().a).whole};
    const Axis positions{.kind = AxisKind::Position, .count = m_store.scene().a.encoding.maxLen};
    auto* dialog = new GoToDialog(m_store, shown ? shown->picture.rows : positions,
                                  shown ? shown->picture.columns : none, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

} // namespace phasor
