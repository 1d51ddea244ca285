// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/readout.h"

#include "ui/forms/text.h"
#include "ui/look/widgets.h"
#include "ui/panels/parts.h"
#include "words/readout.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QToolButton>

namespace phasor {

Readout::Readout(QWidget* parent)
    : QWidget(parent)
    , m_text(named(u"readout-text"_s, new QPlainTextEdit(this)))
    , m_exact(quietButton(u"readout-exact"_s, tr("Shows nine digits and the bits of every value"), this))
    , m_copy(quietButton(u"readout-copy"_s, tr("Copy the read-out"), this, u"copy"_s))
{
    setObjectName(QStringLiteral("readout"));
    m_text->setAccessibleName(tr("Value at the cross-hair and how it is computed"));
    m_text->setReadOnly(true);
    m_text->setTabChangesFocus(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_text->document()->setDocumentMargin(0);
    m_text->viewport()->setAutoFillBackground(false);
    constexpr int kLines = 3;
    m_text->setFixedHeight(kLines * (fontMetrics().lineSpacing() + 2)); // letters of another font are higher
    m_text->setPlaceholderText(tr("Point at a plot to see how its value is computed."));
    m_exact->setText(tr("Hex", "hexadecimal"));
    m_exact->setCheckable(true);
    connect(m_exact, &QToolButton::toggled, this, &Readout::fill);
    fillLayout(new QHBoxLayout(this), {{m_text, 1}, m_exact, m_copy}, {8, 4, 8, 4});
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
    if (m_withheld)
        return m_text->setPlainText(tr("Guess first: the lesson asks for a number."));
    const words::Derivation derivation = words::derivation(*m_data);
    m_text->setPlainText(
        words::Derivation::line(derivation.cell) + u'\n'
        + words::Derivation::line(m_exact->isChecked() ? words::exactValues(*m_data) : derivation.chain));
    m_copy->setEnabled(true);
}

void Readout::showView(const ViewState& view)
{
    m_withheld = view.withholds;
    if (view.cursor == Cursor{})
        clear();
    else
        fill();
}

void Readout::setReason(const QString& reason)
{
    m_text->setEnabled(reason.isEmpty());
    m_text->setAccessibleDescription(reason);
    m_text->setToolTip(plainTip(reason));
    m_copy->setEnabled(reason.isEmpty() && !text().isEmpty());
}

void Readout::clear()
{
    m_data.reset();
    m_text->clear();
    m_copy->setEnabled(false);
}

} // namespace phasor
