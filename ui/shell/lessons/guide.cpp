// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/lessons/guide.h"

#include "ui/forms/text.h"
#include "ui/look/widgets.h"
#include "ui/panels/parts.h"
#include "ui/shell/lessons/steppage.h"
#include "words/coretexts.h"

#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>
#include <QToolButton>

namespace phasor {

Guide::Guide(QWidget* parent)
    : QWidget(parent)
    , m_grid(new QGridLayout(this))
    , m_area(new QScrollArea(this))
    , m_head(makeHead())
    , m_foot(makeFoot())
{
    setObjectName(QStringLiteral("guide"));
    setAccessibleName(tr("Lesson"));
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setWidgetResizable(true);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(m_area->verticalScrollBar(), &QScrollBar::rangeChanged, this, [this](int, int last) {
        if (m_run != nullptr && m_run->isSkipped())
            m_area->verticalScrollBar()->setValue(last); // the answer
    });
    m_grid->setContentsMargins({});
    m_grid->setSpacing(0);
    auto* line = hairline(this);
    line->lower(); // below the plots the text covers it
    m_grid->addWidget(line, 2, 0);
    m_grid->setRowStretch(1, 1);
    m_grid->setColumnStretch(0, 1);
    setBelow(false);
    hide();
}

void Guide::setBelow(bool below)
{
    m_grid->addWidget(m_head, 0, below ? 1 : 0);
    m_grid->addWidget(m_area, below ? 0 : 1, 0, below ? 4 : 1, 1);
    m_grid->addWidget(m_foot, 3, below ? 1 : 0);
}

QWidget* Guide::makeHead()
{
    auto* head = new QWidget(this);
    QLabel* kind = quieted(lessonLabel(u"guide-kind"_s, head, 0.92));
    kind->setText(tr("Lesson"));
    QToolButton* close
        = quietButton(u"guide-close"_s, tr("Leave the lesson. Your own setup comes back."), head, u"close"_s);
    connect(close, &QToolButton::clicked, this, &Guide::closed);
    m_title = lessonLabel(u"guide-title"_s, head, 1.23, true);
    m_progress = fillLayout(new QHBoxLayout, {}, kUsualMargins, 4);
    m_place = quieted(lessonLabel(u"guide-place"_s, head, 0.92));
    m_left = quieted(lessonLabel(u"guide-left"_s, head, 0.92));
    m_left->setAlignment(Qt::AlignRight);
    m_faults = lessonLabel(u"guide-faults"_s, head);
    m_faults->setFrameShape(QFrame::StyledPanel);
    m_faults->setMargin(8);
    fillLayout(new QVBoxLayout(head),
               {fillLayout(new QHBoxLayout, {{kind, 1}, close}), m_title, m_progress,
                fillLayout(new QHBoxLayout, {m_place, m_left}), m_faults},
               {kLessonMargin, 8, kLessonMargin, 8});
    return head;
}

QWidget* Guide::makeFoot()
{
    auto* foot = new QWidget(this);
    m_strayed = lessonLabel(u"guide-strayed"_s, foot);
    m_strayed->setTextFormat(Qt::RichText);
    connect(m_strayed, &QLabel::linkActivated, this, [this] { m_run->begin(m_run->index()); });
    m_back = named(u"guide-back"_s, new QPushButton(tr("Back"), foot));
    m_next = named(u"guide-next"_s, new QPushButton(foot));
    m_back->setMinimumSize(88, 32);
    m_next->setMinimumSize(120, 32);
    connect(m_back, &QPushButton::clicked, this, [this] { goOn(-1); });
    connect(m_next, &QPushButton::clicked, this, [this] { goOn(1); });
    fillLayout(new QVBoxLayout(foot), {m_strayed, fillLayout(new QHBoxLayout, {m_back, kFreeRoom, m_next})},
               {kLessonMargin, 12, kLessonMargin, 12});
    return foot;
}

void Guide::goOn(int steps)
{
    if (m_run == nullptr || (steps < 0 && m_run->index() == 0))
        return;
    if (steps > 0 && m_run->skip())
        return;
    if (steps > 0 && m_run->isLast())
        return emit closed();
    m_run->begin(steps < 0 ? m_run->index() - 1 : m_run->index() + 1);
}

void Guide::show(LessonRun* run)
{
    m_run = run;
    setVisible(run != nullptr);
    if (run == nullptr)
        return;
    connect(run, &LessonRun::stepBegun, this, &Guide::showStep);
    connect(run, &LessonRun::changed, this, &Guide::refresh);
    connect(run, &LessonRun::retold, this, [this] {
        const int at = m_area->verticalScrollBar()->value();
        showStep();
        m_area->verticalScrollBar()->setValue(at);
    });
    showStep();
}

void Guide::showStep()
{
    const std::size_t index = m_run->index();
    const std::size_t count = m_run->lesson().steps.size();
    m_title->setText(qs(m_run->lesson().title));
    showProgress(*m_progress, count, index, QPalette::Midlight);
    m_place->setText(tr("Step %1 of %2").arg(index + 1).arg(count));
    m_left->setText(m_run->minutesLeft() > 0 ? tr("about %1 min left").arg(m_run->minutesLeft()) : QString());
    m_back->setEnabled(index > 0);
    m_next->setText(m_run->isLast() ? tr("Finish") : tr("Next"));
    m_page = new StepPage(*m_run, m_area);
    m_area->setWidget(m_page); // deletes that of the step before
    m_area->verticalScrollBar()->setValue(0);
    connect(m_page, &StepPage::told, m_page, [this](QWidget* first, QWidget* last) {
        QTimer::singleShot(0, m_page, [this, first, last] { // when they have their places
            m_area->ensureWidgetVisible(last, 0, 16);
            m_area->ensureWidgetVisible(first, 0, 16);
        });
    });
    refresh();
}

void Guide::refresh()
{
    if (m_run == nullptr)
        return;
    m_page->refresh();
    const std::vector<Error>& faults = m_run->opened().faults;
    m_faults->setVisible(!faults.empty());
    if (!faults.empty())
        m_faults->setText(words::errorText(faults.front())
                          + (faults.size() > 1 ? u' ' + tr("(%1 faults in all)").arg(faults.size()) : QString()));
    m_next->setDefault(m_run->isDone());
    const QStringList strayed = m_run->strayed();
    QString says = m_run->isSkipped() ? tr("Skipped: the answer is above. Next goes on.") : QString();
    if (!strayed.isEmpty())
        says = tr("You changed %1.").arg(strayed.join(u", "_s)).toHtmlEscaped() + u" <a href='#'>"_s
            + tr("Return to step %1").arg(m_run->index() + 1).toHtmlEscaped() + u"</a>"_s;
    else if (says.isEmpty() && m_run->hasOwnSentence())
        says = tr("This step has a sentence of its own.");
    m_strayed->setVisible(!says.isEmpty());
    m_strayed->setText(says);
}

void Guide::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        return emit closed();
    QWidget::keyPressEvent(event);
}

} // namespace phasor
