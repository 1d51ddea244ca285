// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs/wrongfilekind.h"

#include <algorithm>
#include <string_view>

namespace phasor {

namespace {

constexpr std::size_t kHead = 512; // bytes that show what a file is

std::string asciiLowered(std::string_view text)
{
    std::string out(text);
    std::ranges::transform(out, out.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return out;
}

} // namespace

Status refuseWrongFileKind(const InputFile& file)
{
    TRY(const std::string head, file.head(kHead));
    if (head.starts_with("version https://git-lfs.github.com/spec/"))
        return inputError("LFS", 0, {}, WORDS("this is a Git LFS pointer, not the data"),
                          WORDS("run \"git lfs pull\""));
    const std::size_t begin = std::min(head.find_first_not_of(" \t\r\n\xef\xbb\xbf"), head.size());
    const std::string text = asciiLowered(std::string_view(head).substr(begin));
    if (text.starts_with("<!doctype html") || text.starts_with("<html"))
        return inputError("HTML", static_cast<std::int64_t>(begin), {}, WORDS("this is a saved web page, not the data"),
                          WORDS("download the file itself"));
    return Done{};
}

} // namespace phasor
