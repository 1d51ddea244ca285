// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/lessons/guide.h"

#include "lessons/markdown.h"
#include "text/numbers.h"
#include "ui/forms/text.h"
#include "ui/look/look.h"
#include "ui/panels/parts.h"

#include <QLineEdit>
#include <QMouseEvent>
#include <QPushButton>
#include <QRadioButton>
#include <QRegularExpression>

namespace phasor {

QLabel* lessonLabel(const QString& name, QWidget* parent, double size, bool bold)
{
    QLabel* made = wrapped(named(name, plainLabel(parent)));
    made->setFont(scaled(made->font(), size, bold));
    return made;
}

void showProgress(QHBoxLayout& line, std::size_t steps, std::size_t now, QPalette::ColorRole later)
{
    const auto count = static_cast<int>(steps);
    while (line.count() > count) {
        const std::unique_ptr<QLayoutItem> item(line.takeAt(count));
        delete item->widget();
    }
    while (line.count() < count)
        line.addWidget(hairline(line.parentWidget(), 4));
    for (int i = 0; i < count; ++i)
        line.itemAt(i)->widget()->setBackgroundRole(i <= static_cast<int>(now) ? QPalette::Highlight : later);
}

// Text of a lesson: HTML that htmlOf made, so that nothing in it is markup of its author.
static QLabel* textLabel(QWidget* parent)
{
    QLabel* made = wrapped(new QLabel(parent));
    made->setTextFormat(Qt::RichText);
    made->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    made->setFocusPolicy(Qt::NoFocus);
    made->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    return made;
}

static void setMarkdown(QLabel& text, const std::string& markdown, const std::string& folder)
{
    static const QRegularExpression kHeading(u"<h[3-6]>(.*)</h[3-6]>"_s);
    QString html = qs(htmlOf(markdown)).replace(kHeading, u"<hr><p><b>\\1</b></p>"_s);
    html.replace(u"<p>"_s, u"<p style='line-height:125%'>"_s);
    if (!folder.empty())
        html.replace(u"<img src=\""_s, u"<img src=\""_s + qs(folder).toHtmlEscaped() + u'/');
    if (text.text() != html)
        text.setText(html);
}

StepPage::StepPage(LessonRun& run, QWidget* parent)
    : QWidget(parent)
    , m_run(run)
{
    setBackgroundRole(QPalette::Base);
    QLabel* title = lessonLabel(u"guide-step"_s, this, 1.15, true);
    title->setText(qs(m_run.step().title));
    m_column = fillLayout(new QVBoxLayout(this), {title}, {kLessonMargin, 8, kLessonMargin, 16}, 8);
    bool asked = m_run.step().until.empty();
    for (std::size_t i = 0; i < m_run.step().pieces.size(); ++i) {
        if (m_run.step().pieces[i].behind && !asked) {
            addConditions();
            asked = true;
        }
        addPiece(i);
    }
    if (!asked || m_run.step().until.empty())
        addConditions();
    m_column->addStretch(1);
    refresh();
}

void StepPage::refresh()
{
    m_news.clear();
    for (const std::function<void()>& part : m_refreshers)
        part();
    if (!m_news.empty())
        emit told(m_news.front(), m_news.back());
}

void StepPage::addText(const std::function<std::string()>& markdown, const std::function<bool()>& shown, bool isNote)
{
    QLabel* text = textLabel(this);
    if (isNote) {
        text->setFrameShape(QFrame::StyledPanel);
        text->setMargin(8);
    }
    m_column->addWidget(text);
    // What a text tells: nothing, something, a verdict on an answer. Unknown at first.
    m_refreshers.emplace_back([this, text, markdown, shown, told = -1]() mutable {
        const bool visible = shown();
        const std::string words = visible ? markdown() : std::string();
        if (visible)
            setMarkdown(*text, words, m_run.lesson().folder);
        text->setVisible(visible);
        const int tells = words.starts_with("✓") || words.starts_with("✗") ? 2 : visible ? 1 : 0;
        if (const int before = std::exchange(told, tells); before >= 0 && before < tells)
            m_news.push_back(text);
    });
}

void StepPage::addPiece(std::size_t index)
{
    const LessonPiece& piece = m_run.step().pieces[index];
    if (piece.kind == LessonPiece::Kind::Quiz)
        return addQuiz(index);
    if (piece.kind == LessonPiece::Kind::Guess)
        return addGuess(index);
    addText([this, &piece] { return m_run.textOf(piece); }, [this, &piece] { return m_run.isShown(piece); },
            piece.kind == LessonPiece::Kind::Note);
}

void StepPage::addQuiz(std::size_t index)
{
    const Quiz& quiz = m_run.step().pieces[index].quiz;
    const auto chosen = [this, index] {
        return m_run.answerTo(index);
    };
    auto* group = new QWidget(this);
    auto* column = fillLayout(new QVBoxLayout(group), {}, {});
    m_column->addWidget(group);
    std::swap(m_column, column); // the choices' parts go into the group
    for (std::size_t i = 0; i < quiz.choices.size(); ++i) {
        auto* button = named(u"choice-%1-%2"_s.arg(index).arg(i), new QRadioButton(group));
        button->setAccessibleName(qs(quiz.choices[i].text));
        QLabel* text = textLabel(group);
        text->setTextInteractionFlags(Qt::NoTextInteraction);
        text->setBuddy(button);
        setMarkdown(*text, quiz.choices[i].text, m_run.lesson().folder);
        text->installEventFilter(this);
        text->setProperty("choice", QVariant::fromValue(static_cast<QObject*>(button)));
        m_column->addLayout(fillLayout(new QHBoxLayout, {{button, 0, Qt::AlignTop}, {text, 1}}));
        button->setChecked(chosen() == i);
        connect(button, &QRadioButton::clicked, this, [this, index, i] { m_run.answer(index, i); });
        addText(
            [this, &choice = quiz.choices[i]] {
                if (m_run.isTold(choice.feedback))
                    return (choice.right ? "✓ " : "✗ ") + m_run.feedbackOf(choice.feedback);
                return utf8(m_run.isSkipped() && choice.right
                                ? tr("✓ This is the answer.")
                                : tr("Noted. Now try it: the answer comes with what is measured then."));
            },
            [this, chosen, i, &choice = quiz.choices[i]] {
                return chosen() == i || (m_run.isSkipped() && choice.right);
            },
            true);
    }
    addText([this, &quiz] { return m_run.feedbackOf(quiz.feedback); },
            [this, chosen, &quiz] {
                return chosen().has_value() && !quiz.feedback.empty() && m_run.isTold(quiz.feedback);
            });
    std::swap(m_column, column);
    m_refreshers.emplace_back([this, group, index] { group->setVisible(m_run.isShown(m_run.step().pieces[index])); });
}

bool StepPage::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::MouseButtonRelease) {
        if (auto* button = qobject_cast<QRadioButton*>(watched->property("choice").value<QObject*>()))
            button->click();
    }
    return QWidget::eventFilter(watched, event);
}

