// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/foldline.h"

#include "plots/fields/valuefield.h"
#include "ui/forms/text.h"
#include "ui/panels/parts.h"

#include <QEvent>
#include <QToolButton>

#include <algorithm>

namespace phasor {

QToolButton* foldLine(const QString& name, const QString& text, QWidget* parent)
{
    auto* line = new QToolButton(parent);
    line->setObjectName(name);
    line->setText(text);
    line->setAutoRaise(true);
    line->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    showFolded(*line, true);
    return line;
}

void showFolded(QToolButton& line, bool open)
{
    line.setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    line.setAccessibleDescription(open ? FoldLine::tr("expanded") : FoldLine::tr("collapsed"));
}

FoldLine::FoldLine(const QString& id, QWidget* parent)
    : QWidget(parent)
    , m_button(foldLine(u"fold-"_s + id, {}, this))
    , m_changed(named(u"changed-"_s + id, new QLabel(this)))
    , m_fault(new FaultFrame(m_button))
{
    m_fault->hide();
    m_button->setFocusPolicy(Qt::TabFocus);
    m_button->setMinimumWidth(1);
    fillLayout(new QHBoxLayout(this), {m_button, m_changed, kFreeRoom}, {}, 8);
    showFolded(*m_button, false);
    m_changed->setForegroundRole(QPalette::Link);
    tint();
    connect(m_button, &QToolButton::clicked, this, [this] { setOpen(!m_open, true); });
}

void FoldLine::setOpen(bool open, bool byUser)
{
    m_open = open;
    m_chosen = open && byUser;
    showFolded(*m_button, open);
    markFault(m_faulty);
}

void FoldLine::setInside(const QStringList& names, const QStringList& changed)
{
    m_names = names;
    m_changed->setText(changed.isEmpty() ? QString() : tr("%n changed", nullptr, static_cast<int>(changed.size())));
    m_changed->setToolTip(changed.join(u", "_s));
    m_button->setToolTip(names.join(u", "_s));
    m_button->setAccessibleName(names.join(u", "_s));
    fit();
}

// At most three names, as many as have room.
void FoldLine::fit()
{
    constexpr qsizetype kMost = 3;
    const int room = width() - (m_changed->text().isEmpty() ? 0 : m_changed->sizeHint().width() + 8);
    for (qsizetype count = std::min(kMost, m_names.size()); count > 0; --count) {
        const QString more = count < m_names.size() ? u" …"_s : QString();
        m_button->setText(m_names.first(count).join(u", "_s) + more);
        if (m_button->sizeHint().width() <= room)
            break;
    }
}

void FoldLine::markFault(bool inside)
{
    m_faulty = inside;
    m_fault->setVisible(inside && !m_open);
}

void FoldLine::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fit();
}

void FoldLine::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fit();
    if (event->type() == QEvent::PaletteChange)
        tint();
}

void FoldLine::tint()
{
    QPalette quiet;
    quiet.setColor(QPalette::ButtonText, palette().color(QPalette::PlaceholderText));
    m_button->setPalette(quiet);
}

} // namespace phasor
