// SPDX-License-Identifier: GPL-3.0-or-later
// What the stage says of a step, and what it does with keys.
#include "lessons/markdown.h"
#include "plots/drawings.h"
#include "session/store.h"
#include "ui/forms/text.h"
#include "ui/panels/parameterpanel.h"
#include "ui/shell/answerspage.h"
#include "ui/shell/lessons/guide.h"
#include "ui/shell/talk/talk.h"

#include <QAbstractButton>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QRadioButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>

namespace phasor {

constexpr int kSegment = 32; // of the progress, lines
constexpr int kProgress = 400; // all segments at most

// The button that gives an answer which the step still asks for; null: there is none.
static QAbstractButton* nextAnswer(const LessonRun& run, const QWidget& page)
{
    const std::vector<LessonPiece>& pieces = run.step().pieces;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        QString name;
        if (pieces[i].kind == LessonPiece::Kind::Guess && !run.guessOf(i))
            name = u"guess-check-%1"_s.arg(i);
        const std::vector<Choice>& choices = pieces[i].quiz.choices;
        const auto right = std::ranges::find(choices, true, &Choice::right) - choices.begin();
        if (pieces[i].kind == LessonPiece::Kind::Quiz && !run.answerTo(i))
            name = u"choice-%1-%2"_s.arg(i).arg(right);
        if (!name.isEmpty() && run.isShown(pieces[i]))
            return page.findChild<QAbstractButton*>(name);
    }
    return nullptr;
}

void Presenter::showSide()
{
    QWidget* side = nullptr;
    if (!m_run->step().pieces.empty()) {
        auto* page = new StepPage(*m_run, m_side);
        connect(page, &StepPage::told, page, [this, page](const QWidget* first) { // once it has its place
            QTimer::singleShot(0, first, [=, this] {
                m_side->verticalScrollBar()->setValue(first->mapTo(page, QPoint()).y() - pixels(8));
            });
        });
        page->layout()->setContentsMargins(0, 0, pixels(8), 0);
        for (const char* spare : {"guide-step", "guide-do", "guide-again"}) {
            if (auto* part = page->findChild<QWidget*>(QLatin1String(spare)))
                part->hide();
        }
        for (QRadioButton* choice : page->findChildren<QRadioButton*>())
            choice->setStyleSheet(u"QRadioButton::indicator { width: %1px; height: %1px; }"_s.arg(pixels(20)));
        for (QWidget* part : page->findChildren<QWidget*>())
            part->setFocusPolicy(qobject_cast<QLineEdit*>(part) != nullptr ? Qt::ClickFocus : Qt::NoFocus);
        side = page;
    } else {
        QLabel* text = wrapped(named(u"stage-explanation"_s, plainLabel(m_side)));
        text->setAlignment(Qt::AlignTop);
        side = text;
    }
    m_side->setWidget(side); // deletes the one before
    m_side->setFixedWidth(pixels(340));
}

// Makes the column as wide as its text needs to be seen as a whole. Within a step it never becomes narrower.
void Presenter::widenSide()
{
    if (!m_side->isVisible())
        return;
    constexpr int kWidest = 520;
    int width = m_side->width();
    while (m_side->widget()->heightForWidth(width) > m_side->height() && width < pixels(kWidest))
        width += pixels(20);
    m_side->setFixedWidth(width);
}

QString Presenter::explanation() const
{
    const Plot& plot = *m_slots[0].plot;
    QStringList parts;
    if (!m_run->step().title.empty()) // else it is below the title
        parts << plot.question();
    if (const Drawing* drawing = plot.drawing(); drawing != nullptr && !m_store.view().withholds)
        parts << drawing->detail.split(u"\n\n"_s, Qt::SkipEmptyParts);
    for (const QString& meaning : plot.meanings()) {
        if (parts.filter(meaning.section(u':', 0, 0), Qt::CaseInsensitive).isEmpty()) // "Near-constant: …"
            parts << meaning;
    }
    return parts.join(u"\n\n"_s);
}

