// SPDX-License-Identifier: GPL-3.0-or-later
// The View menu: views by group, places in the table, looks of the window.
#include "ui/forms/text.h"
#include "ui/look/look.h"
#include "ui/shell/actions/actions.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/palette/palette.h"
#include "ui/shell/plotgrid.h"
#include "ui/shell/settings/history.h"
#include "ui/shell/settings/settings.h"
#include "ui/shell/talk/talk.h"
#include "words/coretexts.h"

#include <cmath>

namespace phasor {

static void selectVisible(ViewState& view)
{
    for (const AxisKind kind : {AxisKind::Position, AxisKind::Dimension}) {
        if (const std::optional<Interval>& zoom = view.zoom[kind])
            view.selection[kind] = Interval{std::floor(zoom->low), std::ceil(zoom->high)};
    }
}

// Titles of the views that can look at the selection only.
static QString analyses()
{
    QStringList titles;
    for (const PlotSpec& spec : plotSpecs()) {
        if (spec.takesOption("only-rows"))
            titles += spec.titleText();
    }
    return titles.join(QStringLiteral(", "));
}

std::vector<Action> MainWindow::viewActions()
{
    std::vector<Action> all;
    const Action present
        = command(u"present"_s, tr("P&resent"), [this] { m_presenter->begin(); },
                  {.shortcut = Qt::Key_F5,
                   .statusTip = tr("Shows the lesson, the bookmarks or this board on the full screen, step by step")});
    for (const std::vector<Action>& part :
         {plotListActions(), placeActions(), m_bookmarks->actions(), std::vector{present}, layoutActions()})
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

// Views to show, by group; the first nine of all have keys.
std::vector<Action> MainWindow::plotListActions()
{
    std::vector<Action> actions = viewMenus([this](const PlotSpec& spec) {
        const QString id = qs(spec.id);
        const int key = Qt::Key_1 + static_cast<int>(&spec - plotSpecs().data());
        return command(
            u"plot-"_s + id, spec.titleText(), [this, id] { m_plots->showPlot(id); },
            {.shortcut = key <= Qt::Key_9 ? QKeySequence(Qt::CTRL | static_cast<Qt::Key>(key)) : QKeySequence(),
             .statusTip = QCoreApplication::translate("Plots", spec.question),
             .checked = [this, id] { return m_plots->isWanted(id); },
             .topic = Topic::View});
    });
    actions.push_back(command(u"add-view"_s, tr("&Add a view…"), [this] { showGallery(); },
                              {.shortcut = Qt::CTRL | Qt::Key_K, .lineAbove = true}));
    actions.push_back(
        command(u"maximise"_s, tr("&Maximize the current plot"), [this] { m_plots->toggleMaximized(); },
                {.shortcut = Qt::CTRL | Qt::Key_M, .checked = std::bind_front(&PlotGrid::isMaximized, m_plots)}));
    actions.push_back(command(u"find"_s, tr("F&ind anything…"), [this] { m_palette->open(); },
                              {.shortcut = Qt::CTRL | Qt::Key_P, .lineAbove = true}));
    actions.push_back(
        command(u"find-setting"_s, tr("Find a s&etting"), [this] { findSetting(); }, {.shortcut = QKeySequence::Find}));
    return actions;
}

// Cursor and selection in the table.
std::vector<Action> MainWindow::placeActions()
{
    const auto edit = [this](auto change) {
        return [this, change] {
            m_store.editView(change);
        };
    };
    const auto onlySelection = [this] {
        return m_store.view().onlySelection;
    };
    const auto selected = [this] {
        return m_store.view().selection != Zoom{};
    };
    const auto either = [selected, onlySelection] {
        return selected() || onlySelection();
    };
    const QString nothing = tr("Nothing is selected.");
    return {
        command(u"go-to"_s, tr("&Go to position…"), [this] { goToPosition(m_context); },
                {.shortcut = Qt::CTRL | Qt::Key_G, .lineAbove = true}),
        command(u"zoom-reset"_s, tr("Reset &zoom"), edit([](ViewState& view) { view.zoom = {}; }),
                {.shortcut = Qt::CTRL | Qt::Key_0}),
        command(u"zoom-back"_s, tr("&Previous zoom"), [this] { m_zooms->back(); }, {.shortcut = Qt::Key_Backspace}),
        {.text = tr("&Selection"),
         .submenu = {command(u"select-visible"_s, tr("Select &visible part"), edit(selectVisible),
                             {.shortcut = Qt::CTRL | Qt::SHIFT | Qt::Key_A}),
                     command(u"select-nothing"_s, tr("Cl&ear selection"), edit([](ViewState& view) {
                                 view.selection = {};
                                 view.onlySelection = false;
                             }),
                             {.enabled = selected, .otherwise = nothing}),
                     command(u"only-selection"_s, tr("&Analyze selection only"),
                             edit([](ViewState& view) { view.onlySelection = !view.onlySelection; }),
                             {.statusTip = tr("Use only the selected positions and dimensions in %1").arg(analyses()),
                              .enabled = either,
                              .otherwise = nothing,
                              .checked = onlySelection})}}};
}

std::vector<Action> MainWindow::themeActions()
{
    std::vector<Action> actions;
    for (const ParameterChoice& theme : phasor::findSetting(layoutSettings(), "theme")->choices()) {
        const QString id = qs(theme.id);
        const auto chosen = [this, id] {
            return m_appearance->choice() == id;
        };
        actions.push_back(command(u"theme-"_s + id, u'&' + words::ofCore(theme.label),
                                  [this, id] { m_appearance->choose(id); }, {.isChoice = true, .checked = chosen}));
    }
    return actions;
}

std::vector<Action> MainWindow::typeActions()
{
    const auto step = [this](int by) {
        const auto& sizes = Appearance::kTypeSizes;
        const std::ptrdiff_t now = std::ranges::find(sizes, m_appearance->typeSize()) - sizes.begin();
        const auto next = std::clamp<std::ptrdiff_t>(now + by, 0, std::ssize(sizes) - 1);
        m_appearance->setTypeSize(sizes[static_cast<std::size_t>(next)]);
    };
    std::vector<Action> actions{
        command(u"larger"_s, tr("&Larger type"), std::bind_front(step, 1), {.shortcut = QKeySequence::ZoomIn}),
        command(u"smaller"_s, tr("&Smaller type"), std::bind_front(step, -1), {.shortcut = QKeySequence::ZoomOut})};
    for (const int size : Appearance::kTypeSizes)
        actions.push_back(
            command(QString::number(size), tr("%1 %").arg(size), [this, size] { m_appearance->setTypeSize(size); },
                    {.lineAbove = size == Appearance::kTypeSizes.front(), .isChoice = true, .checked = [this, size] {
                         return m_appearance->typeSize() == size;
                     }}));
    return actions;
}

std::vector<Action> MainWindow::layoutActions()
{
    return {{.text = tr("&Theme"), .lineAbove = true, .submenu = themeActions()},
            {.id = u"type"_s, .text = tr("T&ype size"), .submenu = typeActions()},
            command(u"controls"_s, tr("&Controls"), [this] { showControls(m_left->isHidden()); },
                    {.shortcut = Qt::Key_F9, .checked = std::not_fn(std::bind_front(&QWidget::isHidden, m_left))}),
            command(u"play"_s, tr("P&lay or pause"), [this] { m_playing->toggle(); },
                    {.statusTip = tr("The space bar does the same while a setting plays"),
                     .enabled = [this] { return m_playing->isBegun(); },
                     .otherwise = tr("Nothing plays. Click ▶ at a setting first.")}),
            command(u"reduce-motion"_s, tr("Reduce &motion"),
                    [this] {
                        m_store.setReducesMotion(!m_store.reducesMotion());
                        m_keeper->changed();
                    },
                    {.statusTip = tr("What plays shows one picture a second"),
                     .checked = std::bind_front(&Store::reducesMotion, &m_store)}),
            command(u"reset-layout"_s, tr("Reset la&yout"), [this] { resetLayout(); }),
            command(u"next-pane"_s, tr("&Next pane"), [this] { focusNextPane(); }, {.shortcut = Qt::Key_F6}),
            command(u"full-screen"_s, tr("&Full screen"),
                    [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); },
                    {.shortcut = Qt::Key_F11, .checked = std::bind_front(&QWidget::isFullScreen, this)})};
}

} // namespace phasor
