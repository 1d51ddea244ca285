// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QLabel>

class QFrame;
class QToolButton;
class QWidget;

namespace phasor {

// An icon (resources/icons/NAME.svg), drawn in the text color of the application's palette at the time of painting, so
// that it follows light and dark.
QIcon icon(const QString& name);

// A flat button without a frame; `tip` is also its accessible name. `shown`: its icon; empty: none.
QToolButton* quietButton(const QString& name, const QString& tip, QWidget* parent, const QString& shown = {});

// A line between panels, `height` pixels.
QFrame* hairline(QWidget* parent, int height = 1);

// A line of plain text. If it is too long, its last parts ("a · b · c") are left out, or one part is cut with "…"; the
// tool tip then has all of it. Or all of the text, in as many lines as its width needs. Requires no width.
class ElidedLabel : public QLabel
{
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget* parent);

    void setFullText(const QString& text, bool whole = false, const QString& more = {});
    const QString& fullText() const { return m_text; }
    QString shownText() const; // in one line
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }
    QSize sizeHint() const override { return {fontMetrics().horizontalAdvance(m_text), linesHeight()}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fit();
    int linesHeight() const;

    QString m_text;
    QString m_more;
    bool m_whole = false;
    int m_fitted = 0; // height reported to the layout
};

// Plain text in as many lines as needed; it can be selected and copied.
QLabel* paragraph(const QString& name, const QString& text, QWidget* parent);

} // namespace phasor
