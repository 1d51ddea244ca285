// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/actions/actions.h"

#include "pipeline/pipeline.h"
#include "plots/drawings.h"
#include "plots/fields/valuefield.h"
#include "plots/plot.h"
#include "raster/colormaps.h"
#include "ui/forms/text.h"
#include "ui/look/look.h"
#include "ui/shell/files/exports.h"
#include "ui/shell/splitboard.h"
#include "views/tables/heatmap.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QInputDialog>
#include <QLineEdit>
#include <QToolButton>
#include <QWidgetAction>

#include <iterator>
#include <tuple>

namespace phasor {

QString groupTitle(ViewGroup group)
{
    static constexpr const char* kTitles[] = {QT_TRANSLATE_NOOP("Shell", "The table"),
                                              QT_TRANSLATE_NOOP("Shell", "Scale and sum"),
                                              QT_TRANSLATE_NOOP("Shell", "Dropout"),
                                              QT_TRANSLATE_NOOP("Shell", "Attention and distance"),
                                              QT_TRANSLATE_NOOP("Shell", "Precision and notebooks"),
                                              QT_TRANSLATE_NOOP("Shell", "Training")};
    return Shell::tr(kTitles[static_cast<std::size_t>(group)]);
}

std::vector<Action> viewMenus(const std::function<Action(const PlotSpec& spec)>& entryOf)
{
    std::vector<Action> menus;
    for (const ViewGroup group : kViewGroups) {
        Action menu{.text = groupTitle(group)};
        for (const PlotSpec& spec : plotSpecs()) {
            if (findView(spec.id)->group == group)
                menu.submenu.push_back(entryOf(spec));
        }
        menus.push_back(menu.submenu.size() == 1 ? menu.submenu.front() : menu);
    }
    return menus;
}

std::string stageOfNext(const ViewState& view, const QString& added)
{
    const PlotSpec* spec = findPlot(utf8(added));
    const bool twice = spec != nullptr && spec->takesOption("stage") && view.board.find(spec->id) >= 0;
    return twice ? view.stage(stageCell(view)) : std::string();
}

PlotMenu::PlotMenu(const PlotSpec& spec, Plot& plot, const CellActs& acts, std::vector<Action> actions)
    : QMenu(&plot)
    , m_spec(spec)
    , m_plot(plot)
    , m_maximize(new QAction(this))
    , m_view(quietButton(u"view-"_s + plot.objectName(), tr("Show another view here"), nullptr))
{
    const QString name = plot.objectName();
    setObjectName(u"menu-"_s + name);
    showMaximized(false);
    auto* options = new QWidgetAction(this); // for which the header has no room
    auto* room = named(u"plot-options-"_s + name, new QWidget(this));
    new QHBoxLayout(room);
    options->setDefaultWidget(room);
    addAction(options);
    connect(this, &QMenu::aboutToShow, this, [this, options, room] {
        QWidget* folded = m_plot.foldedOptions();
        options->setVisible(folded != nullptr);
        room->setVisible(folded != nullptr);
        if (folded == nullptr)
            return;
        room->layout()->addWidget(folded);
        folded->show();
        room->setFocusProxy(folded->nextInFocusChain());
    });
    connect(this, &QMenu::aboutToHide, this, [this] { m_plot.takeOptionsBack(); });
    actions.insert(actions.begin(),
                   {{.id = u"maximise"_s, .run = acts.maximize, .made = m_maximize},
                    command(u"close"_s, tr("Close this &view"), acts.close,
                            {.icon = u"close"_s, .enabled = acts.canClose, .otherwise = tr("It is the only view.")})});
    m_set = new ActionSet(std::move(actions), u"plot-action-"_s, *this);
    connect(this, &QMenu::aboutToShow, m_set, &ActionSet::refresh);
    auto* others = named(u"show-here-"_s + name, new QMenu(this));
    new ActionSet(viewMenus([&acts](const PlotSpec& other) {
                      return command(qs(other.id), other.titleText(), [put = acts.put, id = qs(other.id)] { put(id); });
                  }),
                  u"show-here-"_s, *others);
    m_view->setMenu(others);
    m_view->setPopupMode(QToolButton::InstantPopup);
    m_view->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_view->setText(spec.titleText());
    plot.setWindowTitle(spec.titleText());
    QToolButton* button = quietButton(u"maximise-"_s + name, tr("Maximize"), nullptr);
    button->setDefaultAction(m_maximize);
    QToolButton* more = quietButton(u"more-"_s + name, tr("Plot menu"), nullptr, u"more"_s);
    for (QToolButton* one : {m_view, button, more}) {
        one->setFocusPolicy(Qt::TabFocus);
        plot.addToHeader(one);
    }
    connect(&plot, &Plot::described, this, [this] { showStage(m_stage); });
    connect(more, &QToolButton::clicked, this, [this, more] { popup(more->mapToGlobal(QPoint(0, more->height()))); });
}

void PlotMenu::showMaximized(bool maximized)
{
    m_maximize->setText(maximized ? tr("&Restore") : tr("&Maximize"));
    m_maximize->setIcon(phasor::icon(maximized ? u"restore"_s : u"maximise"_s));
}

// What the picture calls it, as that depends on the setup: "[s·E, PE]". Its usual name before there is a picture.
void PlotMenu::showStage(const std::string& stage)
{
    m_stage = stage;
    const auto info = std::ranges::find(nodeInfos(), stage, &NodeInfo::id);
    if (!m_spec.takesOption("stage") || info == nodeInfos().end())
        return;
    const std::optional<DrawnMap>& map = m_plot.drawing()->panels.front().map;
    const Quantity& quantity = map && map->picture ? map->picture->quantity : info->quantity;
    m_view->setText(tr("%1: %2", "view, stage").arg(m_spec.titleText(), words::ofCore(quantity.symbol)));
    m_plot.setWindowTitle(m_view->text()); // the name of its tab
}

// Moves the zoom, without changing its width, to a coordinate outside of it.
static void reveal(std::optional<Interval>& zoom, double at, const Axis& axis)
{
    if (!zoom || (at >= zoom->low && at + 1 <= zoom->high))
        return;
    const double width = zoom->high - zoom->low;
    const auto first = static_cast<double>(axis.first);
    const double most = first + static_cast<double>(axis.count) - width;
    const double low = std::max(first, std::min(at + 0.5 - width / 2, most));
    zoom = Interval{low, low + width};
}

// Data that a plot shows now; null: none.
static ViewDataPtr shownBy(const WindowContext& context, std::string_view plot)
{
    const SnapshotPtr snapshot = context.queue.latest();
    if (!snapshot)
        return nullptr;
    const auto view = snapshot->views.find(std::string(plot));
    return view != snapshot->views.end() && view->second.data.ok() ? *view->second.data : nullptr;
}

// An entry that sets one field of the view state to `value`.
template <typename T>
static Action choice(const QString& id, const QString& text, Store& store, T ViewState::*field, const T& value)
{
    const auto chosen = [&store, field, value] {
        return store.view().*field == value;
    };
    return command(id, text, [&store, field, value] { store.editView([&](ViewState& view) { view.*field = value; }); },
                   {.isChoice = true, .checked = chosen});
}

static void askForRange(const WindowContext& context)
{
    const QString text = QInputDialog::getText(context.window, Shell::tr("Color range"),
                                               Shell::tr("Values at the ends of the color bar, such as -1:1"),
                                               QLineEdit::Normal, qs(textOf(context.store.view().range)));
    if (text.isEmpty())
        return;
    if (const auto range = colorRangeOf(utf8(text.trimmed())))
        context.store.editView([&](ViewState& view) { view.range = *range; });
    else
        context.warn(Shell::tr("%1 is not a range of values. Use LO:HI with LO < HI, such as -1:1.").arg(text));
}

// Whether the cell keeps its stage when a box of the strip is clicked while another cell has the focus.
static Action stageAction(const std::string& cell, Store& store)
{
    const auto keeps = [&store, cell] {
        const Board& board = store.view().board;
        const int index = board.find(cell);
        return index >= 0 && !board.cell(index).stage.empty();
    };
    const auto toggle = [&store, cell, keeps] {
        store.editView([&](ViewState& view) {
            const int index = view.board.find(cell);
            view.board.setStage(index, keeps() ? std::string() : view.seenFrom(index).node);
        });
    };
    return command(u"own-stage"_s, Shell::tr("&Keep this stage"), toggle, {.lineAbove = true, .checked = keeps});
}

// Moves the cell, or swaps it with its neighbor.
static Action moveActions(const QString& id, const QString& text, const std::string& cell, bool swaps, Store& store)
{
    Action menu{.id = id, .text = text};
    const QString none = Shell::tr("There is no view on that side.");
    const std::tuple<Edge, QString, QString> directions[] = {{Edge::Left, u"left"_s, Shell::tr("&Left")},
                                                             {Edge::Right, u"right"_s, Shell::tr("&Right")},
                                                             {Edge::Top, u"up"_s, Shell::tr("&Up")},
                                                             {Edge::Bottom, u"down"_s, Shell::tr("&Down")}};
    for (const auto& [edge, name, direction] : directions) {
        const auto drop = [&store, cell, swaps, toward = edge] {
            const Board& board = store.view().board;
            return board.find(cell) < 0 ? CellDrop() : dropToward(board, board.find(cell), toward, swaps);
        };
        const auto move = [&store, cell, drop] {
            store.editView([&](ViewState& view) { dropInto(view.board, view.board.find(cell), drop()); });
        };
        menu.submenu.push_back(
            command(name, direction, move, {.enabled = [drop] { return drop().cell >= 0; }, .otherwise = none}));
    }
    return menu;
}

static std::vector<Action> colorActions(const std::string& cell, const WindowContext& context)
{
    Store& store = context.store;
    std::vector<Action> maps{
        choice(u"standard"_s, Shell::tr("Default of the quantity"), store, &ViewState::colorMap, std::string())};
    for (const ColorMap& map : colorMaps())
        maps.push_back(choice(qs(map.id), qs(map.label), store, &ViewState::colorMap, std::string(map.id)));
    const auto range = [&store](const QString& id, const QString& text, RangeRule rule) {
        return choice(id, text, store, &ViewState::range, ColorRange(rule));
    };
    // Keeps the present color range for all data shown later.
    const auto lock = [&context, cell] {
        const ViewDataPtr data = shownBy(context, cell);
        const auto* shown = dynamic_cast<const PicturesData*>(data.get());
        if (const auto* similarity = dynamic_cast<const SimilarityData*>(data.get()))
            shown = similarity->pictures.get();
        if (shown != nullptr)
            context.store.editView([&](ViewState& view) { view.range = shown->picture.range; });
    };
    const std::vector<Action> ranges{range(u"model"_s, Shell::tr("All possible values"), RangeRule::Model),
                                     range(u"data"_s, Shell::tr("Visible values"), RangeRule::Data),
                                     command(u"lock"_s, Shell::tr("&Keep the current range"), lock),
                                     command(u"type"_s, Shell::tr("&Custom…"), [&context] { askForRange(context); })};
    std::vector<Action> reductions;
    for (const EnumChoice<Reduction>& one : choicesOf(Reduction()))
        reductions.push_back(
            choice(qs(one.words.id), words::ofCore(one.words.label), store, &ViewState::reduction, one.value));
    return {{.id = u"colour-map"_s, .text = Shell::tr("Co&lor map"), .lineAbove = true, .submenu = maps},
            {.id = u"colour-range"_s, .text = Shell::tr("Color &range"), .submenu = ranges},
            {.id = u"reduction"_s, .text = Shell::tr("&Pixel value"), .submenu = reductions}};
}

std::vector<Action> plotActions(const PlotSpec& spec, const std::string& cell, const WindowContext& context,
                                FigureExport& figures)
{
    std::vector<Action> actions{
        moveActions(u"move"_s, Shell::tr("M&ove"), cell, false, context.store),
        moveActions(u"swap"_s, Shell::tr("S&wap with"), cell, true, context.store),
        command(u"export"_s, Shell::tr("&Export…"), [&figures, cell] { figures.ask(cell); },
                {.icon = u"export"_s, .lineAbove = true}),
        command(u"copy-figure"_s, Shell::tr("&Copy figure"), [&figures, cell] { figures.copy(cell); },
                {.icon = u"copy"_s}),
        command(u"copy-data"_s, Shell::tr("Copy &data"),
                [&context, cell] { copyData(context, shownBy(context, cell)); }),
        command(u"save-data"_s, Shell::tr("&Save data as CSV…"),
                [&context, cell, id = qs(spec.id)] { askAndExportData(context, id, shownBy(context, cell)); })};
    if (spec.takesOption("stage"))
        actions.push_back(stageAction(cell, context.store));
    if (spec.colored)
        std::ranges::move(colorActions(cell, context), std::back_inserter(actions));
    return actions;
}

// The zoom moves so that both are visible. A number that isn't on its axis keeps the dialog open, with the reason.
void goToPosition(const WindowContext& context)
{
    const auto shown = std::dynamic_pointer_cast<const HeatmapData>(shownBy(context, "heatmap"));
    const Scene& scene = context.store.scene();
    const Axis dimensions{.kind = AxisKind::Dimension, .count = widthsOf(scene.a).whole};
    const Axis positions{.kind = AxisKind::Position, .count = scene.a.encoding.maxLen};
    const std::array axes{shown ? shown->picture.rows : positions, shown ? shown->picture.columns : dimensions};
    const std::optional<Interval> tokens = shown ? shown->tokenRows : std::nullopt;
    auto* dialog = named(u"go-to"_s, new QDialog(context.window));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(Shell::tr("Go to"));
    auto* form = new QFormLayout(dialog);
    const std::array fields{named(u"go-to-position"_s, new QLineEdit(dialog)),
                            named(u"go-to-dimension"_s, new QLineEdit(dialog))};
    const QString labels[] = {Shell::tr("Position"), Shell::tr("Dimension")};
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const std::int64_t first = axes[i].firstLabel;
        const std::int64_t last = first + std::max<std::int64_t>(0, axes[i].count - 1);
        fields[i]->setPlaceholderText(Shell::tr("From %1 to %2").arg(first).arg(last));
        form->addRow(labels[i], fields[i]);
    }
    auto* complaint = wrapped(named(u"go-to-complaint"_s, plainLabel(dialog)));
    form->addRow(complaint);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, dialog);
    form->addRow(buttons);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    QObject::connect(buttons, &QDialogButtonBox::accepted, dialog, [=, &store = context.store] {
        ViewState view = store.view();
        for (std::size_t i = 0; i < fields.size(); ++i) {
            if (fields[i]->text().trimmed().isEmpty())
                continue;
            const Axis& axis = axes[i];
            const std::int64_t last = axis.firstLabel + axis.count - 1;
            const ValueSpec spec = integer("coordinate", {}, axis.firstLabel, last);
            const Result<ParameterValue> typed = parseValue(spec, utf8(plainNumber(spec, fields[i]->text())));
            if (!typed.ok()) {
                complaint->setText(Shell::tr("%1 is out of range. Use a number from %2 to %3.")
                                       .arg(fields[i]->text())
                                       .arg(axis.firstLabel)
                                       .arg(last));
                fields[i]->setFocus();
                return fields[i]->selectAll();
            }
            const std::int64_t at = axis.coordinate(std::get<std::int64_t>(*typed) - axis.firstLabel);
            view.cursor[axis.kind] = at;
            if (i == 0 && tokens && !view.zoom[axis.kind] && static_cast<double>(at) >= tokens->high)
                view.zoom[axis.kind] = tokens; // so that it moves to the position
            reveal(view.zoom[axis.kind], static_cast<double>(at), axis);
        }
        store.setView(view);
        dialog->accept();
    });
    dialog->open();
}

} // namespace phasor
