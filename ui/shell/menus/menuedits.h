// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace phasor {

class MainMenu;
class Store;

// What the menu changes in the store and nowhere else: a second set-up, the selection, the zoom, everything at once;
// and what of these the menu shows.
class MenuEdits : public QObject
{

public:
    MenuEdits(MainMenu& menu, Store& store, QObject* parent);

private:
    void connectCompare();
    void connectSelection();
    void compareWithCopy();
    void resetAll();

    MainMenu& m_menu;
    Store& m_store;
};

} // namespace phasor
