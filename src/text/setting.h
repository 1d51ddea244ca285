// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/valuespec.h"

#include <algorithm>
#include <concepts>
#include <functional>
#include <memory>
#include <typeinfo>

namespace phasor {

// A value of a struct of settings (SinusoidalSettings, SimilarityOptions …). Only its readers know the type. Copies are
// cheap; equal if type and value are. Empty: the defaults of any type.
class AnySettings
{
public:
    AnySettings() = default;
    template <typename T>
    requires(!std::is_same_v<T, AnySettings>)
        AnySettings(T settings) // NOLINT(google-explicit-constructor): `return SinusoidalSettings{};`
        : m_value(std::make_shared<const T>(std::move(settings)))
        , m_type(&typeid(T))
        , m_equal(equal<T>)
    {
    }

    // The settings, if they are a T.
    template <typename T> const T* find() const
    {
        return m_value != nullptr && *m_type == typeid(T) ? static_cast<const T*>(m_value.get()) : nullptr;
    }
    // The settings, or the defaults if they have another type.
    template <typename T> T as() const
    {
        const T* found = find<T>();
        return found != nullptr ? *found : T{};
    }

    bool operator==(const AnySettings& other) const
    {
        if (m_value == other.m_value)
            return true;
        if (m_value != nullptr && other.m_value != nullptr && *m_type != *other.m_type)
            return false;
        return (m_value != nullptr ? m_equal : other.m_equal)(m_value.get(), other.m_value.get());
    }

private:
    // Null: the defaults.
    template <typename T> static bool equal(const void* a, const void* b)
    {
        const T standard{};
        return *(a != nullptr ? static_cast<const T*>(a) : &standard)
            == *(b != nullptr ? static_cast<const T*>(b) : &standard);
    }

    std::shared_ptr<const void> m_value;
    const std::type_info* m_type = nullptr;
    bool (*m_equal)(const void* a, const void* b) = nullptr;
};

// One setting of a plain value W: its values, and its member in W. JSON, options, copied commands, controls and help
// are loops over lists of settings. W{} has the default values.
template <typename W> struct Setting : ValueSpec
{
    std::function<ParameterValue(const W&)> get;
    std::function<void(W&, const ParameterValue&)> set; // takes a checked value
    std::function<bool(const W&)> matters = {}; // whether it has an effect with the other settings; none: always

    ParameterValue standard() const { return get(W{}); }
    bool isStandard(const W& whole) const { return get(whole) == standard(); }
    Setting onlyWhen(std::function<bool(const W&)> condition) const
    {
        Setting changed = *this;
        changed.matters = std::move(condition);
        return changed;
    }
};

// setting(flag("minus-mean-row", …), &SimilarityOptions::minusMeanRow). For a member that toValue() does not know (a
// size, a zoom) write { spec, get, set } by hand.
template <typename W, typename T> Setting<W> setting(const ValueSpec& spec, T W::*member)
{
    return {spec, [member](const W& whole) { return toValue(whole.*member); },
            [member](W& whole, const ParameterValue& value) {
                fromValue(whole.*member, value);
            }};
}

// The same of a group of members: setting(real("dropout", …), &Parameters::dropout, &DropoutSettings::p)
template <typename W, typename Group, typename T>
Setting<W> setting(const ValueSpec& spec, Group W::*group, T Group::*member)
{
    return {spec, [=](const W& whole) { return toValue(whole.*group.*member); },
            [=](W& whole, const ParameterValue& value) {
                fromValue(whole.*group.*member, value);
            }};
}

// The same setting for Outer, which contains W: `read` gets W from it, `write` puts it back.
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

// The same setting with the type W erased.
template <typename W> Setting<AnySettings> erased(const Setting<W>& inner)
{
    return within<AnySettings>(
        inner, [](const AnySettings& any) { return any.as<W>(); },
        [](AnySettings& any, W changed) { any = std::move(changed); });
}

// The setting of that id, or null.
template <typename List> auto findSetting(const List& list, std::string_view id) -> decltype(&*std::begin(list))
{
    const auto found = std::ranges::find(list, id, [](const auto& one) { return one.id; });
    return found == std::end(list) ? nullptr : &*found;
}

} // namespace phasor
