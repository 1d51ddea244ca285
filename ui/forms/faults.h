// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/scene.h"
#include "text/result.h"

#include <QString>
#include <QWidget>

#include <vector>

namespace phasor {

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
