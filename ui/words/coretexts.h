// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/message.h"

#include <QString>

#include <string>
#include <string_view>

// What the core says, which knows nothing of translations: titles, labels and explanations of its tables, errors and
// warnings. lupdate finds all of it by WORDS.
namespace phasor::words {

QString ofCore(SourceText text);

// A parameter that is named by its option is called by the label of its control: "raise max_len".
QString ofCore(const Message& message);

// Title or sentence of a preset, which stand in resources/presets/*.json.
QString ofPreset(const std::string& text);

// Whose random numbers the generator `id` draws, and what that was checked against.
QString generator(std::string_view id);

} // namespace phasor::words
