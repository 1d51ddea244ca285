// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>

// Plain files for tests, named by raw bytes, made without the code under test.
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

// A new folder, removed with its contents; QTemporaryDir would leave names that are not UTF-8.
class Folder
{
public:
    Folder()
        : m_path((std::filesystem::temp_directory_path() / "phasor-test-XXXXXX").string())
    {
        if (::mkdtemp(m_path.data()) == nullptr)
            std::abort();
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }

    std::string operator/(std::string_view name) const { return m_path + "/" + std::string(name); }
    const std::string& path() const { return m_path; }
    std::set<std::string> names() const { return testfiles::names(m_path); }

private:
    std::string m_path;
};

} // namespace testfiles
