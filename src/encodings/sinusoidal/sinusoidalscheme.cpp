// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/sinusoidal/sinusoidalscheme.h"

#include "encodings/sinusoidal/frameworksinusoidal.h"
#include "encodings/sinusoidal/precision.h"
#include "encodings/sinusoidal/roundedsinusoidal.h"
#include "encodings/sinusoidal/sinusoidal.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>

namespace phasor {

namespace {

constexpr std::int64_t kMaxDModel = 65536;
constexpr std::int64_t kMaxPosition = 2147483647;
constexpr std::array<std::string_view, 3> kLayouts{"interleaved", "halves", "tensor2tensor"};

Error outOfRange(std::string where, const std::string& range)
{
    Error error{ErrorKind::Usage, "RANGE", std::move(where), "the value is out of range", "choose " + range};
    return error;
}

std::optional<Error> checkRange(const char* where, std::int64_t value, std::int64_t low, std::int64_t high)
{
    if (value >= low && value <= high)
        return std::nullopt;
    Error error = outOfRange(where, "a number from " + std::to_string(low) + " to " + std::to_string(high));
    error.what = std::to_string(value) + " is out of range";
    return error;
}

template <std::size_t N>
std::optional<Error> checkChoice(const char* where, const std::string& value,
                                 const std::array<std::string_view, N>& choices)
{
    std::string list;
    for (const std::string_view choice : choices) {
        if (choice == value)
            return std::nullopt;
        list.append(list.empty() ? "" : ", ").append(choice);
    }
    return Error{ErrorKind::Usage, "ENUM", where, quoted(value) + " is not one of the choices",
                 "choose one of " + list};
}

std::optional<Error> check(const EncodingSettings& settings)
{
    if (auto error = checkRange("--d-model", settings.dModel, 1, kMaxDModel))
        return error;
    if (auto error = checkRange("--max-len", settings.maxLen, 1, kMaxPosition))
        return error;
    if (auto error = checkRange("--first-position", settings.firstPosition, 0, kMaxPosition))
        return error;
    if (!std::isfinite(settings.base) || settings.base <= 0)
        return outOfRange("--base", "a finite number greater than 0");
    if (auto error = checkChoice("--layout", settings.layout, kLayouts))
        return error;
    return checkChoice("--precision", settings.precision, kPrecisions);
}

Result<std::shared_ptr<const Encoding>> make(const EncodingSettings& settings)
{
    if (auto error = check(settings))
        return std::move(*error);
    if (settings.precision == kPrecisions[0])
        return std::shared_ptr<const Encoding>(std::make_shared<Sinusoidal>(settings));
    if (settings.precision.ends_with("-rounded"))
        return std::shared_ptr<const Encoding>(std::make_shared<RoundedSinusoidal>(settings));
    return std::shared_ptr<const Encoding>(std::make_shared<FrameworkSinusoidal>(settings));
}

} // namespace

Scheme sinusoidalScheme()
{
    return {"sinusoidal", "Sinusoidal", "PE[p, 2i] = sin(p / b^(2i/d)), PE[p, 2i + 1] = cos(p / b^(2i/d))",
            "Vaswani et al. 2017, Attention Is All You Need, section 3.5", make};
}

} // namespace phasor
