// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "export/figure.h"
#include "session/play.h"
#include "ui/shell/pages/thumbnails.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace phasor {

// Figure options: size by name or typed, resolution, theme, title and caption. Shows the number of pixels and a preview
// drawn like the file. GUI thread only. Object names: figure-size, -dpi, -theme, -titled, -title, -caption, -preview,
// -facts, -copy, -export; of an animation also -play, -seconds, -fps, -bounce.
class FigureDialog : public QDialog
{
    Q_OBJECT

public:
    // `shown`: by the preview. `play`: of an animation; without a range: a figure.
    FigureDialog(const Subject& shown, std::shared_ptr<PipelineCache> cache, const FigureOptions& start,
                 const PlayOptions& play, QWidget* parent);

    Result<FigureOptions> options() const; // Errors: Usage SYNTAX or RANGE, for typed values
    Result<PlayOptions> play() const; // of an animation; the same errors

signals:
    void commandWanted(const phasor::FigureOptions& options, const phasor::PlayOptions& play);

private:
    void buildForm(const FigureOptions& start, const PlayOptions& play);
    void changed();
    void preview();
    void show(const FigureMakerPtr& maker, const Result<SnapshotPtr>& snapshot);
    void complain(const QString& complaint);

    Subject m_shown;
    std::shared_ptr<PipelineCache> m_cache;
    FigureOptions m_start; // values that the dialog does not ask for
    QComboBox* m_size;
    QComboBox* m_dpi;
    QComboBox* m_theme;
    QLineEdit* m_points;
    QLineEdit* m_panels;
    QCheckBox* m_titled;
    QLineEdit* m_title;
    QCheckBox* m_caption;
    std::vector<QLineEdit*> m_play; // of an animation: the settings that are typed, in their order
    QCheckBox* m_bounce = nullptr;
    QLabel* m_preview;
    QLabel* m_facts;
    QPushButton* m_copy = nullptr;
    QPushButton* m_export = nullptr;
    QTimer m_pause; // preview waits for a pause in typing
    bool m_again = false; // options changed while the preview was computed
    Runner m_runner; // last member: destroyed first, because its end uses the others
};

} // namespace phasor
