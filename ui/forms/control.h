// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/parameters/parameterspec.h"
#include "pipeline/scene.h"
#include "plots/fields/valuefield.h"
#include "text/result.h"

#include <QString>
#include <QWidget>

#include <vector>

class QHBoxLayout;
class QToolButton;

namespace phasor {

// The control of one parameter, made from its spec. It reports only the user's edits, not values set by code. GUI
// thread only.
//
// Object names, for tests and scripts; ID is the parameter's option without dashes:
//   control-ID  the control        label-ID  its label           slider-ID  slider of a number
//   field-ID    exact field        combo-ID  list of choices     dice-ID    button that samples a new seed
//   text-ID     sentence            play-ID   button that plays a number
class Control : public QWidget
{
    Q_OBJECT

public:
    Control(const ParameterSpec& spec, QWidget* parent);
    ~Control() override;

    const ParameterSpec& spec() const { return m_spec; }
    virtual void setValue(const ParameterValue& value) = 0;
    virtual void setNumber(double) { } // for the slider: the number of a choice, such as 22.6 for "sqrt"
    // Outlines the control because of an error in its value. Empty: no error.
    void setFault(const QString& fault);
    const QString& fault() const { return m_fault; }
    void showPlaying(bool playing);

signals:
    void edited(const phasor::ParameterValue& value); // valid: passed checkValue
    void refused(const QString& message); // typed text isn't a value; the last value stays
    void complained(const QString& message); // error in the text typed so far; empty: valid
    // "from file…" was chosen; the value stays until code sets another one.
    void fileRequested(const phasor::ParameterSpec& parameter);
    void gestureStarted(); // starts one undo step, until gestureFinished
    void gestureFinished();
    void playClicked(); // begins to play the number, or ends that
    void playMenuRequested(); // for range and duration

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    QHBoxLayout& row() { return *m_row; } // of its parts
    QToolButton* makePlayButton(); // of a number
    // Sets a part's object name, its name for screen readers and its tool tip.
    void adopt(QWidget* part, const char* role);
    void connectField(const ValueField& field); // forwards the field's signals

private:
    const ParameterSpec& m_spec;
    QHBoxLayout* m_row;
    QString m_fault;
    FaultFrame* m_frame = nullptr; // made when first needed
    QToolButton* m_play = nullptr; // null: no number
};

// Makes the control for the spec's kind; owned by `parent`.
Control* makeControl(const ParameterSpec& spec, QWidget* parent);

// An error of a parameter: its value is invalid or leads to an invalid setup.
struct Fault
{
    Side side = Side::A;
    QString parameter; // id of the parameter
    QString text; // error and what to do
    bool operator==(const Fault&) const = default;
};

// Parameters of `scene` that are the place of `error`: by option, or by a file that they name. Empty for any other
// place. GUI thread only: the text is in the window's language.
std::vector<Fault> faultsOf(const Error& error, const Scene& scene);

} // namespace phasor
