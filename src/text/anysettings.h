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
        if (m_value != nullptr && other.m_value != nullptr && *m_type != *other.m_type)
            return false;
        return (m_value != nullptr ? m_equal : other.m_equal)(m_value.get(), other.m_value.get());
    }

private:
    // Null: the standard settings.
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

} // namespace phasor