void Presenter::showTexts()
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
    const QString views = two ? plot.title() + u", "_s + m_slots[1].plot->title() : plot.summary();
    m_title->setText(title.isEmpty() ? views : title);
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

void Presenter::refresh()
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
}

bool Presenter::reveal()
{
    QAbstractButton* answer = nextAnswer(*m_run, *m_side->widget());
    if (answer != nullptr)
        answer->click();
    return answer != nullptr;
}

QAbstractButton* Presenter::playButton() const
{
    for (const Slot& slot : m_slots) {
        for (const char* role : {"-play", "-start"}) {
            const QString name = slot.plot == nullptr ? QString() : slot.plot->objectName().section(u'-', 1);
            auto* button
                = name.isEmpty() ? nullptr : slot.plot->findChild<QAbstractButton*>(name + QLatin1String(role));
            if (button != nullptr && button->isEnabled())
                return button;
        }
    }
    return nullptr;
}

// A training runs, which ends with its step.
bool Presenter::trains() const
{
    const QAbstractButton* play = playButton();
    return play != nullptr && play->objectName().endsWith(u"-start")
        && m_store.view().training.phase == TrainingChoice::Phase::Running;
}

// Moves the text to its next page (1) or the one before (-1); false: its end, or the beginning, is on the screen.
bool Presenter::turnPage(int by)
{
    QScrollBar& text = *m_side->verticalScrollBar();
    const int rest = by > 0 ? text.maximum() - text.value() : text.value();
    if (!m_side->isVisible() || rest == 0)
        return false;
    const int page = m_side->height() - pixels(80);
    text.setValue(text.value() + by * (rest < page + pixels(60) ? rest : page)); // no page of a line
    return true;
}

void Presenter::showFoot()
{
    const auto steps = m_run->lesson().steps.size();
    showProgress(*m_progress, steps > 1 ? steps : 0, m_run->index(), QPalette::Mid);
    const int width = std::max(1, pixels(std::min(kSegment, kProgress / static_cast<int>(steps))));
    for (int i = 0; i < m_progress->count(); ++i)
        m_progress->itemAt(i)->widget()->setFixedSize(width, pixels(6));
    m_place->setText(steps > 1 ? tr("Step %1 of %2").arg(m_run->index() + 1).arg(steps) : QString());
    QStringList keys;
    const QScrollBar& text = *m_side->verticalScrollBar();
    if (!m_run->step().pieces.empty() && m_side->isVisible() && text.value() < text.maximum())
        keys << tr("Enter read on");
    else if (nextAnswer(*m_run, *m_side->widget()) != nullptr)
        keys << tr("Enter reveal");
    else if (!m_run->isDone() && !m_run->isSkipped())
        keys << (m_run->trains() ? tr("Enter train") : tr("Enter do it"));
    const QAbstractButton* play = playButton();
    if (!m_parts.playing.isBegun() && play != nullptr && play->objectName().endsWith(u"-start"))
        keys << (trains() ? tr("Space pause") : tr("Space start"));
    else if (m_parts.playing.isBegun() || play != nullptr)
        keys << tr("Space play");
    const Board& board = m_store.view().board;
    const int shown = m_slots[1].plot != nullptr ? 2 : 1;
    if (board.size() > shown && (!m_moved || asks())) // a lesson speaks of it
        keys << tr("Tab %1", "a view").arg(findPlot(board.cell((m_first + shown) % board.size()).view)->titleText());
    if (!m_moved) {
        if (steps > 1)
            keys << tr("← → step");
        keys << tr("N notes") << tr("B blank") << tr("A answers") << tr("F9 controls") << tr("Esc end");
    }
    const QFontMetrics metrics = m_keys->fontMetrics();
    while (keys.size() > 2 && metrics.horizontalAdvance(keys.join(u"   "_s)) > roomInFoot())
        keys.remove(keys.size() - 2);
    m_leaves = m_leaves && trains();
    m_keys->setText(m_leaves ? tr("Training still runs. The next step ends it.") : keys.join(u"   "_s));
    showPointed();
}

