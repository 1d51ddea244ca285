// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <span>
#include <string_view>

// Titles, labels and explanations that stand in the core's tables, which know nothing of translations.
namespace phasor::words {

// Such a text, translated. One that coreTexts() does not have stays English.
QString ofCore(std::string_view text);

// All that lupdate finds. tst_words says which are missing.
std::span<const char* const> coreTexts();

// Whose random numbers the generator `id` draws, and what that was checked against.
QString generator(std::string_view id);

} // namespace phasor::words
