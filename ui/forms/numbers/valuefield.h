// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/parameters/parameterspec.h"

#include <QLineEdit>
#include <QTimer>

namespace phasor {

// Rewrites a typed number for parseValue(): "0,5" is 0.5, "50 %" is 0.5 if the maximum is 1, "1 000" with any kind of
// space is 1000, "1e3" is 1000 for an integer, "+3" is 3. Ambiguous text ("1,000") and text that isn't a number stay
// unchanged; parseValue() refuses them.
QString plainNumber(const ValueSpec& spec, const QString& typed);

// The value that a user typed: a number as plainNumber() reads it, the label or id of a choice, or nothing if the
// parameter is optional.
Result<ParameterValue> typedValue(const ValueSpec& spec, const QString& text);

// The exact field of a parameter. Typed text becomes the value on Enter, when the focus leaves, or after a pause, so
// that typing 128 does not show 1 and 12 first. Invalid text gets a red outline and a message; the last value stays and
// comes back when the focus leaves. An optional parameter that the program chooses has an empty field; its placeholder
// gives the program's value.
class ValueField : public QLineEdit
{
    Q_OBJECT

public:
    static constexpr int kPauseMilliseconds = 400;

    ValueField(const ParameterSpec& spec, QWidget* parent);

    const ParameterValue& value() const { return m_value; }
    void setValue(const ParameterValue& value); // emits nothing; replaces half-typed text
    bool isInvalid() const { return !m_complaint.isEmpty(); }

signals:
    void committed(const phasor::ParameterValue& value);
    void refused(const QString& message);
    void complained(const QString& message); // error in the text typed so far; empty: valid
    void stepped(int steps); // Up and Down; ten steps with Shift

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void commit();
    void finish(); // on Enter and when the focus leaves: accepts or refuses the text
    void complain(const QString& complaint);
    QString named(const QString& complaint) const; // adds the parameter's label

    const ParameterSpec& m_spec;
    ParameterValue m_value;
    QString m_complaint; // error in the typed text; empty: valid
    QTimer m_pause;
};

} // namespace phasor
