// SPDX-License-Identifier: GPL-3.0-or-later
// What the stage says of a step.
#include "lessons/markdown.h"
#include "plots/drawings.h"
#include "session/store.h"
#include "ui/forms/text.h"
#include "ui/panels/parameterpanel.h"
#include "ui/shell/lessons/steppage.h"
#include "ui/shell/talk/stage.h"

#include <QLineEdit>
#include <QScrollArea>
#include <QVBoxLayout>

namespace phasor {

QLabel* stageLabel(const QString& name, QWidget* parent)
{
    auto* label = named(name, plainLabel(parent));
    label->setWordWrap(true);
    return label;
}

void Stage::showSide()
{
    if (m_controls != nullptr)
        m_controls->setFixedWidth(pixels(480));
    QWidget* side = nullptr;
    if (!m_run->step().pieces.empty()) {
        auto* page = new StepPage(*m_run, m_side);
        page->layout()->setContentsMargins(0, 0, pixels(8), 0);
        for (const char* spare : {"guide-step", "guide-do", "guide-again"}) {
            if (auto* part = page->findChild<QWidget*>(QLatin1String(spare)))
                part->hide();
        }
        for (QWidget* part : page->findChildren<QWidget*>())
            part->setFocusPolicy(qobject_cast<QLineEdit*>(part) != nullptr ? Qt::ClickFocus : Qt::NoFocus);
        side = page;
    } else {
        QLabel* text = stageLabel(u"stage-explanation"_s, m_side);
        text->setAlignment(Qt::AlignTop);
        side = text;
    }
    m_side->setWidget(side); // deletes the one before
    m_side->setFixedWidth(pixels(340));
    m_side->setVisible(m_slots[1].plot == nullptr && m_controls == nullptr);
}

// Makes the column as wide as its text needs to be seen as a whole. Within a step it never becomes narrower.
void Stage::widenSide()
{
    if (!m_side->isVisible())
        return;
    constexpr int kWidest = 520;
    int width = m_side->width();
    while (m_side->widget()->heightForWidth(width) > m_side->height() && width < pixels(kWidest))
        width += pixels(20);
    m_side->setFixedWidth(width);
}

QString Stage::explanation() const
{
    const Plot& plot = *m_slots[0].plot;
    QStringList parts{plot.question()};
    if (const Drawing* drawing = plot.drawing(); drawing != nullptr && !m_store.view().withholds)
        parts << drawing->detail.split(u"\n\n"_s, Qt::SkipEmptyParts);
    return parts.join(u"\n\n"_s);
}

void Stage::showTexts()
{
    if (m_run == nullptr || m_slots[0].plot == nullptr)
        return;
    const bool two = m_slots[1].plot != nullptr;
    const Plot& plot = *m_slots[0].plot;
    const QString title = qs(m_run->step().title);
    QStringList line;
    for (const LessonPiece& piece : m_run->step().pieces) {
        if (piece.kind == LessonPiece::Kind::Text)
            line << qs(m_run->textOf(piece)).simplified();
    }
    if (line.isEmpty() && two)
        line << plot.question() << m_slots[1].plot->question();
    m_title->setText(title.isEmpty() ? plot.summary() : title);
    m_finding->setText(two ? line.join(u' ') : title.isEmpty() ? plot.question() : plot.summary());
    for (const Slot& slot : m_slots) {
        slot.finding->setVisible(two);
        slot.finding->setText(slot.plot != nullptr ? slot.plot->summary() : QString());
    }
    if (auto* text
        = m_side->widget()->objectName() == u"stage-explanation"_s ? static_cast<QLabel*>(m_side->widget()) : nullptr)
        text->setText(explanation());
    showFoot();
}

void Stage::refresh()
{
    if (m_run == nullptr)
        return;
    if (auto* page = qobject_cast<StepPage*>(m_side->widget()))
        page->refresh();
    std::string notes;
    for (const LessonPiece& piece : m_run->step().pieces) {
        if (piece.kind == LessonPiece::Kind::Teacher)
            notes += m_run->textOf(piece) + "\n\n";
    }
    m_notes->setText(notes.empty() ? tr("This step has no notes.").toHtmlEscaped() : qs(htmlOf(notes)));
    showTexts();
    widenSide();
    if (const bool done = m_run->isDone(); done && !std::exchange(m_done, done))
        showEnd(); // what is behind the task
}

} // namespace phasor
