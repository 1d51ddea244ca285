// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "export/figure.h"
#include "session/runner.h"

#include <QHash>
#include <QImage>
#include <QObject>

#include <deque>
#include <memory>

namespace phasor {

// Pictures of the views for the gallery, and whether the views apply to a setup. Works in the background, one view
// after another. The pictures show the preset *sentence*, or a setup that the view applies to; they are drawn once for
// each version and theme, and kept in the user's cache folder. GUI thread only.
class Thumbnails : public QObject
{
    Q_OBJECT

public:
    explicit Thumbnails(QObject* parent);
    ~Thumbnails() override { stop(); }

    void start(const Scene& scene, const ViewState& view, std::shared_ptr<PipelineCache> cache, bool dark);
    void stop();
    QImage pictureOf(const QString& view) const { return m_pictures.value(view); } // null: not drawn yet
    static QSize size(); // in logical pixels

signals:
    void drawn(const QString& view);
    void tried(const QString& view, const QString& reason); // why it does not apply; empty: it does

private:
    struct Task
    {
        const PlotSpec* spec;
        bool draws; // else: tries
    };
    void next();
    void run(const Task& task, const Scene& scene, const ViewState& view);
    QString fileOf(const QString& view) const;

    Runner m_runner;
    std::deque<Task> m_tasks;
    Scene m_scene;
    ViewState m_view;
    std::shared_ptr<PipelineCache> m_cache; // of the window
    std::shared_ptr<PipelineCache> m_ownCache; // of the pictures' setups
    bool m_dark = false;
    QHash<QString, QImage> m_pictures;
};

} // namespace phasor
