// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/readout.h"

#include "ui/forms/text.h"
#include "ui/look/icons.h"
#include "words/readout.h"

#include <QClipboard>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QPainter>
#include <QToolButton>
#include <QToolTip>

namespace phasor {

namespace {

// A line that ends in "…" if it is too long; the tool tip then has all of it.
class LongLine : public QLineEdit
{
public:
    using QLineEdit::QLineEdit;

protected:
    void paintEvent(QPaintEvent* event) override
    {
        QLineEdit::paintEvent(event);
        if (!goesOn())
            return;
        const QString dots = QStringLiteral(" … ");
        const int room = fontMetrics().horizontalAdvance(dots);
        const QRect end(width() - room, 0, room, height());
        QPainter painter(this);
        painter.fillRect(end, palette().window());
        painter.setPen(palette().color(QPalette::Text));
        painter.drawText(end, Qt::AlignCenter, dots);
    }
    bool event(QEvent* event) override
    {
        if (event->type() != QEvent::ToolTip || !toolTip().isEmpty() || !goesOn())
            return QLineEdit::event(event);
        QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), text().toHtmlEscaped(), this);
        return true;
    }

private:
    bool goesOn() { return cursorPositionAt({width(), height() / 2}) < text().size(); }
};

QLineEdit* line(QWidget* parent, const QString& name)
{
    auto* edit = named(name, new LongLine(parent));
    edit->setReadOnly(true);
    edit->setFrame(false);
    QPalette see = edit->palette();
    see.setColor(QPalette::Base, Qt::transparent);
    edit->setPalette(see);
    return edit;
}

} // namespace

Readout::Readout(QWidget* parent)
    : QWidget(parent)
    , m_cell(line(this, u"readout-cell"_s))
    , m_derivation(line(this, u"readout-derivation"_s))
    , m_exact(quietButton(u"readout-exact"_s, tr("Shows nine digits and the bits of every value"), this))
    , m_copy(quietButton(u"readout-copy"_s, tr("Copy the read-out"), this))
{
    setObjectName(QStringLiteral("readout"));
    m_cell->setAccessibleName(tr("Value at the cross-hair"));
    m_derivation->setAccessibleName(tr("How the value is computed"));
    m_copy->setIcon(icon(QStringLiteral("copy")));
    m_exact->setText(tr("Hex", "hexadecimal"));
    m_exact->setCheckable(true);
    connect(m_exact, &QToolButton::toggled, this, &Readout::fill);
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(8, 4, 8, 4);
    grid->setVerticalSpacing(0);
    grid->addWidget(m_cell, 0, 0);
    grid->addWidget(m_derivation, 1, 0);
    grid->addWidget(m_exact, 0, 1, 2, 1, Qt::AlignVCenter);
    grid->addWidget(m_copy, 0, 2, 2, 1, Qt::AlignVCenter);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(m_copy, &QToolButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(text()); });
    clear();
}

std::optional<ViewRequest> Readout::request(const ViewState& view) const
{
    if (view.cursor == Cursor{} || view.cursor == m_gone || !isVisible())
        return std::nullopt;
    return ReadoutRequest{view.cursor};
}

void Readout::show(const ViewDataPtr& part)
{
    if (auto readout = std::dynamic_pointer_cast<const ReadoutData>(part)) {
        const std::int64_t row = readout->cursor[AxisKind::Position].value_or(0);
        const bool gone = m_data && row < m_data->rows && row >= readout->rows;
        m_gone = gone ? readout->cursor : Cursor{};
        m_data = std::move(readout);
        gone ? clear() : fill();
    }
}

void Readout::fill()
{
    if (!m_data)
        return;
    const words::Derivation derivation = words::derivation(*m_data);
    m_cell->setText(words::Derivation::line(derivation.cell));
    m_derivation->setText(
        words::Derivation::line(m_exact->isChecked() ? words::exactValues(*m_data) : derivation.chain));
    m_cell->setCursorPosition(0);
    m_derivation->setCursorPosition(0);
    m_copy->setEnabled(true);
}

void Readout::showView(const ViewState& view)
{
    if (view.cursor == Cursor{})
        clear();
}

void Readout::setReason(const QString& reason)
{
    for (QLineEdit* line : {m_cell, m_derivation}) {
        line->setEnabled(reason.isEmpty());
        line->setAccessibleDescription(reason);
        line->setToolTip(reason.toHtmlEscaped());
    }
    m_copy->setEnabled(reason.isEmpty() && !m_cell->text().isEmpty());
}

void Readout::clear()
{
    m_data.reset();
    m_cell->clear();
    m_derivation->clear();
    m_cell->setPlaceholderText(tr("Point at a plot to see how its value is computed."));
    m_copy->setEnabled(false);
}

} // namespace phasor
