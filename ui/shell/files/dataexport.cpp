// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/files/dataexport.h"

#include "files/outputfile.h"
#include "session/runner.h"
#include "ui/forms/text.h"
#include "ui/shell/files/savedialog.h"

#include <QClipboard>
#include <QFile>
#include <QFileInfo>
#include <QGuiApplication>
#include <QWidget>

namespace phasor {

namespace {

Status writeText(const QString& path, const std::string& text)
{
    TRY(OutputFile file, OutputFile::open(QFile::encodeName(path).toStdString()));
    TRY_DONE(file.write(text));
    return file.commit();
}

} // namespace

DataExport::DataExport(Runner& runner, QWidget* parent)
    : Speaker(parent)
    , m_runner(runner)
    , m_window(parent)
{
}

bool DataExport::hasNumbers(const ViewDataPtr& data)
{
    const bool has = data && !data->table().empty();
    if (!has)
        fail(tr("the plot shows no numbers now"));
    return has;
}

void DataExport::copy(const ViewDataPtr& data)
{
    if (!hasNumbers(data))
        return;
    QGuiApplication::clipboard()->setText(qs(csvOf(data->table())));
    inform(tr("copied the plot's numbers as CSV"));
}

void DataExport::askAndSave(const QString& plot, const ViewDataPtr& data)
{
    if (!hasNumbers(data))
        return;
    const QString path = askWhereToSave(m_window, tr("Save data"), plot + u".csv"_s, tr("CSV (*.csv)"));
    if (!path.isEmpty())
        save(data, path);
}

void DataExport::save(const ViewDataPtr& data, const QString& path)
{
    const bool begun = m_runner.start<Done>(
        {.title = tr("writing %1").arg(QFileInfo(path).fileName()),
         .work = [path, data](const Runner::Progress&) { return writeText(path, csvOf(data->table())); },
         .done =
             [this, path](const Status& status) {
                 if (status.ok())
                     inform(tr("exported %1").arg(path));
                 else
                     fail(status.error(), tr("cancelled; %1 is as it was").arg(path));
             }});
    if (!begun)
        fail(tr("another export is running"));
}

} // namespace phasor
