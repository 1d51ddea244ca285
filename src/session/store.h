// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/document.h"

#include <QObject>

#include <memory>

namespace phasor {

using BookmarksPtr = std::shared_ptr<const std::vector<Document>>;

// State of the window: Scene, ViewState and bookmarks. Controls and plots send changes here and receive signals; they
// never call each other. Setting an equal value emits nothing. GUI thread only.
class Store : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    const Scene& scene() const { return m_scene; }
    // The setup that the controls edit: A, or B while comparing if chosen.
    const Parameters& parameters() const { return m_edited == Side::B && m_scene.b ? *m_scene.b : m_scene.a; }
    Side edited() const { return m_edited; }
    // What was opened last for that side: at the start, a preset, a session, a lesson's step.
    const Parameters& opened() const { return m_edited == Side::B && m_opened.b ? *m_opened.b : m_opened.a; }
    const Scene& openedScene() const { return m_opened; } // for both sides
    const ViewState& view() const { return m_view; }

    void setScene(const Scene& scene);
    void setParameters(const Parameters& parameters); // of the edited side
    void open(const Scene& scene); // sets it, and opened()
    void setOpened(const Scene& scene); // alone, to go back to a scene that differs from what was opened
    void openParameters(const Parameters& parameters); // the same of the edited side
    void setEdited(Side side); // B only while comparing
    void setView(const ViewState& view);
    const BookmarksPtr& bookmarks() const { return m_bookmarks; } // never null
    void setBookmarks(std::vector<Document> bookmarks);
    void setBookmarks(const BookmarksPtr& bookmarks);

    // Edits one part: store.edit([&](Parameters& p) { p.encoding.dModel = 64; });
    template <typename Edit> void edit(Edit&& change)
    {
        Parameters parameters = this->parameters();
        change(parameters);
        setParameters(parameters);
    }
    template <typename Edit> void editView(Edit&& change)
    {
        ViewState view = m_view;
        change(view);
        setView(view);
    }

    // Edits during a gesture (a drag, a held key, typing in a field) are one step of undo.
    void beginGesture() { resumeGesture(-1); }
    // The gesture of that number goes on; a new one begins if another has begun since. Returns its number.
    int resumeGesture(int number)
    {
        m_gesturing = true;
        return number == m_gestures ? number : ++m_gestures;
    }
    void endGesture()
    {
        m_gestureName.clear();
        m_gesturing = false;
    }
    int gesture() const { return m_gesturing ? m_gestures : -1; } // number of the current gesture; -1: none
    // What undo calls the current gesture, such as a preset's title; empty: by its changes.
    const std::string& gestureName() const { return m_gestureName; }

    bool isMaximized() const { return m_maximized; } // only the cell in focus is shown
    void setMaximized(bool maximized) { m_maximized = maximized; }
    bool reducesMotion() const { return m_reducesMotion; } // the user wants few pictures while something plays
    void setReducesMotion(bool reduces) { m_reducesMotion = reduces; }

    // A gesture while it lives: its edits are one step of undo.
    class Gesture
    {
    public:
        explicit Gesture(Store& store, const std::string& name = {})
            : m_store(store)
        {
            m_store.beginGesture();
            m_store.m_gestureName = name;
        }
        ~Gesture() { m_store.endGesture(); }
        Gesture(const Gesture&) = delete;
        Gesture& operator=(const Gesture&) = delete;

    private:
        Store& m_store;
    };

signals:
    void sceneChanged(const phasor::Scene& scene);
    // Parameters of the edited side: emitted after an edit, and when the other side is chosen.
    void parametersChanged(const phasor::Parameters& parameters);
    void openedChanged();
    void editedChanged(phasor::Side side);
    void viewChanged(const phasor::ViewState& view);
    void bookmarksChanged();

private:
    Scene m_scene;
    Scene m_opened;
    Side m_edited = Side::A;
    ViewState m_view;
    BookmarksPtr m_bookmarks = std::make_shared<const std::vector<Document>>();
    int m_gestures = 0; // begun so far
    std::string m_gestureName;
    bool m_gesturing = false;
    bool m_maximized = false;
    bool m_reducesMotion = false;
};

} // namespace phasor
