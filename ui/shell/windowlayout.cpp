// SPDX-License-Identifier: GPL-3.0-or-later
// The window's theme, type size and the sizes of the window and its parts: saved, restored and reset.
#include "ui/forms/text.h"
#include "ui/look/appearance.h"
#include "ui/panels/parameterpanel.h"
#include "ui/shell/mainwindow.h"

#include <QGuiApplication>
#include <QScreen>
#include <QSplitter>

#include <iterator>

namespace phasor {

Layout MainWindow::layoutNow() const
{
    const QRect window = normalGeometry();
    const QList<int> columns = m_columns->sizes();
    std::vector<std::string> opened;
    std::ranges::transform(m_panel->openedFolds(), std::back_inserter(opened), utf8);
    return {.window = {window.x(), window.y(), window.width(), window.height()},
            .maximised = isMaximized(),
            .columns = {columns.begin(), columns.end()},
            .theme = utf8(m_appearance->choice()),
            .typeSize = m_appearance->typeSize(),
            .opened = std::move(opened),
            .controls = !m_left->isHidden()};
}

void MainWindow::restoreLayout(const Layout& layout)
{
    constexpr QSize kStandardSize(1280, 800);
    constexpr QSize kRoomyScreen(1440, 900); // on a smaller screen the window is first maximized
    const QRect window(layout.window[0], layout.window[1], layout.window[2], layout.window[3]);
    const QRect screen = QGuiApplication::primaryScreen()->availableGeometry();
    resize((window.isEmpty() ? kStandardSize : window.size()).boundedTo(screen.size()));
    const bool cramped = screen.width() < kRoomyScreen.width() || screen.height() < kRoomyScreen.height();
    if (!window.isEmpty() && QGuiApplication::screenAt(window.center()) != nullptr)
        move(window.topLeft());
    if (layout.maximised || (window.isEmpty() && cramped))
        setWindowState(Qt::WindowMaximized);
    m_appearance->choose(qs(layout.theme));
    m_appearance->setTypeSize(layout.typeSize);
    QStringList opened;
    std::ranges::transform(layout.opened, std::back_inserter(opened), qs);
    m_panel->openFolds(opened);
    m_panel->fit();
    m_widthChosen = static_cast<int>(layout.columns.size()) == m_columns->count() && layout.columns.front() > 0;
    followFont();
    if (m_widthChosen)
        m_columns->setSizes({layout.columns.begin(), layout.columns.end()});
    m_left->setVisible(layout.controls);
}

// Gives the controls the width that suits their type, unless the user has chosen a width.
void MainWindow::followFont()
{
    m_narrow = m_panel->isInNarrowWindow();
    if (m_widthChosen)
        return;
    const int pixels = m_panel->sizeHint().width();
    m_columns->setSizes({pixels, width() - pixels});
}

void MainWindow::resetLayout()
{
    m_appearance->setTypeSize(100);
    m_panel->openFolds({});
    m_left->show();
    m_widthChosen = false;
    followFont();
    m_store.editView([](ViewState& view) { view.board.arrangeAs(Board()); });
}

} // namespace phasor
