// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/anysettings.h"
#include "text/enumchoice.h"

#include <concepts>
#include <functional>
#include <span>
#include <utility>

namespace phasor {

// One setting of a plain value W: what is known of its values, and where in W it is. JSON, options, copied commands,
// controls and help are loops over lists of settings. W{} has the standard values.
template <typename W> struct Setting : ValueSpec
{
    std::function<ParameterValue(const W&)> get;
    std::function<void(W&, const ParameterValue&)> set; // of a checked value
    std::function<bool(const W&)> matters = {}; // whether it changes anything beside the others; none: always

    ParameterValue standard() const { return get(W{}); }
    bool isStandard(const W& whole) const { return get(whole) == standard(); }
    Setting onlyWhen(std::function<bool(const W&)> condition) const
    {
        Setting changed = *this;
        changed.matters = std::move(condition);
        return changed;
    }
};

// What a member of a settings struct may be. Others (a size, a zoom) are written by hand: { spec, get, set }.
template <typename T> inline constexpr bool kSettable = std::is_enum_v<T> || std::is_integral_v<T>;
template <> inline constexpr bool kSettable<double> = true;
template <> inline constexpr bool kSettable<Seed> = true;
template <> inline constexpr bool kSettable<std::string> = true;
template <> inline constexpr bool kSettable<std::vector<std::string>> = true;
template <typename T> inline constexpr bool kSettable<std::optional<T>> = kSettable<T>;
template <typename E> inline constexpr bool kSettable<std::variant<E, double>> = std::is_enum_v<E>;
template <typename T>
concept Settable = kSettable<T>;

// setting(flag("minus-mean-row", …), &SimilarityOptions::minusMeanRow)
template <typename W, Settable T> Setting<W> setting(const ValueSpec& spec, T W::*member)
{
    return {spec, [member](const W& whole) { return toValue(whole.*member); },
            [member](W& whole, const ParameterValue& value) {
                fromValue(whole.*member, value);
            }};
}

// The same of a group of members: setting(real("dropout", …), &Parameters::dropout, &DropoutSettings::p)
template <typename W, typename Group, Settable T>
Setting<W> setting(const ValueSpec& spec, Group W::*group, T Group::*member)
{
    return {spec, [=](const W& whole) { return toValue(whole.*group.*member); },
            [=](W& whole, const ParameterValue& value) {
                fromValue(whole.*group.*member, value);
            }};
}

// The same setting of what W stands in: `read` finds W there, `write` puts it back.
//     within<Document>(parameter, [](const Document& d) { return d.scene.a; }, [](Document& d, Parameters p) { … })
template <typename Outer, typename W, typename Read, typename Write>
requires std::convertible_to<std::invoke_result_t<Read, const Outer&>, W> && std::invocable<Write, Outer&, W>
    Setting<Outer> within(const Setting<W>& inner, Read read, Write write)
{
    Setting<Outer> outer{inner, [get = inner.get, read](const Outer& whole) { return get(read(whole)); },
                         [set = inner.set, read, write](Outer& whole, const ParameterValue& value) {
                             W changed = read(whole);
                             set(changed, value);
                             write(whole, std::move(changed));
                         }};
    if (inner.matters)
        outer.matters = [matters = inner.matters, read](const Outer& whole) {
            return matters(read(whole));
        };
    return outer;
}

// The same setting of a W whose type is forgotten.
template <typename W> Setting<AnySettings> erased(const Setting<W>& inner)
{
    return within<AnySettings>(
        inner, [](const AnySettings& any) { return any.as<W>(); },
        [](AnySettings& any, W changed) { any = std::move(changed); });
}

// The setting of that id; null: there is none.
template <typename List> auto findSetting(const List& list, std::string_view id) -> decltype(&*std::begin(list))
{
    for (const auto& one : list) {
        if (one.id == id)
            return &one;
    }
    return nullptr;
}

} // namespace phasor
