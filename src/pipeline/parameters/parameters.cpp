// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/parameters/parameters.h"

#include "encodings/schemes.h"

#include <algorithm>
#include <cmath>

namespace phasor {

bool concatenates(const Parameters& parameters)
{
    const Scheme* scheme = findScheme(parameters.encoding.scheme);
    return parameters.sum.combine == Combine::Concatenate && scheme != nullptr && scheme->kind == SchemeKind::Table;
}

Widths widthsOf(const Parameters& parameters)
{
    const std::int64_t whole = parameters.encoding.dModel;
    if (!concatenates(parameters))
        return {whole, whole, whole};
    const std::int64_t position = parameters.sum.positionDims.value_or(std::max<std::int64_t>(1, whole / 4));
    return {whole, whole - position, position};
}

double scaleOf(const Parameters& parameters)
{
    if (const double* number = std::get_if<double>(&parameters.sum.scale))
        return *number;
    const bool none = std::get<ScaleRule>(parameters.sum.scale) == ScaleRule::None;
    return none ? 1.0 : std::sqrt(static_cast<double>(parameters.encoding.dModel));
}

double dropProbabilityOf(const DropoutSettings& dropout)
{
    return dropout.mode == DropoutMode::Eval ? 0 : dropout.p;
}

std::optional<std::int64_t> schemesPositions(const EncodingSettings& encoding)
{
    const Scheme* scheme = findScheme(encoding.scheme);
    if (scheme == nullptr || scheme->positions == nullptr)
        return std::nullopt;
    const std::int64_t count = scheme->positions(encoding.own);
    return count > 0 ? std::optional(count) : std::nullopt;
}

namespace {

void keepValues(const Scheme& before, const Scheme& now, const SchemeSettings& old, SchemeSettings& own)
{
    for (const SchemeParameter& parameter : now.own) {
        const auto same = std::find_if(before.own.begin(), before.own.end(),
                                       [&](const SchemeParameter& other) { return other.id == parameter.id; });
        if (same == before.own.end())
            continue;
        const ParameterValue value = same->get(old);
        if (value != same->standard() && checkValue(parameter, value).ok())
            parameter.set(own, value);
    }
}

} // namespace

void setScheme(EncodingSettings& encoding, std::string_view id)
{
    if (encoding.scheme == id)
        return;
    const Scheme* before = findScheme(encoding.scheme);
    const Scheme* now = findScheme(id);
    const SchemeSettings old = std::exchange(encoding.own, SchemeSettings{});
    encoding.scheme = id;
    if (before != nullptr && now != nullptr)
        keepValues(*before, *now, old, encoding.own);
    encoding.maxLen = schemesPositions(encoding).value_or(encoding.maxLen);
}

} // namespace phasor
