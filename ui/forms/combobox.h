// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/valuespec.h"
#include "ui/forms/text.h"
#include "words/coretexts.h"

#include <QComboBox>
#include <QWheelEvent>

namespace phasor {

// A list that the wheel turns only while it has the focus, so that a scrolled panel changes nothing, and that never
// asks for more width than it is given.
class ComboBox : public QComboBox
{
public:
    explicit ComboBox(QWidget* parent)
        : QComboBox(parent)
    {
        setFocusPolicy(Qt::StrongFocus);
        setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        setMinimumContentsLength(4);
    }

    // An entry for each choice, its id as data.
    void addChoices(const ValueSpec& spec)
    {
        for (const ParameterChoice& choice : spec.choices()) {
            addItem(words::ofCore(choice.label), qs(choice.id));
            setItemData(count() - 1, words::ofCore(choice.explanation), Qt::ToolTipRole);
        }
    }

protected:
    void wheelEvent(QWheelEvent* event) override
    {
        if (hasFocus())
            QComboBox::wheelEvent(event);
        else
            event->ignore();
    }
};

} // namespace phasor
