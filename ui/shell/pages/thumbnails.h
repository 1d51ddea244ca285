// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/scene.h"
#include "session/runner.h"
#include "text/result.h"
#include "views/viewstate.h"

#include <QHash>
#include <QImage>
#include <QTimer>

#include <deque>

namespace phasor {

struct Document;
struct PlotSpec;

// What a picture shows.
struct Subject
{
    const PlotSpec* spec;
    Scene scene;
    ViewState view;
};
// Called when the picture is drawn; returns nothing for a card without a picture.
using SubjectBy = std::function<std::optional<Subject>()>;

// The first view of a preset or session.
std::optional<Subject> firstViewOf(const Document& document);
// A view of the preset *sentence*, or of a setup that the view applies to.
Subject exampleOf(const PlotSpec& spec);

// Pictures for cards, and whether views apply to a setup. Works in the background, one after another. A picture is
// drawn once for each version and theme, and kept in the user's cache folder under a name made of what it shows. GUI
// thread only.
class Thumbnails : public QObject
{
    Q_OBJECT

public:
    explicit Thumbnails(QObject* parent);

    void setDark(bool dark); // the theme of the pictures
    void draw(const QString& id, SubjectBy what); // `id`: any name; does nothing if it has a picture
    // Before all pictures: whether that view applies. `cache` has parts of its pipelines.
    void check(const Subject& what, std::shared_ptr<PipelineCache> cache);
    void stop(); // forgets what is not begun
    QImage pictureOf(const QString& id) const { return m_pictures.value(id); } // null: none yet
    static constexpr QSize kSize{126, 80}; // in logical pixels

signals:
    void drawn(const QString& id);
    void tried(const QString& view, const Error& error); // why it does not apply; its code is empty: it does

private:
    struct Task
    {
        QString id;
        SubjectBy what;
        std::shared_ptr<PipelineCache> cache; // null: draws; else checks
    };
    void next();
    void run(const Task& task);
    QString fileOf(const Subject& what) const;

    Runner m_runner;
    QTimer m_turn; // between two tasks, so that many kept pictures do not stop the window
    std::deque<Task> m_tasks;
    bool m_dark = false;
    QHash<QString, QImage> m_pictures;
};

} // namespace phasor
