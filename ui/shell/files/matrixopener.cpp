// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/files/matrixopener.h"

#include "inputs/matrix/matrixfile.h"
#include "pipeline/embeddingtable.h"
#include "pipeline/pipelinecache.h"
#include "session/runner.h"
#include "session/store.h"
#include "ui/forms/text.h"

#include <QFile>
#include <QFileInfo>

#include <utility>

namespace phasor {

namespace {

// `parameters` with the matrix as their embedding.
Result<Parameters> adoptMatrix(Parameters parameters, const std::string& path, FileCache& files,
                               const Runner::Progress& progress)
{
    parameters.embedding.source = "file:" + path;
    parameters.sentence.seqLen.reset(); // the lengths of another embedding
    parameters.sentence.vocab.reset();
    TRY_DONE(adoptFileShape(parameters, false, false, files));
    TRY(const auto file, MatrixFile::open(path, files));
    TRY_DONE(file->read({.progress = progress})); // the picture finds it in `files`
    return parameters;
}

} // namespace

MatrixOpener::MatrixOpener(Store& store, std::shared_ptr<PipelineCache> cache, Runner& runner, QObject* parent)
    : Speaker(parent)
    , m_store(store)
    , m_cache(std::move(cache))
    , m_runner(runner)
{
}

void MatrixOpener::open(const std::string& path)
{
    if (m_reading) {
        m_next = path;
        m_runner.cancel();
    } else if (m_runner.isRunning()) {
        fail(tr("an export is running: wait for it or cancel it, then open the file"));
    } else {
        read(path);
    }
}

void MatrixOpener::read(const std::string& path)
{
    m_reading = true;
    m_runner.start<Parameters>(
        {.title = tr("reading %1").arg(QFileInfo(QFile::decodeName(path.c_str())).fileName()),
         .work
         = [path, parameters = m_store.parameters(), cache = m_cache](
               const Runner::Progress& progress) { return adoptMatrix(parameters, path, cache->files(), progress); },
         .done =
             [this, path](const Result<Parameters>& read) {
                 finish(path, read);
             }});
}

void MatrixOpener::finish(const std::string& path, const Result<Parameters>& read)
{
    m_reading = false;
    if (m_next)
        return this->read(*std::exchange(m_next, std::nullopt));
    if (!read.ok())
        return fail(read.error(), tr("cancelled; nothing was opened"));
    // Only what the file decides: the other parameters may have moved while it was read.
    m_store.edit([&](Parameters& now) {
        now.embedding.source = read->embedding.source;
        now.encoding.dModel = read->encoding.dModel;
        now.sentence.vocab = read->sentence.vocab;
        now.sentence.seqLen = read->sentence.seqLen;
    });
    inform(tr("opened %1").arg(QFile::decodeName(path.c_str())));
}

} // namespace phasor
