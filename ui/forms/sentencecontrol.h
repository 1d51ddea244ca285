// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/forms/control.h"

#include <QTimer>

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
