// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/menus/plotmenu.h"

#include "plots/plot.h"
#include "raster/colormaps.h"
#include "session/store.h"
#include "ui/forms/text.h"
#include "ui/look/icons.h"

#include <QActionGroup>
#include <QInputDialog>
#include <QToolButton>

#include <functional>

namespace phasor {

namespace {

QToolButton* headerButton(const QString& name, const QString& tip, const QString& image)
{
    auto* button = new QToolButton;
    button->setObjectName(name);
    button->setIcon(icon(image));
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

// A submenu of which one entry is on: `isOn` is asked whenever the menu opens.
struct Entry
{
    QString id;
    QString text;
    std::function<bool(const ViewState&)> isOn;
    std::function<void(ViewState&)> choose;
};

void addChoices(QMenu& menu, const QString& title, const QString& name, const QList<Entry>& entries, Store& store)
{
    QMenu* choices = menu.addMenu(title);
    choices->setObjectName(name);
    auto* group = new QActionGroup(choices);
    for (const Entry& entry : entries) {
        QAction* action = choices->addAction(entry.text);
        action->setObjectName(name + u'-' + entry.id);
        action->setCheckable(true);
        group->addAction(action);
        QObject::connect(choices, &QMenu::aboutToShow, action,
                         [action, isOn = entry.isOn, &store] { action->setChecked(isOn(store.view())); });
        QObject::connect(action, &QAction::triggered, action,
                         [choose = entry.choose, &store] { store.editView(choose); });
    }
}

QString reductionText(std::string_view word)
{
    if (word == "smooth")
        return PlotMenu::tr("Smooth: no bands that are not in the table");
    if (word == "mean")
        return PlotMenu::tr("Mean of the pixel's cells");
    if (word == "envelope")
        return PlotMenu::tr("Envelope: the greatest of the pixel's cells");
    return PlotMenu::tr("Nearest: one cell for the pixel");
}

} // namespace

PlotMenu::PlotMenu(const PlotSpec& spec, Store& store, Plot& plot)
    : QMenu(&plot)
    , m_plot(&plot)
{
    setObjectName(u"menu-"_s + qs(spec.id));
    add(PlotAction::Maximise, "maximise", tr("&Maximise"), QStringLiteral("maximise"));
    m_maximise = actions().constLast();
    addSeparator();
    add(PlotAction::Export, "export", tr("&Export…"), QStringLiteral("export"));
    add(PlotAction::CopyFigure, "copy-figure", tr("&Copy figure"), QStringLiteral("copy"));
    add(PlotAction::CopyData, "copy-data", tr("Copy &data"));
    add(PlotAction::SaveData, "save-data", tr("&Save data as CSV…"));
    if (spec.coloured) {
        addSeparator();
        addColours(store);
    }
    QToolButton* maximise = headerButton(u"maximise-"_s + qs(spec.id), tr("Maximise"), QStringLiteral("maximise"));
    maximise->setDefaultAction(m_maximise);
    plot.addToHeader(maximise);
    QToolButton* more
        = headerButton(u"more-"_s + qs(spec.id), tr("What can be done with this plot"), QStringLiteral("more"));
    connect(more, &QToolButton::clicked, this, [this, more] { popup(more->mapToGlobal(QPoint(0, more->height()))); });
    plot.addToHeader(more);
}

void PlotMenu::add(PlotAction action, const char* id, const QString& text, const QString& image)
{
    QAction* entry = addAction(text);
    entry->setObjectName(QLatin1String("plot-action-") + QLatin1String(id));
    if (!image.isEmpty())
        entry->setIcon(phasor::icon(image));
    connect(entry, &QAction::triggered, this, [this, action] { emit asked(action); });
}

void PlotMenu::showMaximised(bool maximised)
{
    m_maximise->setText(maximised ? tr("&Restore") : tr("&Maximise"));
    m_maximise->setIcon(phasor::icon(maximised ? QStringLiteral("restore") : QStringLiteral("maximise")));
}

void PlotMenu::addColours(Store& store)
{
    QList<Entry> maps{{QStringLiteral("standard"), tr("Standard of the quantity"),
                       [](const ViewState& view) { return view.colorMap.empty(); },
                       [](ViewState& view) {
                           view.colorMap.clear();
                       }}};
    for (const ColorMap& map : colorMaps())
        maps << Entry{qs(map.id), qs(map.label), [&map](const ViewState& view) { return view.colorMap == map.id; },
                      [&map](ViewState& view) {
                          view.colorMap = map.id;
                      }};
    addChoices(*this, tr("Co&lour map"), QStringLiteral("colour-map"), maps, store);
    const auto rule = [](RangeRule which) {
        return Entry{which == RangeRule::Model ? QStringLiteral("model") : QStringLiteral("data"),
                     which == RangeRule::Model ? tr("What the model allows") : tr("What is seen holds"),
                     [which](const ViewState& view) { return view.range == ColourRange(which); },
                     [which](ViewState& view) {
                         view.range = which;
                     }};
    };
    addChoices(*this, tr("Colour &range"), QStringLiteral("colour-range"),
               {rule(RangeRule::Model), rule(RangeRule::Data)}, store);
    QMenu* range = findChild<QMenu*>(QStringLiteral("colour-range"));
    connect(range->addAction(tr("&Lock as it is now")), &QAction::triggered, this,
            [this] { emit asked(PlotAction::LockRange); });
    connect(range->addAction(tr("&Type…")), &QAction::triggered, this, [this, &store] { askForRange(store); });
    QList<Entry> reductions;
    for (const std::string_view word : reductionWords()) {
        const Reduction reduction = *reductionOf(word);
        reductions << Entry{qs(word), reductionText(word),
                            [reduction](const ViewState& view) { return view.reduction == reduction; },
                            [reduction](ViewState& view) {
                                view.reduction = reduction;
                            }};
    }
    addChoices(*this, tr("&What a pixel shows"), QStringLiteral("reduction"), reductions, store);
}

void PlotMenu::askForRange(Store& store)
{
    const QString before = qs(textOf(store.view().range));
    const QString text = QInputDialog::getText(
        m_plot, tr("Colour range"), tr("Values of the colour bar's ends, as -1:1"), QLineEdit::Normal, before);
    if (text.isEmpty())
        return;
    if (const auto range = colourRangeOf(utf8(text.trimmed())))
        store.editView([&](ViewState& view) { view.range = *range; });
    else
        emit static_cast<Plot*>(m_plot)->failed(
            tr("%1 is no range of values: give LO:HI with LO < HI, as -1:1").arg(text));
}

} // namespace phasor