int Presenter::roomInFoot() const
{
    return m_foot->width() - m_place->geometry().right() - pixels(kStageMargin + 24);
}

// The read-out: two lines at the foot, instead of the keys.
void Presenter::showPointed()
{
    const QFontMetrics metrics = m_pointed->fontMetrics();
    QStringList lines = m_read;
    if (lines.size() == 1 && metrics.horizontalAdvance(lines.front()) > roomInFoot())
        lines = {m_read.front().section(u" · "_s, 0, -2), m_read.front().section(u" · "_s, -1)};
    for (QString& line : lines)
        line = metrics.elidedText(line, Qt::ElideMiddle, roomInFoot());
    m_pointed->setText(lines.join(u'\n'));
    const bool points = m_store.view().cursor != Cursor{} && !m_store.view().withholds && !lines.isEmpty() && !m_leaves;
    m_pointed->setVisible(points);
    m_keys->setVisible(!points);
}

void Presenter::keyPressEvent(QKeyEvent* event)
{
    const bool wasBlank = m_blank->isVisible();
    if (wasBlank && event->key() != Qt::Key_Escape)
        return m_blank->hide();
    const auto step = [this](int by) {
        if (trains() && !std::exchange(m_leaves, true))
            return showFoot();
        m_moved = true;
        m_first = 0;
        go(by);
    };
    const auto onward = [this, step](int by) {
        const bool tells = !m_run->step().pieces.empty(); // more than the view's explanation
        if ((tells && turnPage(by)) || (by > 0 && (reveal() || m_run->skip())))
            return;
        step(by);
    };
    QScrollBar& text = *m_side->verticalScrollBar();
    const auto all = static_cast<int>(m_run->lesson().steps.size());
    switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
        if (!m_side->isVisible() || text.maximum() == 0)
            return onward(event->key() == Qt::Key_Up ? -1 : 1);
        return text.setValue(text.value() + (event->key() == Qt::Key_Up ? -1 : 1) * pixels(60));
    case Qt::Key_Left:
    case Qt::Key_PageUp:
        return onward(-1);
    case Qt::Key_Right:
    case Qt::Key_PageDown:
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return onward(1);
    case Qt::Key_Home:
        return step(-all);
    case Qt::Key_End:
        return step(all);
    case Qt::Key_Space: // plays a setting if one has begun, see Playing
        if (QAbstractButton* play = playButton())
            play->click();
        return;
    case Qt::Key_B:
    case Qt::Key_Period:
        m_blank->raise();
        return m_blank->show();
    case Qt::Key_A:
        m_answers->setOpen(m_answers->isHidden());
        setFocus();
        showViews();
        return refresh();
    case Qt::Key_N:
        return m_notes->setVisible(m_notes->isHidden());
    case Qt::Key_F9:
        return toggleControls();
    case Qt::Key_Escape:
        return end();
    default:
        QWidget::keyPressEvent(event);
    }
}

bool Presenter::focusNextPrevChild(bool next)
{
    if (m_controls != nullptr)
        return QWidget::focusNextPrevChild(next);
    ++m_first;
    showViews();
    refresh();
    return true;
}

void Presenter::toggleControls()
{
    if (m_controls != nullptr) {
        setFocus(); // ends what is typed
        delete std::exchange(m_controls, nullptr);
    } else {
        m_controls = named(u"stage-controls"_s, new ParameterPanel(m_store, this));
        m_parts.playing.serve(*m_controls);
        connect(m_controls, &ParameterPanel::refused, m_keys, &QLabel::setText);
        connect(m_controls, &ParameterPanel::complained, m_keys, &QLabel::setText);
        m_middle->insertWidget(0, m_controls);
    }
    showViews();
    refresh();
}

} // namespace phasor
