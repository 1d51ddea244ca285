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

class QPlainTextEdit;

namespace phasor {

class Slider;

// A list that takes the wheel only with focus, so that scrolling the panel changes no value, and that fits any width.
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

    // Adds an entry for each choice, with its id as data.
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

// A list for Choice and ChoiceOrFile. ChoiceOrFile has a last entry "from file…" that emits fileRequested, and an entry
// for a file in use.
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
    int m_choices = 0; // number of choices; the entries of a file in use and "from file…" follow
    ParameterValue m_value;
};

// A field for a line of text or a seed; a seed's has a dice button that samples a new one.
class FieldControl : public Control
{
    Q_DECLARE_TR_FUNCTIONS(FieldControl)

public:
    FieldControl(const ParameterSpec& spec, QWidget* parent);

    void setValue(const ParameterValue& value) override { m_field->setValue(value); }

private:
    ValueField* m_field;
};

// A slider and an exact field, always equal, for Integer, Real and ChoiceOrNumber (field in a list). An optional number
// that the program chooses has no slider; its empty field says the program's choice.
class NumberControl : public Control
{
public:
    NumberControl(const ParameterSpec& spec, QWidget* parent);

    void setValue(const ParameterValue& value) override;
    void setNumber(double number) override;

private:
    void commit(const ParameterValue& value);
    ParameterValue numberValue(double number) const;

    Slider* m_slider = nullptr;
    ValueField* m_field = nullptr;
    ComboBox* m_list = nullptr; // only for ChoiceOrNumber; m_field is its line edit
    ParameterValue m_value;
};

// A text of three lines for the sentence. Typed text becomes the value after a pause.
class SentenceControl : public Control
{
public:
    static constexpr int kPauseMilliseconds = 200; // long enough not to flash at each letter

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
