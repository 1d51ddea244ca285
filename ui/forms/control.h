// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/parameters/parameterspec.h"

#include <QCoreApplication>
#include <QWidget>

namespace phasor {

class FaultFrame;

// The control of one parameter, made from its spec. It only dispatches what the user does; setting a value from code
// never emits. GUI thread only.
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
    virtual void setNumber(double) { } // that stands for the value where it is a choice
    // Outlines it: its value is what is at fault, and why. Empty: it is well.
    void setFault(const QString& fault);
    const QString& fault() const { return m_fault; }

signals:
    void edited(const phasor::ParameterValue& value); // passed checkValue
    void refused(const QString& message); // what was typed is not a value; the last one stays
    void complained(const QString& message); // while typing: what is wrong; empty: nothing any more
    // "from file…" was chosen for this parameter; the value stays until somebody sets it.
    void fileRequested(const phasor::ParameterSpec& parameter);
    void gestureStarted(); // what is edited until gestureFinished is one step of undo
    void gestureFinished();

protected:
    // Names a part of this control for tests and screen readers and gives it the tool tip.
    void adopt(QWidget* part, const char* role);

private:
    const ParameterSpec& m_spec;
    QString m_fault;
    FaultFrame* m_frame = nullptr; // made when it is first needed
};

// The control that the spec's kind asks for; owned by `parent`.
Control* makeControl(const ParameterSpec& spec, QWidget* parent);

// Help, range with unit, formula, what "auto" is and the option's name: the tool tip of everything about the parameter.
// Of a choice also its label, which a narrow list cuts, and what it means.
QString tipOf(const ParameterSpec& spec, const ParameterValue& value = {});

} // namespace phasor
