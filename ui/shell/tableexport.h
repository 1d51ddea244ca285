// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/stages.h"

#include <QObject>
#include <QString>

class QWidget;

namespace phasor {

class LongJob;
class Store;

// Writes the whole table of a stage into a .npy or .csv file, as `phasor table` does: as a long job, band by band.
// GUI thread only.
class TableExport : public QObject
{
    Q_OBJECT

public:
    TableExport(Store& store, LongJob& job, QWidget* parent);

    void askAndSave(); // the stage on the screen; asks for a file
    void save(StageId stage, const QString& path); // with the store's present parameters, whatever they become

signals:
    void done(const QString& message);
    void failed(const QString& message);

private:
    void report(const QString& path, const Status& status);

    Store& m_store;
    LongJob& m_job;
    QWidget* m_window;
};

} // namespace phasor
