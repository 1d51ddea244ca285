// SPDX-License-Identifier: GPL-3.0-or-later
// The main window's pages: the board, and instead of it the gallery, the presets or the start.
#include "plots/plot.h"
#include "ui/panels/parameterpanel.h"
#include "ui/panels/strip.h"
#include "ui/shell/actions/plotactions.h"
#include "ui/shell/answerspage.h"
#include "ui/shell/boardbar.h"
#include "ui/shell/files/fileopener.h"
#include "ui/shell/files/recentfiles.h"
#include "ui/shell/lessons/lessons.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/pages/gallery.h"
#include "ui/shell/pages/presetspage.h"
#include "ui/shell/pages/startpage.h"
#include "ui/shell/palette/palette.h"
#include "ui/shell/plotgrid.h"
#include "ui/shell/settings/settings.h"
#include "ui/shell/talk/bookmarks.h"
#include "ui/shell/windowlayout.h"

#include <QLineEdit>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>

namespace phasor {

void MainWindow::connectPages()
{
    m_palette = new Palette(m_context, *m_plots->parentWidget(), [this] {
        m_actions->fillMenus();
        std::vector<Entry> entries = entriesOf(*m_actions);
        PlotMenu& menu = m_plots->currentMenu();
        menu.actions().refresh();
        std::ranges::move(entriesOf(menu.actions(), menu.spec().titleText()), std::back_inserter(entries));
        std::ranges::move(m_bookmarks->entries(), std::back_inserter(entries));
        return entries;
    });
    m_palette->serve(*m_find);
    connect(m_palette, &Palette::settingRequested, this, &MainWindow::showSetting);
    connect(m_palette, &Palette::chosen, this, [this](Topic topic) {
        if (topic != Topic::Action)
            showBoard();
    });
    const auto leave = [this] {
        showBoard();
    };
    connect(m_plots, &PlotGrid::askedFor, this, [this](const QString& view) { showGallery(view); });
    connect(m_bar, &BoardBar::galleryRequested, this, [this] { showGallery(); });
    connect(m_gallery, &Gallery::left, this, leave);
    connect(m_gallery, &Gallery::chosen, this, [this](const QString& view, int cell) {
        showBoard();
        cell < 0 ? m_plots->add(view) : m_plots->put(cell, view);
    });
    connect(m_gallery, &Gallery::settingRequested, this, &MainWindow::showSetting);
    connect(m_start, &StartPage::left, this, leave);
    connect(m_start, &StartPage::lessonChosen, this, [this](const std::string& id) { m_lessons->open(id); });
    connect(m_start, &StartPage::presetChosen, m_files, &FileOpener::startFrom);
    connect(m_start, &StartPage::presetsRequested, this, &MainWindow::showPresets);
    connect(m_start, &StartPage::fileChosen, m_files, &FileOpener::open);
    connect(m_start, &StartPage::openRequested, m_files, &FileOpener::ask);
    connect(m_start, &StartPage::shownAtStartChanged, m_keeper, &SettingsKeeper::changed);
    // What is shown then is on the board.
    connect(m_strip, &Strip::clicked, this, leave);
    connect(m_plots, &PlotGrid::visibilityChanged, this, leave);
    connect(m_lessons, &Lessons::changed, this, leave);
    connect(m_bookmarks, &Bookmarks::opened, m_plots, &PlotGrid::showFirst);
    connect(m_bookmarks, &Bookmarks::opened, this, leave);
    connect(m_lessons, &Lessons::finished, this, &MainWindow::showStart); // which lesson is next
    connect(m_files, &FileOpener::presetShown, this, leave);
    connect(m_files, &FileOpener::used, m_recent, &RecentFiles::note);
    connect(m_lessons, &Lessons::fileOpened, m_recent, &RecentFiles::note);
    connect(m_recent, &RecentFiles::changed, m_keeper, &SettingsKeeper::changed);
    connect(m_files, &FileOpener::used, this, leave);
    connect(m_recent, &RecentFiles::chosen, m_files, &FileOpener::open);
}

void MainWindow::showBoard()
{
    if (m_pages->currentWidget() == m_columns)
        return;
    m_start->end();
    m_column->insertWidget(0, m_strip);
    m_pages->setCurrentWidget(m_columns);
}

void MainWindow::showSetting(const QString& parameter)
{
    showBoard();
    m_layout->showControls(true);
    if (QWidget* control = m_panel->reveal(parameter))
        control->setFocus(Qt::OtherFocusReason);
}

void MainWindow::findSetting()
{
    showBoard();
    m_layout->showControls(true);
    m_find->setFocus(Qt::ShortcutFocusReason);
    m_find->selectAll();
}

void MainWindow::showGallery(const QString& view)
{
    showBoard();
    m_pages->setCurrentWidget(m_gallery);
    m_gallery->open(view, m_context.cache());
}

void MainWindow::showPresets(PresetGroup group)
{
    showBoard();
    if (m_presets == nullptr) { // 35 files are read
        m_presets = new PresetsPage(m_pages);
        m_pages->addWidget(m_presets);
        connect(m_presets, &PresetsPage::left, this, &MainWindow::showBoard);
        connect(m_presets, &PresetsPage::opened, this,
                [this](const QString& card) { m_files->startFrom(card.section(u'-', 1)); });
    }
    m_pages->setCurrentWidget(m_presets);
    m_presets->open(group);
}

void MainWindow::showStart()
{
    m_pages->setCurrentWidget(m_start);
    m_start->begin(m_strip, m_recent->paths());
}

} // namespace phasor
