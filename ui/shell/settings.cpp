// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/settings.h"

#include "files/outputfile.h"
#include "pipeline/json.h"
#include "ui/forms/text.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <nlohmann/json.hpp>

namespace phasor {

namespace {

using Json = nlohmann::ordered_json;

constexpr auto kFormat = "phasor-window";
constexpr int kVersion = 1;
constexpr qint64 kLargest = 1 << 20; // bytes; a real one has about two thousand

Json settingsToJson(const Settings& s)
{
    Json plots = Json::array();
    for (const QString& id : s.plots)
        plots.push_back(utf8(id));
    return {{"format", kFormat},
            {"version", kVersion},
            {"window", {s.window.x(), s.window.y(), s.window.width(), s.window.height()}},
            {"maximised", s.maximised},
            {"columns", std::vector<int>(s.columns.begin(), s.columns.end())},
            {"plot_rows", std::vector<int>(s.plotRows.begin(), s.plotRows.end())},
            {"plot_columns", std::vector<int>(s.plotColumns.begin(), s.plotColumns.end())},
            {"plots", plots},
            {"theme", utf8(s.theme)},
            {"stage", stageInfo(s.view.stage).name},
            {"dimensions", s.view.dimensions},
            {"parameters", toJson(s.parameters)}};
}

QList<int> list(const Json& json, const char* key)
{
    const auto values = json.at(key).get<std::vector<int>>();
    return {values.begin(), values.end()};
}

// Throws nlohmann's exceptions where a key is missing or of another type; the caller turns them into "not understood".
Result<Settings> settingsFromJson(const Json& json)
{
    if (json.at("format") != kFormat || json.at("version") != kVersion)
        return Error{.kind = ErrorKind::Input, .code = "VERSION", .what = "is of another version of Phasor"};
    Settings s;
    const QList<int> window = list(json, "window");
    if (window.size() == 4)
        s.window = QRect(window[0], window[1], window[2], window[3]);
    s.maximised = json.at("maximised").get<bool>();
    s.columns = list(json, "columns");
    s.plotRows = list(json, "plot_rows");
    s.plotColumns = list(json, "plot_columns");
    for (const auto& id : json.at("plots"))
        s.plots << qs(id.get<std::string>());
    s.theme = qs(json.at("theme").get<std::string>());
    if (const StageInfo* stage = findStage(json.at("stage").get<std::string>()))
        s.view.stage = stage->id;
    s.view.dimensions = json.at("dimensions").get<std::vector<std::int64_t>>();
    const Result<Parameters> parameters = fromJson(json.at("parameters"));
    if (!parameters.ok())
        return parameters.error();
    s.parameters = *parameters;
    return s;
}

Result<Settings> understand(const QByteArray& bytes)
{
    const Json json = Json::parse(bytes.begin(), bytes.end(), nullptr, false);
    if (!json.is_object())
        return Error{.kind = ErrorKind::Input, .code = "SYNTAX", .what = "is not JSON"};
    try {
        return settingsFromJson(json);
    } catch (const Json::exception&) {
        return Error{.kind = ErrorKind::Input, .code = "SCHEMA", .what = "lacks something, or has it in another type"};
    }
}

} // namespace

SettingsFile::SettingsFile(std::string path)
    : m_path(std::move(path))
{
}

std::string SettingsFile::standardPath()
{
    // QStandardPaths knows the state folder from Qt 6.7 on.
    QString folder = qEnvironmentVariable("XDG_STATE_HOME");
    if (!QDir::isAbsolutePath(folder))
        folder = QDir::homePath() + u"/.local/state"_s;
    return QFile::encodeName(folder + u"/phasor/window.json"_s).toStdString();
}

SettingsFile::Loaded SettingsFile::load() const
{
    const QString name = QFile::decodeName(m_path.c_str());
    QFile file(name);
    if (!file.exists())
        return {};
    if (!file.open(QIODevice::ReadOnly)) {
        return {{},
                QCoreApplication::translate("Settings", "%1 cannot be read (%2): standard settings are used")
                    .arg(name, file.errorString())};
    }
    const Result<Settings> settings = understand(file.read(kLargest));
    file.close();
    if (settings.ok())
        return {*settings, {}};
    const QString aside
        = name + u".corrupt-"_s + QDateTime::currentDateTime().toString(QStringLiteral("yyyyMMdd-HHmmss"));
    const bool moved = QFile::rename(name, aside);
    const QString text = moved
        ? QCoreApplication::translate("Settings", "%1 %2: standard settings are used, the file is kept as %3")
        : QCoreApplication::translate("Settings", "%1 %2: standard settings are used");
    const QString what = text.arg(name, qs(settings.error().what));
    return {{}, moved ? what.arg(aside) : what};
}

Status SettingsFile::save(const Settings& settings) const
{
    QDir().mkpath(QFileInfo(QFile::decodeName(m_path.c_str())).path()); // if it fails, the writer says why
    Result<OutputFile> file = OutputFile::open(m_path);
    if (!file.ok())
        return file.error();
    // A file name that is not UTF-8 cannot be kept in JSON; it is replaced rather than all the rest lost.
    const std::string text = settingsToJson(settings).dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
    if (Status status = file->write(text); !status.ok())
        return status;
    return file->commit();
}

} // namespace phasor
