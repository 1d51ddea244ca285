// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/matrixopener.h"

#include "pipeline/embeddingtable.h"
#include "session/store.h"
#include "ui/forms/text.h"
#include "ui/shell/longjob.h"

#include <QFile>
#include <QFileInfo>

#include <utility>

namespace phasor {

namespace {

Status adoptMatrix(Parameters& parameters, const std::string& path, const ReadControl& control)
{
    parameters.embedding = "file:" + path;
    parameters.seqLen.reset(); // the lengths of another embedding
    parameters.vocab.reset();
    return adoptFileShape(parameters, false, false, control);
}

} // namespace

MatrixOpener::MatrixOpener(Store& store, LongJob& job, QObject* parent)
    : QObject(parent)
    , m_store(store)
    , m_job(job)
{
}

void MatrixOpener::open(const std::string& path)
{
    if (m_reading) {
        m_next = path;
        m_job.cancel();
    } else if (m_job.isRunning()) {
        emit failed(tr("an export is running: wait for it or cancel it, then open the file"));
    } else {
        read(path);
    }
}

void MatrixOpener::read(const std::string& path)
{
    const auto parameters = std::make_shared<Parameters>(m_store.parameters());
    m_reading = true;
    m_job.start({.title = tr("reading %1").arg(QFileInfo(QFile::decodeName(path.c_str())).fileName()),
                 .work =
                     [path, parameters](const CancelToken& cancel, const LongJob::Progress& progress) {
                         return adoptMatrix(*parameters, path, {cancel, progress});
                     },
                 .done =
                     [this, path, parameters](const Status& status) {
                         finish(path, status, *parameters);
                     }});
}

void MatrixOpener::finish(const std::string& path, const Status& status, const Parameters& parameters)
{
    m_reading = false;
    if (m_next)
        return read(*std::exchange(m_next, std::nullopt));
    if (!status.ok()) {
        if (status.error().kind == ErrorKind::Cancelled)
            emit cancelled(tr("cancelled; nothing was opened"));
        else
            emit failed(qs(toString(status.error())));
        return;
    }
    // Only what the file decides: the other parameters may have moved while it was read.
    m_store.edit([&](Parameters& now) {
        now.embedding = parameters.embedding;
        now.dModel = parameters.dModel;
        now.vocab = parameters.vocab;
        now.seqLen = parameters.seqLen;
    });
    emit opened(QFile::decodeName(path.c_str()));
}

} // namespace phasor
