// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/enumchoice.h"

#include <functional>
#include <memory>
#include <typeinfo>
#include <utility>

namespace phasor {

// What one scheme depends on beside length and width: a value of a struct of the scheme's own (SinusoidalSettings,
// LearnedSettings …), whose type nobody else needs to know. Copies are cheap; equal if type and value are.
class SchemeSettings
{
public:
    SchemeSettings() = default; // the standard ones of any scheme
    template <typename T>
    requires(!std::is_same_v<T, SchemeSettings>)
        SchemeSettings(T settings) // NOLINT(google-explicit-constructor): `return SinusoidalSettings{};`
        : m_value(std::make_shared<const Value<T>>(std::move(settings)))
    {
    }

    // The settings, if they are a T.
    template <typename T> const T* find() const
    {
        const auto* value = dynamic_cast<const Value<T>*>(m_value.get());
        return value != nullptr ? &value->settings : nullptr;
    }
    // The settings, or the standard ones if they are of another scheme.
    template <typename T> T as() const
    {
        const T* found = find<T>();
        return found != nullptr ? *found : T{};
    }

    bool operator==(const SchemeSettings& other) const
    {
        if (m_value == other.m_value)
            return true;
        if (!m_value || !other.m_value)
            return (m_value ? m_value : other.m_value)->isStandard();
        return m_value->equals(*other.m_value);
    }

private:
    struct AnyValue
    {
        virtual ~AnyValue() = default;
        virtual bool equals(const AnyValue& other) const = 0;
        virtual bool isStandard() const = 0;
    };
    template <typename T> struct Value final : AnyValue
    {
        explicit Value(T value)
            : settings(std::move(value))
        {
        }
        bool equals(const AnyValue& other) const override
        {
            const auto* same = dynamic_cast<const Value*>(&other);
            return same != nullptr && same->settings == settings;
        }
        bool isStandard() const override { return settings == T{}; }
        T settings;
    };

    std::shared_ptr<const AnyValue> m_value;
};

// One parameter of a scheme: what is known of its values, and how it is read from and written into the settings.
struct SchemeParameter
{
    ValueSpec spec;
    std::function<ParameterValue(const SchemeSettings&)> value;
    std::function<void(SchemeSettings&, const ParameterValue&)> assign; // of a checked value
    bool (*matters)(const SchemeSettings&) = nullptr; // whether it changes anything beside these; null: always

    // schemeParameter(…).onlyWhen(isRandom)
    SchemeParameter onlyWhen(bool (*condition)(const SchemeSettings&)) const
    {
        SchemeParameter changed = *this;
        changed.matters = condition;
        return changed;
    }
};

// schemeParameter(real("base", …), &SinusoidalSettings::base)
template <typename Settings, typename T> SchemeParameter schemeParameter(ValueSpec spec, T Settings::*member)
{
    return {.spec = spec,
            .value = [member](const SchemeSettings& settings) { return toValue(settings.as<Settings>().*member); },
            .assign =
                [member](SchemeSettings& settings, const ParameterValue& value) {
                    Settings changed = settings.as<Settings>();
                    fromValue(changed.*member, value);
                    settings = std::move(changed);
                }};
}

} // namespace phasor
