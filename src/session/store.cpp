// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/store.h"

namespace phasor {

void Store::setScene(const Scene& scene)
{
    if (scene == m_scene)
        return;
    const Parameters before = parameters();
    m_scene = scene;
    const bool dropped = m_edited == Side::B && !m_scene.b;
    if (dropped)
        m_edited = Side::A;
    emit sceneChanged(m_scene);
    if (dropped)
        emit editedChanged(m_edited);
    if (parameters() != before)
        emit parametersChanged(parameters());
}

void Store::setParameters(const Parameters& parameters)
{
    Scene scene = m_scene;
    (m_edited == Side::B && scene.b ? *scene.b : scene.a) = parameters;
    setScene(scene);
}

void Store::open(const Scene& scene)
{
    setScene(scene);
    setOpened(scene);
}

void Store::setOpened(const Scene& scene)
{
    m_opened = scene;
    emit openedChanged();
}

void Store::openParameters(const Parameters& parameters)
{
    (m_edited == Side::B ? m_opened.b.emplace() : m_opened.a) = parameters;
    setParameters(parameters);
    emit openedChanged();
}

void Store::setEdited(Side side)
{
    if (side == m_edited || (side == Side::B && !m_scene.b))
        return;
    const Parameters before = parameters();
    m_edited = side;
    emit editedChanged(m_edited);
    if (parameters() != before)
        emit parametersChanged(parameters());
}

void Store::setView(const ViewState& view)
{
    if (view == m_view)
        return;
    m_view = view;
    emit viewChanged(m_view);
}

void Store::setBookmarks(std::vector<Document> bookmarks)
{
    if (bookmarks != *m_bookmarks)
        setBookmarks(std::make_shared<const std::vector<Document>>(std::move(bookmarks)));
}

void Store::setBookmarks(const BookmarksPtr& bookmarks)
{
    if (bookmarks == m_bookmarks)
        return;
    m_bookmarks = bookmarks;
    emit bookmarksChanged();
}

} // namespace phasor
