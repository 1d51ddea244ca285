// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <type_traits>
#include <typeinfo>
#include <utility>

namespace phasor {

// A value of a struct of settings (SinusoidalSettings, SimilarityOptions …) whose type only those need to know who read
// it. Copies are cheap; equal if type and value are. Empty: the standard ones of any type.
class AnySettings
{
public:
    AnySettings() = default;
    template <typename T>
    requires(!std::is_same_v<T, AnySettings>)
        AnySettings(T settings) // NOLINT(google-explicit-constructor): `return SinusoidalSettings{};`
        : m_value(std::make_shared<const Value<T>>(std::move(settings)))
    {
    }

    // The settings, if they are a T.
    template <typename T> const T* find() const
    {
        const auto* value = dynamic_cast<const Value<T>*>(m_value.get());
        return value != nullptr ? &value->settings : nullptr;
    }
    // The settings, or the standard ones if they are of another type.
    template <typename T> T as() const
    {
        const T* found = find<T>();
        return found != nullptr ? *found : T{};
    }

    bool operator==(const AnySettings& other) const
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

} // namespace phasor
