// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/parameters/parameterspec.h"
#include "text/valuespec.h"

#include <QLineEdit>
#include <QString>
#include <QTimer>

namespace phasor {

// A number as people write it, in the one way that parseValue() reads: "0,5" is 0.5, "50 %" is 0.5 where the greatest
// value is 1, "1 000" and "1 000" with any kind of space are 1000, "1e3" is 1000 of an integer, "+3" is 3. What could
// be two numbers ("1,000") and what is none is left as it is, for parseValue() to refuse.
QString plainNumber(const ValueSpec& spec, const QString& typed);

// The exact field of a parameter. Typed text becomes the value on Enter, when the focus leaves, or after a pause, so
// that typing 128 does not show 1 and 12 first. Text that isn't a value gets a red outline and says why; the last value
// stays and comes back when the focus leaves. An optional parameter is empty while the program chooses, and its
// placeholder says what.
class ValueField : public QLineEdit
{
    Q_OBJECT

public:
    static constexpr int kPauseMilliseconds = 400;

    ValueField(const ParameterSpec& spec, QWidget* parent);

    const ParameterValue& value() const { return m_value; }
    void setValue(const ParameterValue& value); // emits nothing; replaces text that is half typed
    bool isInvalid() const { return !m_complaint.isEmpty(); }

signals:
    void committed(const phasor::ParameterValue& value);
    void refused(const QString& message);
    void complained(const QString& message); // error in the text typed so far; empty: valid
    void stepped(int steps); // Up and Down, Shift makes ten of them

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void commit();
    void finish(); // on Enter and when the focus leaves: commits, or refuses
    void complain(const QString& complaint);
    QString named(const QString& complaint) const; // with the parameter's label
    Result<ParameterValue> parse() const;

    const ParameterSpec& m_spec;
    ParameterValue m_value;
    QString m_complaint; // why the text isn't a value; empty when it is
    QTimer m_pause;
};

} // namespace phasor
