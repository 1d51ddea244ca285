// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/files/fileopener.h"

#include "inputs/matrix/matrixfile.h"
#include "pipeline/config/modelconfig.h"
#include "pipeline/embeddingtable.h"
#include "pipeline/parameters/parameterspec.h"
#include "pipeline/pipelinecache.h"
#include "session/presets.h"
#include "session/sessionfile.h"
#include "session/store.h"
#include "ui/forms/text.h"
#include "ui/shell/settings/sessionfiles.h"
#include "ui/shell/windowcontext.h"
#include "words/coretexts.h"

#include <QFile>
#include <QFileDialog>
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

FileOpener::FileOpener(const WindowContext& context, SessionFiles& sessions, QObject* parent)
    : QObject(parent)
    , m_context(context)
    , m_sessions(sessions)
{
    connect(&context.store, &Store::parametersChanged, this, [this](const Parameters& parameters) {
        if (!m_preset || parameters == *m_preset)
            return;
        m_preset.reset();
        emit presetLeft();
    });
}

void FileOpener::startFrom(const QString& presetId)
{
    const Result<Preset> preset = loadPreset(utf8(presetId));
    if (!preset.ok())
        return m_context.fail(preset.error());
    const Store::Gesture together(m_context.store);
    // The edited setup: a preset can be compared with what was there.
    m_context.store.setParameters(preset->document.scene.a);
    m_context.store.setView(preset->document.viewOver(m_context.store.view().board));
    m_preset = m_context.store.parameters();
    emit presetShown(preset->document);
}

void FileOpener::open(const std::string& path)
{
    if (isModelConfigFile(path))
        return openConfig(path);
    isSessionFile(path) ? m_sessions.open(path) : openMatrix(path);
}

void FileOpener::openMatrix(const std::string& path)
{
    if (m_readingMatrix) {
        m_nextMatrix = path;
        m_context.runner.cancel();
    } else if (m_context.runner.isRunning()) {
        m_context.fail(tr("an export is running: wait for it or cancel it, then open the file"));
    } else {
        readMatrix(path);
    }
}

void FileOpener::readMatrix(const std::string& path)
{
    m_readingMatrix = true;
    m_context.runner.start<Parameters>(
        {.title = tr("reading %1").arg(QFileInfo(QFile::decodeName(path.c_str())).fileName()),
         .work
         = [path, parameters = m_context.store.parameters(), cache = m_context.cache()](
               const Runner::Progress& progress) { return adoptMatrix(parameters, path, cache->files(), progress); },
         .done =
             [this, path](const Result<Parameters>& read) {
                 endMatrix(path, read);
             }});
}

void FileOpener::endMatrix(const std::string& path, const Result<Parameters>& read)
{
    m_readingMatrix = false;
    if (m_nextMatrix)
        return readMatrix(*std::exchange(m_nextMatrix, std::nullopt));
    if (!read.ok())
        return m_context.fail(read.error(), tr("cancelled; nothing was opened"));
    // Only what the file decides: the other parameters may have moved while it was read.
    m_context.store.edit([&](Parameters& now) {
        now.embedding.source = read->embedding.source;
        now.encoding.dModel = read->encoding.dModel;
        now.sentence.vocab = read->sentence.vocab;
        now.sentence.seqLen = read->sentence.seqLen;
    });
    m_context.inform(tr("opened %1").arg(QFile::decodeName(path.c_str())));
}

// A model's config.json, a few kilobytes: its encoding replaces that of the edited setup.
void FileOpener::openConfig(const std::string& path)
{
    const Result<ModelConfig> config = readModelConfig(path, m_context.store.parameters());
    if (!config.ok())
        return m_context.fail(config.error());
    m_context.store.setParameters(config->parameters);
    const QString name = QFileInfo(QFile::decodeName(path.c_str())).fileName();
    QStringList facts;
    for (const std::string& fact : config->understood)
        facts += qs(fact);
    const QString understood = facts.join(QStringLiteral(", "));
    if (config->warnings.empty())
        return m_context.inform(tr("%1: %2").arg(name, understood));
    QStringList warnings;
    for (const Message& warning : config->warnings)
        warnings += words::ofCore(warning);
    m_context.warn(tr("%1: %2; not as in the model: %3").arg(name, understood, warnings.join(QStringLiteral("; "))));
}

void FileOpener::ask()
{
    const QString path
        = QFileDialog::getOpenFileName(m_context.window, tr("Open"), {},
                                       tr("Sessions, figures, matrices and a model's config.json (*.json *.png *.svg "
                                          "*.pdf *.npy);;All files (*)"));
    if (!path.isEmpty())
        open(QFile::encodeName(path).toStdString());
}

void FileOpener::askFor(const ParameterSpec& parameter)
{
    const bool tokenizer = parameter.id == "tokenizer";
    const QString path = QFileDialog::getOpenFileName(
        m_context.window, tr("%1 from a file").arg(words::ofCore(parameter.label)), {},
        tokenizer ? tr("WordPiece vocabularies (*.txt);;SentencePiece models (*.model);;All files (*)")
                  : tr("All files (*)"));
    if (path.isEmpty())
        return;
    const std::string name = QFile::encodeName(path).toStdString();
    if (parameter.id == "embedding")
        return openMatrix(name); // d_model and vocabulary follow
    const std::string_view ofTokenizer = name.ends_with(".model") ? "sentencepiece:" : "wordpiece:";
    const std::string prefix(tokenizer ? ofTokenizer : parameter.filePrefix);
    m_context.store.edit([&](Parameters& parameters) { parameter.set(parameters, prefix + name); });
}

} // namespace phasor
