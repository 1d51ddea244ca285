// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/lessons/guide.h"

#include "text/numbers.h"
#include "ui/look/look.h"
#include "ui/panels/parts.h"
#include "words/coretexts.h"

#include <QGridLayout>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>
#include <QToolButton>

#include <cmath>

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
    m_strayed = lessonLabel(u"guide-strayed"_s, foot, 0.92);
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
        says = (strayed.size() == 1 ? tr("You changed %1.").arg(strayed.front())
                                    : tr("You changed %1 and %2 more.").arg(strayed.front()).arg(strayed.size() - 1))
                   .toHtmlEscaped()
            + u" <a href='#'>"_s + tr("Return to step %1").arg(m_run->index() + 1).toHtmlEscaped() + u"</a>"_s;
    else if (says.isEmpty() && m_run->hasOwnSentence())
        says = tr("This step has a sentence of its own.");
    m_strayed->setVisible(!says.isEmpty());
    m_strayed->setText(says);
}

constexpr int kScaleMargin = 20; // left and right, for numbers
constexpr int kCircle = 6;

// 1, 2 or 5 times a power of ten, about a fifth of the scale.
static double tickStep(double length)
{
    const double rough = length / 5;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    for (const double times : {1.0, 2.0, 5.0}) {
        if (rough <= times * power)
            return times * power;
    }
    return 10 * power;
}

GuessScale::GuessScale(double low, double high, QWidget* parent)
    : QWidget(parent)
    , m_low(low)
    , m_high(high)
    , m_value((low + high) / 2)
{
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Your guess"));
}

int GuessScale::xOf(double value) const
{
    const double share = (std::clamp(value, m_low, m_high) - m_low) / (m_high - m_low);
    return kScaleMargin + static_cast<int>(std::lround(share * (width() - 2 * kScaleMargin)));
}

void GuessScale::setValue(const std::optional<double>& value)
{
    m_isSet = value && m_low <= *value && *value <= m_high;
    m_value = m_isSet ? *value : m_value;
    setAccessibleDescription(m_isSet ? qs(shortNumber(m_value)) : QString());
    update();
}

void GuessScale::showMeasured(double measured, bool guessed)
{
    m_measured = measured;
    m_guessed = guessed;
    m_answer = qs(measuredText(measured));
    unsetCursor();
    setAccessibleDescription(guessed ? tr("Your guess: %1. Answer: %2.").arg(qs(shortNumber(m_value)), m_answer)
                                     : tr("Answer: %1.").arg(m_answer));
    update();
}

void GuessScale::moveTo(double value)
{
    if (m_measured)
        return;
    setValue(std::clamp(value, m_low, m_high));
    emit moved(m_value);
}

void GuessScale::mousePressEvent(QMouseEvent* event)
{
    const double share = (event->position().x() - kScaleMargin) / std::max(1, width() - 2 * kScaleMargin);
    const double step = tickStep(m_high - m_low) / 10; // guesses are round numbers
    moveTo(std::round((m_low + share * (m_high - m_low)) / step) * step);
}

void GuessScale::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons().testFlag(Qt::LeftButton))
        mousePressEvent(event);
}

void GuessScale::keyPressEvent(QKeyEvent* event)
{
    const double step = tickStep(m_high - m_low) / 10;
    const std::map<int, double> places{{Qt::Key_Left, m_value - step},
                                       {Qt::Key_Down, m_value - step},
                                       {Qt::Key_Right, m_value + step},
                                       {Qt::Key_Up, m_value + step},
                                       {Qt::Key_PageDown, m_value - 10 * step},
                                       {Qt::Key_PageUp, m_value + 10 * step},
                                       {Qt::Key_Home, m_low},
                                       {Qt::Key_End, m_high}};
    const auto place = places.find(event->key());
    place != places.end() ? moveTo(place->second) : QWidget::keyPressEvent(event);
}

void GuessScale::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const int line = fontMetrics().height();
    const int y = 3 * line / 2 + 4;
    const QString guess = m_guessed && m_isSet ? tr("your guess %1").arg(qs(shortNumber(m_value))) : QString();
    const QColor ink = palette().color(QPalette::WindowText);
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawLine(xOf(m_low), y, xOf(m_high), y);
    const double step = tickStep(m_high - m_low);
    for (double tick = std::ceil(m_low / step) * step; tick <= m_high + step / 1000; tick += step) {
        const double shown = std::abs(tick) < step / 1000 ? 0 : tick;
        painter.drawLine(xOf(tick), y - 4, xOf(tick), y + 4);
        painter.drawText(QRect(xOf(tick) - 40, y + 6, 80, line), Qt::AlignCenter, qs(shortNumber(shown)));
    }
    painter.setPen(QPen(ink, 2));
    // The texts above the line stay inside, and next to each other.
    const auto above = [&](double value, const QString& text, int low, int high) {
        const int wide = painter.fontMetrics().horizontalAdvance(text) + 2;
        const int x = std::clamp(xOf(value) - wide / 2, low, std::max(low, high - wide));
        painter.drawText(QRect(x, line / 4, wide, line), Qt::AlignLeft, text);
        return QRect(x, 0, wide, line);
    };
    int low = 0;
    int high = width();
    if (m_measured) {
        painter.setFont(scaled(font(), 1, true));
        const QString text = tr("answer %1").arg(m_answer);
        const int other = fontMetrics().horizontalAdvance(guess) + 2 * kCircle;
        const bool right = *m_measured >= m_value;
        const QRect taken = above(*m_measured, text, right ? other : 0, width() - (right ? 0 : other));
        (right ? high : low) = right ? taken.left() - kCircle : taken.right() + kCircle;
        painter.setFont(font());
    }
    above(m_value, guess, low, high);
    if (m_measured && m_guessed) {
        painter.setPen(QPen(ink, 4));
        painter.drawLine(xOf(m_value), y, xOf(*m_measured), y);
        painter.setPen(QPen(ink, 2));
    }
    if (m_measured) {
        painter.setBrush(ink);
        painter.drawEllipse(QPoint(xOf(*m_measured), y), kCircle, kCircle);
    }
    if (!m_guessed)
        return;
    painter.setBrush(palette().color(QPalette::Base));
    painter.drawEllipse(QPoint(xOf(m_value), y), kCircle + (hasFocus() && !m_measured ? 2 : 0),
                        kCircle + (hasFocus() && !m_measured ? 2 : 0));
}

} // namespace phasor
