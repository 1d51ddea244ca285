// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/files/files.h"

#include "inputs/matrix/matrixfile.h"
#include "pipeline/config/modelconfig.h"
#include "pipeline/embeddingtable.h"
#include "pipeline/parameters/parameterspec.h"
#include "pipeline/pipeline.h"
#include "ui/forms/text.h"
#include "views/check/tablecheck.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMimeData>
#include <QUrl>
#include <QWindow>

#include <algorithm>

namespace phasor {

std::optional<std::string> localFile(const QMimeData& data)
{
    const QList<QUrl> urls = data.urls();
    if (urls.size() != 1 || !urls.front().isLocalFile())
        return std::nullopt;
    // Percent decoding by hand, because toLocalFile() loses bytes that are not UTF-8.
    return QByteArray::fromPercentEncoding(urls.front().path(QUrl::FullyEncoded).toLatin1()).toStdString();
}

static QString nameOf(const std::string& path)
{
    return QFileInfo(QFile::decodeName(path.c_str())).fileName();
}

// `parameters` with the matrix as token embedding.
static Result<FileOpener::AdoptedMatrix> adoptMatrix(Parameters parameters, const std::string& path, FileCache& files,
                                                     const Runner::Progress& progress)
{
    if (matrixName(path).array.empty()) {
        TRY(const std::vector<Tensor> arrays, listArrays(path, MatrixRole::Embedding));
        if (std::ranges::count_if(arrays, canBeRead) > 1)
            return FileOpener::AdoptedMatrix{.parameters = parameters, .arrays = arrays};
    }
    parameters.embedding.source = "file:" + path;
    parameters.sentence.seqLen.reset(); // this was set for the previous embedding
    parameters.sentence.vocab.reset();
    TRY(const auto file,
        MatrixFile::open(path, files, NpyContent::Matrix, MatrixRole::Embedding, {.progress = progress}));
    TRY_DONE(adoptFileShape(parameters, false, false, files));
    TRY(const auto matrix, file->read({.progress = progress})); // now in `files`, for the pictures
    return FileOpener::AdoptedMatrix{.parameters = parameters, .looksLikeEncoding = looksLikeEncoding(*matrix->values)};
}

FileOpener::FileOpener(const WindowContext& context, SessionFiles& sessions, QObject* parent)
    : QObject(parent)
    , m_context(context)
    , m_sessions(sessions)
{
    connect(&sessions, &SessionFiles::used, this, &FileOpener::used);
    connect(this, &FileOpener::used, this, &FileOpener::note);
    connect(&context.store, &Store::parametersChanged, this, [this](const Parameters& parameters) {
        if (m_preset)
            emit presetHolds(parameters == m_preset->scene.a);
    });
}

void FileOpener::setRecent(std::vector<std::string> paths)
{
    constexpr std::size_t kMost = 5;
    m_recent = std::move(paths);
    m_recent.resize(std::min(m_recent.size(), kMost));
}

void FileOpener::note(const std::string& path)
{
    const QString name = QFileInfo(QFile::decodeName(path.c_str())).absoluteFilePath();
    const std::string file = QFile::encodeName(name).toStdString();
    if (!QByteArray::fromStdString(file).isValidUtf8())
        return; // the settings cannot hold this name
    std::erase(m_recent, file);
    m_recent.insert(m_recent.begin(), file);
    setRecent(std::move(m_recent));
    emit noted();
}

std::vector<Action> FileOpener::recentActions()
{
    std::vector<Action> actions;
    for (const std::string& path : m_recent)
        actions.push_back(command(u"recent-%1"_s.arg(actions.size() + 1), nameOf(path).replace(u'&', u"&&"_s),
                                  [this, path] { open(path); }, {.statusTip = QFile::decodeName(path.c_str())}));
    if (actions.empty()) // an empty menu does not open
        actions.push_back({.id = u"recent-1"_s,
                           .text = tr("No file yet"),
                           .enabled = [] { return false; },
                           .otherwise = tr("No file was opened yet.")});
    return actions;
}

void FileOpener::startFrom(const QString& presetId)
{
    const Result<Preset> preset = loadPreset(utf8(presetId));
    if (!preset.ok())
        return m_context.fail(preset.error());
    const Store::Gesture together(m_context.store, preset->document.title);
    // Replaces only the edited setup, so that a preset can be compared with the other one.
    m_context.store.openParameters(preset->document.scene.a);
    m_context.store.setView(preset->document.viewOver(m_context.store.view().board));
    hold(preset->document);
}

void FileOpener::hold(const Document& preset)
{
    m_preset = preset;
    m_preset->scene.a = m_context.store.parameters();
    emit presetShown(preset);
}

void FileOpener::closePreset()
{
    m_preset.reset();
    emit presetHolds(false);
}

void FileOpener::open(const std::string& path)
{
    if (path.ends_with(".md"))
        return emit lessonRequested(path);
    if (isModelConfigFile(path))
        return openConfig(path);
    m_asks = true;
    isSessionFile(path) ? m_sessions.open(path) : openMatrix(path);
}

void FileOpener::openMatrix(const std::string& path)
{
    if (m_readingMatrix) {
        m_nextMatrix = path;
        m_context.runner.cancel();
    } else if (m_context.runner.isRunning()) {
        m_context.fail(tr("An export is running. Press Esc to cancel it, then open the file again."));
    } else {
        readMatrix(path);
    }
}

void FileOpener::readMatrix(const std::string& path)
{
    m_readingMatrix = true;
    m_context.runner.start<AdoptedMatrix>(
        {.title = tr("reading %1").arg(nameOf(path)),
         .work
         = [path, parameters = m_context.store.parameters(), cache = m_context.cache()](
               const Runner::Progress& progress) { return adoptMatrix(parameters, path, cache->files(), progress); },
         .done =
             [this, path](const Result<AdoptedMatrix>& read) {
                 endMatrix(path, read);
             }});
}

void FileOpener::endMatrix(const std::string& path, const Result<AdoptedMatrix>& read)
{
    m_readingMatrix = false;
    if (m_nextMatrix)
        return readMatrix(*std::exchange(m_nextMatrix, std::nullopt));
    if (!read.ok())
        return m_context.fail(read.error(), tr("Canceled. Nothing was opened."));
    if (!read->arrays.empty())
        return askSoon([this, path, arrays = read->arrays] { chooseArray(path, arrays, MatrixRole::Embedding); });
    if (!read->looksLikeEncoding || !std::exchange(m_asks, false))
        return adopt(path, read->parameters);
    askSoon([this, path, parameters = read->parameters] {
        const auto use = askUseOfEncodings(m_context.window, nameOf(path));
        if (use == EncodingUse::Embed)
            adopt(path, parameters);
        else if (use == EncodingUse::Compare)
            checkTable(m_context, "position", path);
        else
            m_context.inform(tr("Canceled. Nothing was opened."));
    });
}

void FileOpener::askSoon(const std::function<void()>& ask)
{
    const QWindow* window = m_context.window->windowHandle();
    const bool placed = window == nullptr || !window->isVisible() || window->isExposed();
    QTimer::singleShot(placed ? 0 : 50, this, [this, placed, ask] { placed ? ask() : askSoon(ask); });
}

void FileOpener::adopt(const std::string& path, const Parameters& read)
{
    // Sets only what the file decides, since other parameters may have changed during reading.
    m_context.store.edit([&](Parameters& now) {
        now.embedding.source = read.embedding.source;
        now.encoding.dModel = read.encoding.dModel;
        now.sentence.vocab = read.sentence.vocab;
        now.sentence.seqLen = read.sentence.seqLen;
    });
    m_context.inform(tr("opened %1").arg(QFile::decodeName(path.c_str())));
    emit used(path);
}

void FileOpener::chooseArray(const std::string& path, const std::vector<Tensor>& arrays, MatrixRole role)
{
    const auto use = askArray(m_context.window, nameOf(path), arrays, role);
    if (!use)
        return m_context.inform(tr("Canceled. Nothing was opened."));
    m_asks = false;
    if (use->role == MatrixRole::Embedding)
        return openMatrix(path + '#' + use->array);
    const auto tensor = std::ranges::find(arrays, use->array, &Tensor::name);
    m_context.store.edit([&](Parameters& now) {
        findParameter("scheme")->set(now, std::string("learned"));
        findParameter("table", now)->set(now, "file:" + path + '#' + use->array);
        now.encoding.maxLen = std::min(now.encoding.maxLen, tensor->shape[0]);
        if (!EmbeddingTable::isFile(now.embedding.source))
            now.encoding.dModel = tensor->shape[1];
    });
    emit used(path);
}

// Opens a model's config.json of a few kilobytes; the model's setup replaces the edited one.
void FileOpener::openConfig(const std::string& path)
{
    const Result<ModelConfig> config = readModelConfig(path, m_context.store.parameters());
    if (!config.ok())
        return m_context.fail(config.error());
    m_context.store.openParameters(config->parameters);
    emit used(path);
    QStringList facts;
    for (const std::string& fact : config->understood)
        facts += qs(fact);
    const QString understood = facts.join(QStringLiteral(", "));
    if (config->warnings.empty())
        return m_context.inform(tr("%1: %2").arg(nameOf(path), understood));
    QStringList warnings;
    for (const Message& warning : config->warnings)
        warnings += words::ofCore(warning);
    m_context.warn(
        tr("%1: %2; differs from the model: %3").arg(nameOf(path), understood, warnings.join(QStringLiteral("; "))));
}

void FileOpener::ask()
{
    const QString path = QFileDialog::getOpenFileName(
        m_context.window, tr("Open"), {},
        tr("Sessions, figures, matrices, lessons and a model's config.json (*.json *.png *.svg "
           "*.pdf *.gif *.npy *.npz *.safetensors *.csv *.tsv *.md);;All files (*)"));
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
    m_asks = false;
    if (parameter.id == "embedding")
        return openMatrix(name); // sets d_model and the vocabulary, too
    const auto arrays = listArrays(name, MatrixRole::Positions);
    if (parameter.id == "table" && arrays.ok() && std::ranges::count_if(*arrays, canBeRead) > 1)
        return chooseArray(name, *arrays, MatrixRole::Positions);
    const std::string_view ofTokenizer = name.ends_with(".model") ? "sentencepiece:" : "wordpiece:";
    const std::string prefix(tokenizer ? ofTokenizer : parameter.filePrefix);
    m_context.store.edit([&](Parameters& parameters) { parameter.set(parameters, prefix + name); });
}

} // namespace phasor
