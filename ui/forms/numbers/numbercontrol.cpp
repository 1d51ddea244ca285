// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/numbers/numbercontrol.h"

#include "ui/forms/controls.h"
#include "ui/forms/numbers/slider.h"
#include "ui/forms/numbers/valuefield.h"
#include "ui/forms/text.h"

#include <QHBoxLayout>
#include <QSignalBlocker>

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

constexpr QLatin1String kWidest("2147483647"); // the largest max_len; all fields have its width, so that sliders align
constexpr int kFrame = 20; // pixels of a field besides its number

} // namespace

NumberControl::NumberControl(const ParameterSpec& spec, QWidget* parent)
    : Control(spec, parent)
    , m_slider(new Slider(SliderScale(spec), this))
    , m_field(new ValueField(spec, this))
{
    adopt(m_slider, "slider");
    adopt(m_field, "field");
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_slider, spec.kind == ParameterKind::ChoiceOrNumber ? 4 : 5);
    if (spec.kind == ParameterKind::ChoiceOrNumber) {
        m_list = new ComboBox(this);
        adopt(m_list, "combo");
        m_list->setInsertPolicy(QComboBox::NoInsert);
        m_list->addChoices(spec);
        m_list->setEditable(true);
        m_list->setLineEdit(m_field);
        m_list->setCompleter(nullptr); // completion would turn "1" into a choice that begins with 1
        connect(m_list, &QComboBox::activated, this,
                [this](int index) { commit(utf8(m_list->itemData(index).toString())); });
    }
    QWidget* const box
        = m_list != nullptr ? static_cast<QWidget*>(m_list) : m_field; // a list's arrow is outside of its field
    layout->addWidget(box, m_list != nullptr ? 5 : 4);
    setFocusProxy(m_field);
    box->setMinimumWidth(fontMetrics().horizontalAdvance(kWidest) + kFrame);
    connect(m_slider, &QSlider::valueChanged, this, [this] {
        m_value = numberValue(m_slider->scaledValue());
        m_field->setValue(m_value);
        emit edited(m_value);
    });
    connect(m_slider, &Slider::gestureStarted, this, &Control::gestureStarted);
    connect(m_slider, &Slider::gestureFinished, this, &Control::gestureFinished);
    connect(m_field, &ValueField::committed, this, &NumberControl::commit);
    connectField(*m_field);
    if (m_list == nullptr)
        connect(m_field, &ValueField::stepped, this, [this, &spec](int steps) {
            const std::optional<double> number = numberOf(m_value);
            if (!number)
                return;
            double next = *number + steps;
            if (spec.kind != ParameterKind::Integer) {
                const SliderScale scale(spec);
                next = scale.value(scale.stepped(scale.position(*number), steps));
            }
            commit(numberValue(std::clamp(next, spec.minimum, spec.maximum)));
        });
    m_slider->setScaledValue(1); // position for a choice or "auto" without a known number
    setValue(spec.standard());
}

ParameterValue NumberControl::numberValue(double number) const
{
    if (spec().kind == ParameterKind::Integer)
        return static_cast<std::int64_t>(std::llround(number));
    return number;
}

void NumberControl::setValue(const ParameterValue& value)
{
    m_value = value;
    const QSignalBlocker quietSlider(m_slider);
    if (const std::optional<double> number = numberOf(value))
        m_slider->setScaledValue(*number);
    m_slider->setVisible(!std::holds_alternative<std::monostate>(value));
    if (m_list != nullptr) {
        const QSignalBlocker quietList(m_list);
        const auto* id = std::get_if<std::string>(&value);
        m_list->setCurrentIndex(id != nullptr ? m_list->findData(qs(*id)) : -1);
        m_list->setToolTip(tipOf(spec(), value));
    }
    m_field->setValue(value);
}

void NumberControl::setNumber(double number)
{
    const QSignalBlocker quiet(m_slider);
    m_slider->setScaledValue(number);
}

void NumberControl::commit(const ParameterValue& value)
{
    if (value == m_value)
        return;
    setValue(value);
    emit edited(value);
}

} // namespace phasor
