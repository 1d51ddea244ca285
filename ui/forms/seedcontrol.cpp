// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/seedcontrol.h"

#include "ui/forms/numbers/valuefield.h"
#include "ui/look/icons.h"

#include <QHBoxLayout>
#include <QRandomGenerator>
#include <QToolButton>

namespace phasor {

SeedControl::SeedControl(const ParameterSpec& spec, QWidget* parent)
    : Control(spec, parent)
    , m_field(new ValueField(spec, this))
    , m_dice(new QToolButton(this))
{
    adopt(m_field, "field");
    adopt(m_dice, "dice");
    m_dice->setIcon(icon(QStringLiteral("dice")));
    m_dice->setAutoRaise(true);
    m_dice->setFocusPolicy(Qt::StrongFocus);
    m_dice->setAccessibleName(tr("New %1").arg(m_field->accessibleName()));
    m_dice->setToolTip(tr("Draw a new seed"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_field, 1);
    layout->addWidget(m_dice);
    setFocusProxy(m_field);
    connect(m_field, &ValueField::committed, this, &Control::edited);
    connect(m_field, &ValueField::refused, this, &Control::refused);
    connect(m_field, &ValueField::complained, this, &Control::complained);
    connect(m_dice, &QToolButton::clicked, this, &SeedControl::roll);
}

void SeedControl::setValue(const ParameterValue& value)
{
    m_field->setValue(value);
}

void SeedControl::roll()
{
    // 32 bits are enough to look around and short enough to read aloud.
    const ParameterValue value = Seed{QRandomGenerator::global()->generate(), false};
    setValue(value);
    emit edited(value);
}

} // namespace phasor
