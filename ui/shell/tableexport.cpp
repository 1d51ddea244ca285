// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/tableexport.h"

#include "pipeline/tablefile.h"
#include "session/store.h"
#include "ui/forms/text.h"
#include "ui/shell/longjob.h"
#include "ui/shell/savedialog.h"

#include <QFile>
#include <QFileInfo>

namespace phasor {

namespace {

Status write(const Parameters& parameters, StageId stage, const std::string& path, const StreamControl& control)
{
    if (const Result<TableFormat> format = tableFormat(path); !format.ok()) // before anything is drawn
        return format.error();
    const Result<StagesPtr> stages = Stages::make(parameters, {}, control.cancel);
    if (!stages.ok())
        return stages.error();
    const Result<Shape> shape = tableShape(**stages, stage);
    if (!shape.ok())
        return shape.error();
    return writeTable(**stages, stage, whole(*shape), path, control);
}

} // namespace

TableExport::TableExport(Store& store, LongJob& job, QWidget* parent)
    : QObject(parent)
    , m_store(store)
    , m_job(job)
    , m_window(parent)
{
}

void TableExport::askAndSave()
{
    const StageId stage = m_store.view().stage;
    const QString title = tr("Export table: %1").arg(qs(stageInfo(stage).title));
    const QString path
        = askWhereToSave(m_window, title, qs(stageInfo(stage).name) + u".npy"_s, tr("NumPy (*.npy);;CSV (*.csv)"));
    if (!path.isEmpty())
        save(stage, path);
}

void TableExport::save(StageId stage, const QString& path)
{
    const bool begun
        = m_job.start({.title = tr("writing %1").arg(QFileInfo(path).fileName()),
                       .work =
                           [parameters = m_store.parameters(), stage, name = QFile::encodeName(path).toStdString()](
                               const CancelToken& cancel, const LongJob::Progress& progress) {
                               return write(parameters, stage, name, {.cancel = cancel, .progress = progress});
                           },
                       .done =
                           [this, path](const Status& status) {
                               report(path, status);
                           }});
    if (!begun)
        emit failed(tr("another export is running"));
}

void TableExport::report(const QString& path, const Status& status)
{
    if (status.ok())
        emit done(tr("wrote %1").arg(path));
    else if (status.error().kind == ErrorKind::Cancelled)
        emit done(tr("cancelled; %1 is as it was").arg(path));
    else
        emit failed(qs(toString(status.error())));
}

} // namespace phasor