void StepPage::addGuess(std::size_t index)
{
    const Guess& guess = m_run.step().pieces[index].guess;
    auto* scale = named(u"guess-scale-%1"_s.arg(index), new GuessScale(guess.low, guess.high, this));
    auto* field = named(u"guess-field-%1"_s.arg(index), new QLineEdit(this));
    field->setPlaceholderText(tr("or type it"));
    field->setAccessibleName(tr("Your guess"));
    auto* check = named(u"guess-check-%1"_s.arg(index), new QPushButton(tr("Check"), this));
    m_column->addWidget(scale);
    m_column->addLayout(fillLayout(new QHBoxLayout, {field, check}));
    QLabel* asks = lessonLabel(u"guess-asks-%1"_s.arg(index), this);
    asks->setText(tr("Type a number from %1 to %2.").arg(qs(shortNumber(guess.low)), qs(shortNumber(guess.high))));
    asks->hide();
    m_column->addWidget(asks);
    connect(scale, &GuessScale::moved, field, [field](double value) { field->setText(qs(shortNumber(value))); });
    connect(field, &QLineEdit::textEdited, scale, [scale](const QString& text) {
        const Result<double> value = parseReal(utf8(text));
        scale->setValue(value.ok() ? std::optional(*value) : std::nullopt);
    });
    if (const std::optional<double> before = m_run.guessOf(index)) // the step's text was changed
        scale->setValue(before);
    const auto give = [this, index, scale, asks] {
        asks->setHidden(scale->isSet());
        if (scale->isSet())
            m_run.guess(index, scale->value());
    };
    connect(check, &QPushButton::clicked, this, give);
    connect(field, &QLineEdit::returnPressed, this, [field, scale, give] {
        if (field->text().isEmpty())
            scale->setValue({});
        give();
    });
    const auto given = [this, index] {
        return m_run.guessOf(index).has_value() || m_run.isSkipped();
    };
    m_refreshers.emplace_back([this, &guess, index, scale, field, check, asks, given] {
        asks->setHidden(asks->isHidden() || given());
        field->setVisible(!given());
        check->setVisible(!given());
        scale->setVisible(m_run.isShown(m_run.step().pieces[index]));
        if (const std::optional<double> measured = m_run.measured(guess); given() && measured)
            scale->showMeasured(*measured, m_run.guessOf(index).has_value());
    });
    for (const Guess::Range& range : guess.ranges)
        addText([this, &range] { return m_run.withNumbers(range.text, false); },
                [this, index, &range] {
                    const std::optional<double> value = m_run.guessOf(index);
                    return value && range.low <= *value && *value <= range.high;
                });
    addText([this, &guess] { return m_run.withNumbers(guess.feedback, false); },
            [given, &guess] { return given() && !guess.feedback.empty(); });
}

void StepPage::addConditions()
{
    for (const Condition& condition : m_run.step().until) {
        QLabel* what = lessonLabel(u"condition-"_s + qs(condition.name), this);
        QLabel* now = quieted(lessonLabel(u"condition-now-"_s + qs(condition.name), this));
        now->setAlignment(Qt::AlignRight);
        m_column->addLayout(fillLayout(new QHBoxLayout, {{what, 3}, {now, 2}}));
        m_refreshers.emplace_back([this, what, now, &condition] {
            const bool holds = m_run.holds(condition);
            what->setText((holds ? u"● "_s : u"○ "_s) + m_run.conditionText(condition));
            what->setAccessibleDescription(holds ? tr("done") : tr("not done"));
            now->setText(m_run.isGuessing() ? tr("guess first") : m_run.nowText(condition));
        });
    }
    auto* row = new QHBoxLayout;
    if (!m_run.step().until.empty()) {
        auto* act = named(u"guide-do"_s, new QPushButton(tr("Do it for me"), this));
        act->setMinimumSize(120, 28);
        connect(act, &QPushButton::clicked, this, [this] { m_run.act(); });
        row->addWidget(act);
    }
    auto* again = named(u"guide-again"_s, new QPushButton(tr("Show this step again"), this));
    again->setFlat(true);
    connect(again, &QPushButton::clicked, this, [this] { m_run.begin(m_run.index()); });
    m_column->addLayout(fillLayout(row, {again, kFreeRoom}));
}

} // namespace phasor
