// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/fieldcontrol.h"

#include "ui/look/icons.h"

#include <QHBoxLayout>
#include <QRandomGenerator>
#include <QToolButton>

namespace phasor {

FieldControl::FieldControl(const ParameterSpec& spec, QWidget* parent)
    : Control(spec, parent)
    , m_field(new ValueField(spec, this))
{
    adopt(m_field, "field");
    connectField(*m_field);
    connect(m_field, &ValueField::committed, this, &Control::edited);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_field, 1);
    setFocusProxy(m_field);
    if (spec.kind != ParameterKind::Seed)
        return;
    auto* dice = new QToolButton(this);
    adopt(dice, "dice");
    dice->setIcon(icon(QStringLiteral("dice")));
    dice->setAutoRaise(true);
    dice->setFocusPolicy(Qt::StrongFocus);
    dice->setAccessibleName(tr("New %1").arg(m_field->accessibleName()));
    dice->setToolTip(tr("Draw a new seed"));
    connect(dice, &QToolButton::clicked, this, [this] {
        // 32 bits are enough to look around and short enough to read aloud.
        const ParameterValue value = Seed{QRandomGenerator::global()->generate(), false};
        setValue(value);
        emit edited(value);
    });
    layout->addWidget(dice);
}

} // namespace phasor
