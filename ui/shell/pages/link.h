// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

namespace phasor {

// A button that reads as a link, in one line, with a quiet note at the right end of its width.
class Link : public QAbstractButton
{
public:
    Link(const QString& text, const QString& note, QWidget* parent);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QString m_note;
};

} // namespace phasor
