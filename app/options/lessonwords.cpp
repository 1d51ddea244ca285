// SPDX-License-Identifier: GPL-3.0-or-later
#include "options/lessonsteps.h"

#include "inputs/matrix/arrayfile.h"
#include "pipeline/json.h"
#include "pipeline/parameters/parameterspec.h"
#include "text/words.h"

#include <algorithm>
#include <filesystem>

namespace phasor {

// `path` may end in "#TENSOR".
static bool isInside(const std::string& path, const std::string& folder)
{
    namespace fs = std::filesystem;
    std::error_code ignored;
    const fs::path root = fs::weakly_canonical(folder, ignored);
    const fs::path real = fs::weakly_canonical(matrixName(path).path, ignored);
    return !folder.empty() && std::mismatch(root.begin(), root.end(), real.begin(), real.end()).first == root.end();
}

// Error: a file that the session names lies outside. A session that can't be read is refused later.
static Status filesInside(const std::string& option, const std::string& session, const std::string& folder)
{
    const Result<DocumentRead> read = readSessionFile(session);
    if (!read.ok())
        return Done{};
    const Scene& scene = read->document.scene;
    for (const Parameters* setup : {&scene.a, scene.b ? &*scene.b : &scene.a}) {
        for (const ParameterSpec* spec : specsOf(*setup)) {
            const ParameterValue value = spec->get(*setup);
            const auto* text = std::get_if<std::string>(&value);
            const std::size_t file = text != nullptr ? fileNameIn(spec->option(), *text) : 0;
            if (text != nullptr && file < text->size() && !isInside(text->substr(file), folder))
                return usageError("FOLDER", option,
                                  WORDS("the session names %1, which is not in the folder of the lesson")
                                      .with(inQuotes(text->substr(file))),
                                  WORDS("put that file into the folder, choose it there, and save the session anew"));
        }
    }
    return Done{};
}

// The path of a file that `option` names, inside the lesson's folder. Error: it lies outside.
static Result<std::string> insideFolder(const std::string& option, const std::string& path, const std::string& folder)
{
    namespace fs = std::filesystem;
    const std::string file = (fs::path(folder) / fs::path(path).lexically_normal()).string();
    if (fs::path(path).is_absolute() || !isInside(file, folder))
        return usageError("FOLDER", option, WORDS("%1 is not in the folder of the lesson").with(inQuotes(path)),
                          WORDS("put the file into that folder, and write its name"));
    if (option == "--session" || option == "--compare")
        TRY_DONE(filesInside(option, file, folder));
    return file;
}

// The value of --compare-with, with files inside the lesson's folder.
static Result<std::string> setupInside(const std::string& options, const std::string& folder)
{
    TRY(const std::vector<ShellWord> split, shellWords(options));
    std::vector<LessonWord> words(split.size());
    std::ranges::transform(split, words.begin(), [](const ShellWord& word) { return LessonWord{word.text}; });
    std::string inside;
    for (const OptionUnit& unit : unitsOf(words)) {
        TRY(const std::vector<std::string> texts, textsInside(unit, folder));
        for (const std::string& text : texts)
            inside += " " + shellQuoted(text);
    }
    return inside;
}

std::vector<OptionUnit> unitsOf(const std::vector<LessonWord>& words)
{
    std::vector<OptionUnit> units;
    for (const LessonWord& word : words) {
        const bool isSecond = !units.empty() && units.back().words.size() == 1 // whose value are options
            && units.back().words.front().text == "--compare-with";
        if ((word.text.starts_with("--") && !isSecond) || units.empty())
            units.push_back({word.text.substr(0, word.text.find('=')), {}});
        units.back().words.push_back(word);
    }
    return units;
}

std::vector<LessonWord> joined(const std::vector<LessonWord>& words, const std::vector<LessonWord>& more)
{
    const std::vector<OptionUnit> later = unitsOf(more);
    std::vector<LessonWord> all;
    for (const OptionUnit& unit : unitsOf(words)) {
        const bool replaced
            = unit.name != "--view" && std::ranges::find(later, unit.name, &OptionUnit::name) != later.end();
        if (!replaced)
            all.insert(all.end(), unit.words.begin(), unit.words.end());
    }
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

Result<std::vector<std::string>> textsInside(const OptionUnit& unit, const std::string& folder)
{
    std::vector<std::string> texts;
    for (const LessonWord& word : unit.words) {
        std::string text = word.text;
        const bool named = texts.empty() && text.starts_with("--");
        const std::size_t value = !named ? 0 : std::min(text.find('='), text.size() - 1) + 1;
        const std::size_t path = fileNameIn(unit.name, text, value);
        if (path < text.size()) {
            TRY(const std::string inside, insideFolder(unit.name, text.substr(path), folder));
            text.replace(path, std::string::npos, inside);
        } else if (unit.name == "--compare-with" && value < text.size()) {
            TRY(const std::string inside, setupInside(text.substr(value), folder));
            text.replace(value, std::string::npos, inside);
        }
        texts.push_back(text);
    }
    return texts;
}

} // namespace phasor
