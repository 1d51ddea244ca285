// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/windowlayout.h"

#include "ui/forms/text.h"
#include "ui/look/appearance.h"
#include "ui/panels/parameterpanel.h"
#include "ui/shell/plotgrid.h"

#include <QGuiApplication>
#include <QMainWindow>
#include <QScreen>
#include <QSplitter>

#include <functional>

namespace phasor {

namespace {

constexpr QSize kStandardSize(1280, 800);
constexpr QSize kRoomyScreen(1440, 900); // on a smaller screen the window is first maximized

// Another container with each element of `list` converted.
template <typename List> List listOf(const auto& list, auto convert)
{
    List converted;
    for (const auto& one : list)
        converted.push_back(convert(one));
    return converted;
}

} // namespace

WindowLayout::WindowLayout(const Parts& parts)
    : QObject(&parts.window)
    , m_parts(parts)
{
    connect(&m_parts.panel, &ParameterPanel::fontChanged, this, &WindowLayout::followFont);
    connect(&m_parts.columns, &QSplitter::splitterMoved, this, [this] { m_chosen = true; });
}

Layout WindowLayout::layout() const
{
    const QRect window = m_parts.window.normalGeometry();
    return {.window = {window.x(), window.y(), window.width(), window.height()},
            .maximised = m_parts.window.isMaximized(),
            .columns = listOf<std::vector<int>>(m_parts.columns.sizes(), std::identity()),
            .theme = utf8(m_parts.appearance.choice()),
            .typeSize = m_parts.appearance.typeSize(),
            .opened = listOf<std::vector<std::string>>(m_parts.panel.openedFolds(), utf8),
            .controls = areControlsShown()};
}

void WindowLayout::restore(const Layout& layout)
{
    QMainWindow& shown = m_parts.window;
    const QRect window(layout.window[0], layout.window[1], layout.window[2], layout.window[3]);
    const QRect screen = QGuiApplication::primaryScreen()->availableGeometry();
    shown.resize((window.isEmpty() ? kStandardSize : window.size()).boundedTo(screen.size()));
    const bool cramped = screen.width() < kRoomyScreen.width() || screen.height() < kRoomyScreen.height();
    if (!window.isEmpty() && QGuiApplication::screenAt(window.center()) != nullptr)
        shown.move(window.topLeft());
    if (layout.maximised || (window.isEmpty() && cramped))
        shown.setWindowState(Qt::WindowMaximized);
    m_parts.appearance.choose(qs(layout.theme));
    m_parts.appearance.setTypeSize(layout.typeSize);
    m_parts.panel.openFolds(listOf<QStringList>(layout.opened, qs));
    m_parts.panel.fit();
    m_chosen = static_cast<int>(layout.columns.size()) == m_parts.columns.count() && layout.columns.front() > 0;
    followFont();
    if (m_chosen)
        m_parts.columns.setSizes(listOf<QList<int>>(layout.columns, std::identity()));
    showControls(layout.controls);
}

// Gives the controls the width that suits their type, unless the user has chosen a width.
void WindowLayout::followFont()
{
    m_narrow = m_parts.panel.isInNarrowWindow();
    if (m_chosen)
        return;
    const int pixels = m_parts.panel.sizeHint().width();
    m_parts.columns.setSizes({pixels, m_parts.window.width() - pixels});
}

// Resets the controls' width when the window becomes narrow or wide; until then the user's width stays.
void WindowLayout::fit()
{
    if (m_narrow != m_parts.panel.isInNarrowWindow())
        m_chosen = false;
    followFont();
}

void WindowLayout::reset()
{
    m_parts.appearance.setTypeSize(100);
    m_parts.panel.openFolds({});
    showControls(true);
    m_chosen = false;
    followFont();
    m_parts.plots.arrangeAs(Board());
}

} // namespace phasor
