// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QToolButton;

namespace phasor {

class ElidedLabel;

// The bar over the board: the sentence of a preset until it is closed, and buttons for the answers and for one more
// view.
class BoardBar : public QWidget
{
    Q_OBJECT

public:
    explicit BoardBar(QWidget* parent);

    // Empty: no sentence. `source`: a line of its own in the tool tip.
    void setSentence(const QString& text, const QString& source = {});

signals:
    void answersRequested();
    void galleryRequested();

private:
    ElidedLabel* m_sentence;
    QToolButton* m_close;
};

} // namespace phasor
