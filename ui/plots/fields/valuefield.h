// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/valuespec.h"

#include <QLineEdit>
#include <QTimer>

#include <functional>

namespace phasor {

// Rewrites a typed number for parseValue(): "0,5" is 0.5, "50 %" is 0.5 if the maximum is 1, "1 000" with any kind of
// space is 1000, "1e3" is 1000 for an integer, "+3" is 3. Ambiguous text ("1,000") and text that isn't a number stay
// unchanged; parseValue() refuses them.
QString plainNumber(const ValueSpec& spec, const QString& typed);

// The value that a user typed: a number as plainNumber() reads it, the label or id of a choice, or nothing if the
// parameter is optional.
Result<ParameterValue> typedValue(const ValueSpec& spec, const QString& text);

// Whether a focused field needs a key that is also a shortcut of the window (asked by the event ShortcutOverride). A
// field undoes its own typing; with Ctrl it moves, copies and pastes. All other keys, such as Ctrl+E and Ctrl+M, are
// the window's.
bool fieldNeeds(const QKeyEvent& event, bool canUndo, bool canRedo);

// Tool tip of a value: its `tip`, or help, range with unit, formula, meaning of "auto", option. For a choice also its
// label, which a narrow list cuts, and its meaning.
QString tipOf(const ValueSpec& spec, const ParameterValue& value = {});

// The outline of a widget with an error, in the color of dropped values: contrast 3:1 on light and dark ground. It
// covers the widget and lets the mouse through.
class FaultFrame : public QWidget
{
public:
    explicit FaultFrame(QWidget* framed);
    static void paintAround(QWidget& widget);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent*) override { paintAround(*this); }
};

// The exact field of a parameter or of another value. Typed text becomes the value on Enter, when the focus leaves, or
// after a pause, so that typing 128 does not show 1 and 12 first. Invalid text gets a red outline and a message; the
// last value stays and comes back when the focus leaves. An optional parameter that the program chooses has an empty
// field; its placeholder gives the program's value.
class ValueField : public QLineEdit
{
    Q_OBJECT

public:
    static constexpr int kPauseMilliseconds = 400;

    using Reader = std::function<Result<ParameterValue>(const QString& text)>;
    // Empty at first. `read`: the value of a typed text; none: typedValue().
    ValueField(const ValueSpec& spec, QWidget* parent, Reader read = {});

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
    QString named(const QString& complaint) const; // adds the label

    const ValueSpec& m_spec;
    Reader m_read;
    ParameterValue m_value;
    QString m_complaint; // error in the typed text; empty: valid
    QTimer m_pause;
};

} // namespace phasor
