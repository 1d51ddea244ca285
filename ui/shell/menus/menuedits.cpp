// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/menus/menuedits.h"

#include "session/store.h"
#include "ui/shell/menus/mainmenu.h"

#include <cmath>

namespace phasor {

MenuEdits::MenuEdits(MainMenu& menu, Store& store, QObject* parent)
    : QObject(parent)
    , m_menu(menu)
    , m_store(store)
{
    connect(&m_menu, &MainMenu::resetRequested, this, &MenuEdits::resetAll);
    connect(&m_menu, &MainMenu::zoomResetRequested, this,
            [this] { m_store.editView([](ViewState& view) { view.zoom = {}; }); });
    connectCompare();
    connectSelection();
}

// The edited set-up, and what is looked at: all of the stage that is shown first.
void MenuEdits::resetAll()
{
    m_store.setParameters({});
    m_store.setView({});
}

void MenuEdits::connectCompare()
{
    connect(&m_menu, &MainMenu::compareRequested, this, &MenuEdits::compareWithCopy);
    connect(&m_menu, &MainMenu::swapRequested, this, [this] {
        const Scene& scene = m_store.scene();
        if (scene.b)
            m_store.setScene({.a = *scene.b, .b = scene.a});
    });
    connect(&m_menu, &MainMenu::dropSecondRequested, this, [this] { m_store.setScene({.a = m_store.scene().a}); });
    const auto showComparing = [this] {
        m_menu.showComparing(m_store.scene().b.has_value());
    };
    connect(&m_store, &Store::sceneChanged, this, showComparing);
    showComparing();
}

// What is changed next is B.
void MenuEdits::compareWithCopy()
{
    const Parameters a = m_store.scene().a;
    m_store.setScene({.a = a, .b = a});
    m_store.setEdited(Side::B);
}

void MenuEdits::connectSelection()
{
    const auto edit = [this](auto change) {
        return [this, change] {
            m_store.editView(change);
        };
    };
    connect(&m_menu, &MainMenu::selectNothingRequested, this, edit([](ViewState& view) {
        view.selection = {};
        view.onlySelection = false;
    }));
    connect(&m_menu, &MainMenu::selectVisibleRequested, this, edit([](ViewState& view) {
        for (const AxisKind kind : {AxisKind::Position, AxisKind::Dimension}) {
            if (const std::optional<Interval>& zoom = view.zoom[kind])
                view.selection[kind] = Interval{std::floor(zoom->low), std::ceil(zoom->high)};
        }
    }));
    connect(&m_menu, &MainMenu::onlySelectionToggled, this,
            [this](bool on) { m_store.editView([on](ViewState& view) { view.onlySelection = on; }); });
    const auto show = [this](const ViewState& view) {
        m_menu.showSelection(view.selection != Zoom{}, view.onlySelection);
    };
    connect(&m_store, &Store::viewChanged, this, show);
    show(m_store.view());
}

} // namespace phasor
