// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/viewstate.h"

#include <QWidget>

#include <map>
#include <memory>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QScrollArea;

namespace phasor {

class BoardMap;
class Store;
class Thumbnails;
class ViewCard;
class PipelineCache;

// The page *Add a view*: all views by group. Its foot shows the board with the place that the chosen view takes: a new
// cell, or one that is in its place now.
class Gallery : public QWidget
{
    Q_OBJECT

public:
    Gallery(Store& store, QWidget* parent);

    // Shows the page's views as they are now; `view`: the chosen one, empty: none.
    void open(const QString& view, std::shared_ptr<PipelineCache> cache);

signals:
    void chosen(const QString& view, int cell); // cell −1: a new one
    void left();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QWidget* makeHead();
    QWidget* makeFoot();
    ViewCard* card() const; // the chosen one, or null
    void arrange();
    void search(const QString& text);
    void showPlace();
    void accept();

    Store& m_store;
    Thumbnails* m_thumbnails;
    QLineEdit* m_search;
    QScrollArea* m_area;
    std::vector<ViewCard*> m_cards;
    std::map<ViewGroup, QLabel*> m_titles;
    BoardMap* m_map;
    QLabel* m_name;
    QLabel* m_place;
    QComboBox* m_instead;
    QPushButton* m_add;
};

} // namespace phasor
