// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/lessons/openedlesson.h"
#include "ui/shell/palette/entries.h"

#include <QPointer>
#include <QWidget>

class QLabel;
class QListWidget;
class QPushButton;

namespace phasor {

class Store;

// What the window shows, as a step whose title names its first views.
Document stepOf(const Store& store);
// A lesson of setups and views alone, a step for each document.
OpenedLesson lessonOf(const std::vector<Document>& documents);

// A side panel: the session's bookmarks in their order. Each is a setup with its views and their zoom, a step of a
// talk. They are renamed, moved by the mouse or keys, deleted and opened here. GUI thread only.
class Bookmarks : public QWidget
{
    Q_OBJECT

public:
    Bookmarks(Store& store, QWidget* parent);

    void add(); // of what the window shows; its name can be typed then
    void open(int index);
    void setOpen(bool open); // shows the panel, or hides it
    std::vector<Action> actions();
    std::vector<Entry> entries(); // of the palette, one for each

signals:
    void opened(); // a bookmark
    void changed(); // the panel was opened or closed

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    QWidget* makeHead();
    void fill();
    void openCurrent();
    void rename();
    void move(int by);
    void remove();
    void takeOrder(); // of the list, after a drag

    Store& m_store;
    QLabel* m_none; // instead of an empty list
    QListWidget* m_list;
    std::vector<QPushButton*> m_buttons; // for the current one
    QPointer<QWidget> m_before; // had the focus before a name was typed
};

} // namespace phasor
