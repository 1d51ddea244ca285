// SPDX-License-Identifier: GPL-3.0-or-later
#include "options/lessonwords.h"

#include "text/shellwords.h"

#include <QString>

#include <algorithm>
#include <filesystem>
#include <iterator>

namespace phasor {

namespace {

std::string optionNameOf(const std::string& word)
{
    return word.substr(0, word.find('='));
}

// The path of a file that `option` names, inside the lesson's folder. Error: it lies outside.
Result<std::string> insideFolder(const std::string& option, const std::string& path, const std::string& folder)
{
    namespace fs = std::filesystem;
    const std::size_t tensor = path.find('#');
    const fs::path file = fs::path(path.substr(0, tensor)).lexically_normal();
    std::error_code ignored;
    const fs::path root = fs::weakly_canonical(folder, ignored);
    const fs::path real = fs::weakly_canonical(fs::path(folder) / file, ignored);
    const bool inside = !folder.empty() && file.is_relative()
        && std::mismatch(root.begin(), root.end(), real.begin(), real.end()).first == root.end();
    if (!inside)
        return usageError("FOLDER", option, WORDS("%1 is not in the folder of the lesson").with(inQuotes(path)),
                          WORDS("put the file into that folder, and write its name"));
    return (fs::path(folder) / file).string() + (tensor == std::string::npos ? "" : path.substr(tensor));
}

// The value of --compare-with, with files inside the lesson's folder.
Result<std::string> setupInside(const std::string& options, const std::string& folder)
{
    TRY(const std::vector<ShellWord> split, shellWords(options));
    std::vector<LessonWord> words;
    for (const ShellWord& word : split)
        words.push_back({word.text});
    std::string inside;
    for (const OptionUnit& unit : unitsOf(words)) {
        TRY(const std::vector<std::string> texts, textsInside(unit, folder));
        for (const std::string& text : texts)
            inside += " "
                + QString::fromStdString(text)
                      .replace(u'\'', QStringLiteral("'\\''"))
                      .prepend(u'\'')
                      .append(u'\'')
                      .toStdString();
    }
    return inside;
}

} // namespace

std::vector<OptionUnit> unitsOf(const std::vector<LessonWord>& words)
{
    std::vector<OptionUnit> units;
    for (const LessonWord& word : words) {
        const bool isSecond = !units.empty() && units.back().words.size() == 1 // whose value are options
            && units.back().words.front().text == "--compare-with";
        if ((word.text.starts_with("--") && !isSecond) || units.empty())
            units.push_back({optionNameOf(word.text), {}});
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
    constexpr std::string_view kFiles[] = {"--session", "--config", "--text-file", "--compare", "--rope-factors"};
    constexpr std::string_view kPrefixes[] = {"file:", "wordpiece:", "sentencepiece:", "text:"};
    const bool isFile = std::ranges::find(kFiles, unit.name) != std::end(kFiles);
    std::vector<std::string> texts;
    for (const LessonWord& word : unit.words) {
        std::string text = word.text;
        const bool named = texts.empty() && text.starts_with("--");
        const std::size_t value = !named ? 0 : std::min(text.find('='), text.size() - 1) + 1;
        const auto* prefix = std::ranges::find_if(
            kPrefixes, [&](std::string_view one) { return text.compare(value, one.size(), one) == 0; });
        const std::size_t path = isFile ? value : prefix != std::end(kPrefixes) ? value + prefix->size() : text.size();
        if (path < text.size()) {
            TRY(const std::string inside, insideFolder(unit.name, text.substr(path), folder));
            text = text.substr(0, path) + inside;
        } else if (unit.name == "--compare-with" && value < text.size()) {
            TRY(const std::string inside, setupInside(text.substr(value), folder));
            text = text.substr(0, value) + inside;
        }
        texts.push_back(text);
    }
    return texts;
}

} // namespace phasor
