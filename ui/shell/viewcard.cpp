// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/viewcard.h"

#include "plots/plot.h"
#include "ui/forms/text.h"
#include "ui/shell/thumbnails.h"

#include <QPainter>

namespace phasor {

namespace {

constexpr int kInset = 6; // of a picture in its paper

} // namespace

QFont scaled(QFont font, double factor, bool bold)
{
    font.setPointSizeF(font.pointSizeF() * factor);
    font.setBold(bold);
    return font;
}

ViewCard::ViewCard(const PlotSpec& spec, QWidget* parent)
    : QAbstractButton(parent)
    , m_spec(spec)
    , m_question(QCoreApplication::translate("Plots", spec.question))
{
    setObjectName(u"card-"_s + qs(spec.id));
    setText(spec.titleText());
    setCheckable(true);
    setAutoExclusive(true); // arrow keys move and choose
    setFocusPolicy(Qt::StrongFocus);
    resize(cardSize());
    setState(false, {});
}

QSize ViewCard::cardSize()
{
    const QSize picture = Thumbnails::size();
    return {picture.width() + 2 * kInset, picture.height() + 2 * kInset + 80};
}

void ViewCard::setPicture(const QImage& picture)
{
    m_picture = picture;
    update();
}

void ViewCard::setState(bool shown, const QString& reason)
{
    m_shown = shown;
    m_reason = reason;
    const QString state = !reason.isEmpty() ? reason : shown ? tr("Shown.") : tr("Not shown.");
    setAccessibleName(QStringLiteral("%1. %2 %3").arg(text(), m_question, state));
    setToolTip(reason.isEmpty() ? m_question : reason);
    update();
}

bool ViewCard::matches(const QString& search) const
{
    return text().contains(search, Qt::CaseInsensitive) || m_question.contains(search, Qt::CaseInsensitive);
}

void ViewCard::paintEvent(QPaintEvent*)
{
    constexpr double kFaint = 0.35;
    QPainter painter(this);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    const QRect paper(0, 0, width(), Thumbnails::size().height() + 2 * kInset);
    painter.fillRect(paper, palette().color(QPalette::Base));
    painter.setOpacity(m_reason.isEmpty() ? 1 : kFaint);
    if (!m_picture.isNull())
        painter.drawImage(paper.adjusted(kInset, kInset, -kInset, -kInset), m_picture);
    painter.setOpacity(1);
    if (isChecked() || hasFocus() || underMouse()) {
        painter.setPen(QPen(palette().color(isChecked() ? QPalette::Highlight : QPalette::Mid), isChecked() ? 2 : 1));
        painter.drawRect(paper.adjusted(1, 1, -1, -1));
    }
    const QColor quiet = palette().color(QPalette::PlaceholderText);
    const QFont small = scaled(font(), 0.92, false);
    QRect line(0, paper.bottom() + 5, width(), QFontMetrics(font()).height());
    painter.setFont(small);
    painter.setPen(quiet);
    const QString shown = m_shown ? tr("shown") : QString();
    painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, shown);
    line.setRight(line.right() - QFontMetrics(small).horizontalAdvance(shown));
    painter.setFont(scaled(font(), 1, m_reason.isEmpty()));
    painter.setPen(m_reason.isEmpty() ? palette().color(QPalette::WindowText) : quiet);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(text(), Qt::ElideRight, line.width()));
    painter.setFont(small);
    painter.setPen(quiet);
    const int lines = (height() - line.bottom() - 2) / painter.fontMetrics().lineSpacing();
    painter.drawText(QRect(0, line.bottom() + 2, width(), lines * painter.fontMetrics().lineSpacing()),
                     Qt::AlignLeft | Qt::TextWordWrap, m_reason.isEmpty() ? m_question : m_reason);
}

} // namespace phasor
