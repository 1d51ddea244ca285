// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QWidget>

#include <vector>

namespace phasor {

// Frames around parts of a window, in the gap beside them, so that nothing is covered. They follow their parts and take
// no mouse. GUI thread only.
class Highlight : public QWidget
{
    Q_OBJECT

public:
    explicit Highlight(QWidget* over); // covers it all; the parts are inside

    void setParts(const std::vector<QWidget*>& parts); // none: no frames

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void follow();

    std::vector<QPointer<QWidget>> m_parts;
};

} // namespace phasor
