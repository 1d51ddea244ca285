// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/bundled.h"

#include <stdexcept>
#include <utility>

namespace phasor {

std::string_view bundledText(std::string_view path)
{
    static constexpr std::pair<std::string_view, std::string_view> kFiles[] = {
#include "bundledfiles.inc"
    };
    for (const auto& [name, text] : kFiles) {
        if (name == path)
            return text;
    }
    throw std::out_of_range("resources/" + std::string(path));
}

std::string bundledPython(std::string_view file, std::string_view part)
{
    const std::string_view text = bundledText("notebooks/" + std::string(file) + ".py");
    const std::string mark = "\n# %% " + std::string(part) + "\n";
    const std::size_t found = text.find(mark);
    if (found == std::string_view::npos)
        throw std::out_of_range(std::string(file) + ".py: " + std::string(part));
    const std::size_t begin = found + mark.size();
    const std::size_t end = text.find("\n# %% ", begin - 1);
    return std::string(text.substr(begin, end == std::string_view::npos ? end : end + 1 - begin));
}

} // namespace phasor
