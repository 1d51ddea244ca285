// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "words/nodes.h"

#include <QWidget>

namespace phasor {

QFont scaledFont(QFont font, double factor);

// What stands between two boxes of the strip: a large sign and below it, small, its numbers.
class OperatorLabel : public QWidget
{
    Q_OBJECT

public:
    OperatorLabel(const QString& name, QWidget* parent);

    // Lit: in the position's colour, where position enters.
    void show(const words::OperatorText& text, bool lit);
    const words::OperatorText& text() const { return m_text; }
    void setCompact(bool compact); // the sign alone; its numbers are the tool tip
    bool isLit() const { return m_lit; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QFont signFont() const;

    words::OperatorText m_text;
    bool m_lit = false;
    bool m_compact = false;
};

} // namespace phasor
