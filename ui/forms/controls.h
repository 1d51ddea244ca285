// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/valuespec.h"
#include "ui/forms/control.h"
#include "ui/forms/numbers/valuefield.h"
#include "ui/forms/text.h"
#include "words/coretexts.h"

#include <QComboBox>
#include <QTimer>
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

class ComboBox;

// Choice and ChoiceOrFile: a list; for the latter its last entry asks for a file (fileRequested), and a file in use has
// an entry of its own.
class ChoiceControl : public Control
{
    Q_DECLARE_TR_FUNCTIONS(ChoiceControl)

public:
    ChoiceControl(const ParameterSpec& spec, QWidget* parent);

    void setValue(const ParameterValue& value) override;

private:
    bool takesFiles() const { return spec().kind == ParameterKind::ChoiceOrFile; }
    void activated(int index);

    ComboBox* m_list = nullptr;
    int m_choices = 0; // entries that are choices; the entry of a file in use and "from file…" follow
    ParameterValue m_value;
};

// Text of one line, and seeds: an exact field; beside a seed's a dice that samples a new one.
class FieldControl : public Control
{
    Q_DECLARE_TR_FUNCTIONS(FieldControl)

public:
    FieldControl(const ParameterSpec& spec, QWidget* parent);

    void setValue(const ParameterValue& value) override { m_field->setValue(value); }

private:
    ValueField* m_field;
};

} // namespace phasor

class QPlainTextEdit;

namespace phasor {

// The sentence: a text of three lines. What is typed becomes the value after a pause.
class SentenceControl : public Control
{
public:
    static constexpr int kPauseMilliseconds = 200; // words appear while one types, without a flash for each letter

    SentenceControl(const ParameterSpec& spec, QWidget* parent);

    void setValue(const ParameterValue& value) override;

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void commit();
    void fitHeight();

    QPlainTextEdit* m_block;
    ParameterValue m_value;
    QTimer m_pause;
};

} // namespace phasor
