// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace phasor {

// What stands between two stages of the strip: a large sign and below it, small, its numbers.
class OperatorLabel : public QWidget
{
    Q_OBJECT

public:
    OperatorLabel(const QString& name, QWidget* parent);

    void setTexts(const QString& sign, const QString& numbers);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QFont signFont() const;
    QFont numberFont() const;

    QString m_sign;
    QString m_numbers; // lines
};

} // namespace phasor
