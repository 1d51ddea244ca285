// SPDX-License-Identifier: GPL-3.0-or-later
#include "output.h"

#include "options/options.h"
#include "report.h"

#include <algorithm>
#include <cctype>

namespace phasor {

namespace {

constexpr const char* kStandardOutput = "-";

bool isListed(const std::string& word, const std::string& formats)
{
    return !word.empty() && word.find_first_of(", ") == std::string::npos
        && (", " + formats + ",").find(", " + word + ",") != std::string::npos;
}

} // namespace

void addOutput(Options& options, const std::string& formats)
{
    options.add("--out", "FILE", "Where to; - is standard output. The ending says the format: " + formats + ".", true);
    options.add("--format", "ID", "The format in place of the ending: " + formats + ".");
}

Result<std::string> outputFormat(const Options& options, const std::string& formats)
{
    const std::string out = options.text("--out");
    if (options.given("--format")) {
        if (isListed(options.text("--format"), formats))
            return options.text("--format");
        return usageError("ENUM", "--format", WORDS("%1 is unknown").with(inQuotes(options.text("--format"))),
                          WORDS("give one of %1").with(formats));
    }
    if (out == kStandardOutput)
        return usageError("MISSING", "--format", WORDS("is required, as standard output has no ending"),
                          WORDS("give one of %1").with(formats));
    const std::string name = out.substr(out.rfind('/') + 1);
    const std::size_t dot = name.rfind('.');
    std::string ending = dot == std::string::npos ? std::string() : name.substr(dot + 1);
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (isListed(ending, formats))
        return ending;
    return usageError("ENUM", quotedPlace(out),
                      ending.empty() ? Message(WORDS("no ending that says the format"))
                                     : WORDS("unknown format %1").with(inQuotes("." + ending)),
                      WORDS("formats: %1").with(formats));
}

Result<OutputFile> openOutput(const std::string& out)
{
    return out == kStandardOutput ? OutputFile::standardOutput() : OutputFile::open(out);
}

void reportOutput(const OutputFile& file, Report& report)
{
    if (file.warning())
        report.warn(*file.warning());
}

} // namespace phasor
