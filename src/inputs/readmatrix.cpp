// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs/importedmatrix.h"

#include "inputs/inputfile.h"
#include "inputs/matrixstatistics.h"
#include "inputs/npyreader.h"

#include <algorithm>
#include <string_view>

namespace phasor {

namespace {

constexpr std::size_t kHead = 512; // bytes that show what a file is

std::string lowered(std::string_view text)
{
    std::string out(text);
    std::ranges::transform(out, out.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return out;
}

// Files that stand where a matrix was meant to be.
Status refuseImpostors(std::string_view head)
{
    if (head.starts_with("version https://git-lfs.github.com/spec/"))
        return inputError("LFS", 0, {}, "this is a Git LFS pointer, not the data", "run \"git lfs pull\"");
    const std::size_t begin = std::min(head.find_first_not_of(" \t\r\n\xef\xbb\xbf"), head.size());
    const std::string text = lowered(head.substr(begin));
    if (text.starts_with("<!doctype html") || text.starts_with("<html"))
        return inputError("HTML", static_cast<std::int64_t>(begin), {}, "this is a saved web page, not the data",
                          "download the file itself");
    return Done{};
}

Result<NpyMatrix> readContent(const InputFile& file, const ReadControl& control)
{
    const Result<std::string> head = file.head(kHead);
    if (!head.ok())
        return head.error();
    if (Status checked = refuseImpostors(*head); !checked.ok())
        return checked.error();
    return readNpy(file, control);
}

} // namespace

Result<ImportedMatrix> readMatrix(const std::string& path, const ReadControl& control)
{
    const auto named = [&](Error error) {
        error.where = quoted(path);
        return error;
    };
    const Result<InputFile> file = InputFile::open(path);
    if (!file.ok())
        return named(file.error());
    Result<NpyMatrix> content = readContent(*file, control);
    if (!content.ok())
        return named(content.error());

    ImportedMatrix out{std::move(content->values), std::move(content->warnings)};
    const MatrixStatistics statistics = statisticsOf(out.values->view(), control.cancel);
    if (control.cancel.cancelled())
        return cancelledError();
    out.nan = statistics.nan;
    out.inf = statistics.inf;
    out.sigma = statistics.sigma;
    out.low = statistics.low;
    out.high = statistics.high;
    if (out.nan + out.inf > 0)
        out.warnings.push_back({"NONFINITE",
                                grouped(static_cast<std::uint64_t>(out.nan)) + " NaN, "
                                    + grouped(static_cast<std::uint64_t>(out.inf)) + " Inf"});
    return out;
}

} // namespace phasor
