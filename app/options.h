// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/shape.h"
#include "pipeline/parameters.h"
#include "pipeline/stages.h"
#include "session/presets.h"
#include "text/result.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace phasor {

// The options of one command: all parameters by their specs, and what the command adds. Values are kept as text and
// read by our own strict rules, so that a message is the same here, in the window and in a session.
class Options
{
public:
    explicit Options(CLI::App& app);
    ~Options();

    void addParameters();
    void add(const std::string& name, const std::string& help, bool required = false);
    void addFlag(const std::string& name, const std::string& help);
    void addPositional(const std::string& name, const std::string& help, bool required);

    bool given(const std::string& name) const;
    std::string text(const std::string& name) const; // empty if not given
    bool flag(const std::string& name) const;

    Result<Preset> preset() const; // without --preset: the defaults
    // The preset's, overridden by what is given; the shape of an embedding's file is adopted. Checked and free of
    // contradictions.
    Result<Parameters> parameters() const;
    Result<StagesPtr> stages(const CancelToken& cancel) const; // of parameters()
    // "A:B", half-open, inside [0, size); the whole if not given.
    Result<Span> window(const std::string& name, std::int64_t size) const;

private:
    CLI::App& m_app;
    std::map<std::string, std::string> m_texts;
    std::map<std::string, bool> m_flags;
    std::map<std::string, bool> m_given;
};

// The whole file as text, for --text-file. A regular file of at most 64 MiB.
Result<std::string> readTextFile(const std::string& path);

} // namespace phasor
