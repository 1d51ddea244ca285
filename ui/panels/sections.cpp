// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/sections.h"

#include "ui/forms/faults.h"

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
    line.setAccessibleDescription(open ? Sections::tr("expanded") : Sections::tr("collapsed"));
}

QToolButton* Sections::add(const QString& id, const QString& title)
{
    QToolButton* header = foldLine(QStringLiteral("section-") + id, title, nullptr);
    header->setFocusPolicy(Qt::TabFocus);
    QFont bold = header->font();
    bold.setWeight(QFont::DemiBold);
    header->setFont(bold);
    m_sections.push_back({id, header});
    connect(header, &QToolButton::clicked, this, [this, index = m_sections.size() - 1] {
        Section& section = m_sections[index];
        section.choice = section.open ? Choice::Folded : Choice::Open;
        setOpen(section, !section.open);
        emit changed();
    });
    return header;
}

bool Sections::isOpen(const QString& id) const
{
    return std::ranges::any_of(m_sections, [&](const Section& section) { return section.id == id && section.open; });
}

void Sections::setOpen(Section& section, bool open)
{
    section.open = open;
    showFolded(*section.header, open);
}

void Sections::markFaults(const QStringList& ids)
{
    for (Section& section : m_sections) {
        const bool marked = !section.open && ids.contains(section.id);
        if (marked && section.fault == nullptr)
            section.fault = new FaultFrame(section.header);
        if (section.fault != nullptr)
            section.fault->setVisible(marked);
    }
}

void Sections::fit(const QStringList& spare, const std::function<bool()>& tooHigh)
{
    for (Section& section : m_sections)
        setOpen(section, section.choice != Choice::Folded);
    emit changed();
    for (const QString& id : spare) {
        if (!tooHigh())
            break;
        for (Section& section : m_sections) {
            if (section.id == id && section.choice == Choice::None)
                setOpen(section, false);
        }
        emit changed();
    }
}

void Sections::decide(const QStringList& opened, const QStringList& folded)
{
    for (Section& section : m_sections) {
        section.choice = opened.contains(section.id) ? Choice::Open
            : folded.contains(section.id)            ? Choice::Folded
                                                     : Choice::None;
    }
}

QStringList Sections::withChoice(Choice choice) const
{
    QStringList ids;
    for (const Section& section : m_sections) {
        if (section.choice == choice)
            ids << section.id;
    }
    return ids;
}

} // namespace phasor
