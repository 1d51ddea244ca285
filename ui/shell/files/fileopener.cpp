// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/files/fileopener.h"

#include "pipeline/config/modelconfig.h"
#include "pipeline/parameters/parameterspec.h"
#include "session/presets.h"
#include "session/sessionfile.h"
#include "session/store.h"
#include "ui/forms/text.h"
#include "ui/shell/files/matrixopener.h"
#include "ui/shell/settings/sessionfiles.h"
#include "words/coretexts.h"

#include <QFile>
#include <QFileDialog>
#include <QFileInfo>

namespace phasor {

FileOpener::FileOpener(Store& store, MatrixOpener& matrices, SessionFiles& sessions, QWidget* window)
    : Speaker(window)
    , m_store(store)
    , m_matrices(matrices)
    , m_sessions(sessions)
    , m_window(window)
{
}

void FileOpener::startFrom(const QString& presetId)
{
    const Result<Preset> preset = loadPreset(utf8(presetId));
    if (!preset.ok())
        return fail(preset.error());
    // The set-up that is edited: a preset can be compared with what was there.
    m_store.setParameters(preset->document.scene.a);
    m_store.setView(preset->document.view);
    emit presetShown(preset->document);
}

void FileOpener::open(const std::string& path)
{
    if (isModelConfigFile(path))
        return openConfig(path);
    isSessionFile(path) ? m_sessions.open(path) : m_matrices.open(path);
}

// A model's config.json, a few kilobytes: its encoding takes the place of that which is edited.
void FileOpener::openConfig(const std::string& path)
{
    const Result<ModelConfig> config = readModelConfig(path, m_store.parameters());
    if (!config.ok())
        return fail(config.error());
    m_store.setParameters(config->parameters);
    const QString name = QFileInfo(QFile::decodeName(path.c_str())).fileName();
    QStringList facts;
    for (const std::string& fact : config->understood)
        facts += qs(fact);
    const QString understood = facts.join(QStringLiteral(", "));
    if (config->warnings.empty())
        return inform(tr("%1: %2").arg(name, understood));
    QStringList warnings;
    for (const Message& warning : config->warnings)
        warnings += words::ofCore(warning);
    warn(tr("%1: %2; not as in the model: %3").arg(name, understood, warnings.join(QStringLiteral("; "))));
}

void FileOpener::ask()
{
    const QString path
        = QFileDialog::getOpenFileName(m_window, tr("Open"), {},
                                       tr("Sessions, figures, matrices and a model's config.json (*.json *.png *.svg "
                                          "*.pdf *.npy);;All files (*)"));
    if (!path.isEmpty())
        open(QFile::encodeName(path).toStdString());
}

void FileOpener::askFor(const ParameterSpec& parameter)
{
    const bool tokenizer = parameter.id == "tokenizer";
    const QString path = QFileDialog::getOpenFileName(
        m_window, tr("%1 from a file").arg(words::ofCore(parameter.label)), {},
        tokenizer ? tr("WordPiece vocabularies (*.txt);;SentencePiece models (*.model);;All files (*)")
                  : tr("All files (*)"));
    if (path.isEmpty())
        return;
    const std::string name = QFile::encodeName(path).toStdString();
    if (parameter.id == "embedding")
        return m_matrices.open(name); // d_model and vocabulary follow
    const std::string_view ofTokenizer = name.ends_with(".model") ? "sentencepiece:" : "wordpiece:";
    const std::string prefix(tokenizer ? ofTokenizer : parameter.filePrefix);
    m_store.edit([&](Parameters& parameters) { parameter.set(parameters, prefix + name); });
}

} // namespace phasor
