// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "commands/numbers.h"
#include "text/result.h"

#include <string>
#include <utility>
#include <vector>

namespace phasor {

class Options;

// The numbers of one set-up, or of each of a sweep, as text: one JSON object, one a line, or a table of CSV.
class NumberTable
{
public:
    // As --format says, with the keys of --keys; without it all, but arrays of more than 1024 numbers are then
    // { "length": N }.
    static Result<NumberTable> make(const Options& options);

    // `swept`: what this one of a sweep has of the lists. Errors: Usage ENUM, a key that is not there.
    Status add(const std::vector<std::pair<std::string, std::string>>& swept, const Json& numbers);
    std::string text() const;
    const std::vector<std::string>& keys() const { return m_keys; } // empty: all

private:
    struct Row
    {
        Json swept = Json::object();
        Json numbers = Json::object();
    };
    Result<Json> wanted(const Json& numbers) const;
    std::string csv() const;

    bool m_csv = false;
    std::vector<std::string> m_keys;
    std::vector<Row> m_rows;
};

} // namespace phasor
