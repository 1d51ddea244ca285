// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTemporaryDir>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>

// Plain files for tests, by the raw bytes of their names and without the code under test.
namespace testfiles {

inline std::string read(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

inline void write(const std::string& path, std::string_view bytes)
{
    std::ofstream(path, std::ios::binary | std::ios::trunc)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

inline std::set<std::string> names(const std::string& folder)
{
    std::set<std::string> out;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        out.insert(entry.path().filename().string());
    return out;
}

class Folder
{
public:
    std::string operator/(std::string_view name) const { return path() + "/" + std::string(name); }
    std::string path() const { return m_folder.path().toStdString(); }
    std::set<std::string> names() const { return testfiles::names(path()); }

private:
    QTemporaryDir m_folder;
};

} // namespace testfiles
