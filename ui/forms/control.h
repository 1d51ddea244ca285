// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/parameters/parameterspec.h"

#include <QWidget>

namespace phasor {

class FaultFrame;
class ValueField;

// The control of one parameter, made from its spec. It reports what the user does; a value that is set from code emits
// nothing. GUI thread only.
//
// Object names, which tests and scripts may rely on, ID being the parameter's option without dashes:
//   control-ID  the control        label-ID  its label           slider-ID  slider of a number
//   field-ID    exact field        combo-ID  list of choices     dice-ID    button that draws a new seed
//   text-ID     sentence
class Control : public QWidget
{
    Q_OBJECT

public:
    Control(const ParameterSpec& spec, QWidget* parent);
    ~Control() override;

    const ParameterSpec& spec() const { return m_spec; }
    virtual void setValue(const ParameterValue& value) = 0;
    virtual void setNumber(double) { } // the number of a chosen value, for the slider: "sqrt" has 22.6
    // Outlines the control because of an error in its value. Empty: no error.
    void setFault(const QString& fault);
    const QString& fault() const { return m_fault; }

signals:
    void edited(const phasor::ParameterValue& value); // passed checkValue
    void refused(const QString& message); // the typed text isn't a value; the last value stays
    void complained(const QString& message); // error in the text typed so far; empty: valid
    // "from file…" was chosen; the value stays until it is set from outside.
    void fileRequested(const phasor::ParameterSpec& parameter);
    void gestureStarted(); // all edits until gestureFinished are one step of undo
    void gestureFinished();

protected:
    // Names a part of this control for tests and screen readers and gives it the tool tip.
    void adopt(QWidget* part, const char* role);
    void connectField(const ValueField& field); // what it refuses and complains about is the control's

private:
    const ParameterSpec& m_spec;
    QString m_fault;
    FaultFrame* m_frame = nullptr; // made when it is first needed
};

// The control that the spec's kind asks for; owned by `parent`.
Control* makeControl(const ParameterSpec& spec, QWidget* parent);

// The tool tip of a parameter: help, range with unit, formula, what "auto" is, the option's name. With a choice also
// its label, which a narrow list cuts, and what it means.
QString tipOf(const ParameterSpec& spec, const ParameterValue& value = {});

} // namespace phasor
