// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/pages/pages.h"

#include "session/store.h"
#include "ui/forms/text.h"
#include "ui/look/look.h"
#include "ui/shell/lessons/lessons.h"
#include "words/coretexts.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QFileInfo>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>

namespace phasor {

namespace {

constexpr int kSide = CardPage::kMargin;
constexpr int kSpace = CardPage::kGap;
constexpr int kModelColumn = 240;
constexpr int kNarrowLetters = 125; // letters: in a narrower window the column is below the lessons
constexpr int kPauseMilliseconds = 1000;

struct KnownModel
{
    QLatin1String preset;
    const char* name;
    const char* scheme;
};
constexpr KnownModel kShownModels[]
    = {{QLatin1String("llama-3.1"), QT_TRANSLATE_NOOP("phasor::StartPage", "Llama 3.1 8B"),
        QT_TRANSLATE_NOOP("phasor::StartPage", "RoPE")},
       {QLatin1String("qwen3"), QT_TRANSLATE_NOOP("phasor::StartPage", "Qwen3-8B"),
        QT_TRANSLATE_NOOP("phasor::StartPage", "RoPE, YaRN")},
       {QLatin1String("gpt-2"), QT_TRANSLATE_NOOP("phasor::StartPage", "GPT-2"),
        QT_TRANSLATE_NOOP("phasor::StartPage", "learned")},
       {QLatin1String("bert"), QT_TRANSLATE_NOOP("phasor::StartPage", "BERT"),
        QT_TRANSLATE_NOOP("phasor::StartPage", "learned")},
       {QLatin1String("t5"), QT_TRANSLATE_NOOP("phasor::StartPage", "T5-base"),
        QT_TRANSLATE_NOOP("phasor::StartPage", "bias by distance")},
       {QLatin1String("bloom"), QT_TRANSLATE_NOOP("phasor::StartPage", "BLOOM"),
        QT_TRANSLATE_NOOP("phasor::StartPage", "ALiBi")}};

QLabel* hintLabel(const QString& text, QWidget* parent)
{
    auto* label = quieted(plainLabel(text, parent));
    label->setFont(scaled(label->font(), 1, false));
    return label;
}

// The first view of a lesson that is drawn without a training.
std::optional<Subject> pictureOf(const LessonShelf& shelf, const std::string& lesson)
{
    const Result<OpenedLesson> opened = guarded([&] { return shelf.open(lesson); });
    for (const StepSetups& step : opened.ok() ? opened->steps : std::vector<StepSetups>()) {
        if (!step.before)
            continue;
        if (std::optional<Subject> what = firstViewOf(step.before->document); what && what->spec->id != "training")
            return what;
    }
    return std::nullopt;
}

} // namespace

StartPage::StartPage(Store& store, const Lessons& lessons, bool shownAtStart, QWidget* parent)
    : QWidget(parent)
    , m_store(store)
    , m_lessons(lessons)
{
    setObjectName(QStringLiteral("start"));
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored); // the window may be as small as its other pages
    auto* content = new QWidget(this);
    QVBoxLayout* head = makeHead();
    auto* band = new QWidget(content);
    band->setAutoFillBackground(true);
    band->setBackgroundRole(QPalette::Base);
    m_band = fillLayout(new QVBoxLayout(band), {}, {kSide - 8, 0, kSide - 8, 0});
    m_line = new QWidget(content);
    m_line->setFixedWidth(1);
    m_line->setAutoFillBackground(true);
    m_line->setBackgroundRole(QPalette::Midlight);
    m_below = fillLayout(new QBoxLayout(QBoxLayout::LeftToRight), {{makeLessons(), 1}, m_line, makeColumn()},
                         {kSide, 8, kSide, 4}, kSpace);
    fillLayout(new QVBoxLayout(content), {head, band, m_below, kFreeRoom}, {}, 0);
    fillLayout(new QVBoxLayout(this), {{scrolled(content, this), 1}, hairline(this), makeFoot(shownAtStart)}, {}, 0);
    m_pause.setSingleShot(true);
    m_pause.setInterval(kPauseMilliseconds);
    connect(&m_pause, &QTimer::timeout, &m_store, &Store::endGesture);
    connect(&m_store, &Store::parametersChanged, this, &StartPage::showSentence);
    showSentence();
}

QVBoxLayout* StartPage::makeHead()
{
    auto* title = boldLabel(tr("What happens to a token before the first attention layer?"), this, 1.7);
    auto* text
        = wrapped(hintLabel(tr("Type a sentence. Each token becomes a vector, gets its position added, and passes "
                               "through dropout. The boxes follow as you type; ‖·‖ is the mean length of a vector."),
                            this));
    auto* tutorial = named(u"start-tutorial"_s, new Link(tr("Code from PyTorch's tutorials"), {}, this));
    tutorial->setToolTip(tr("512 dimensions, and the defaults of the copied class: 5,000 positions, p = 0.1"));
    connect(tutorial, &Link::clicked, this, [this] { emit presetChosen(u"tutorial"_s); });
    m_sentence = named(u"start-sentence"_s, new QLineEdit(this));
    m_sentence->setFont(scaled(font(), 1.54, false));
    m_sentence->setPlaceholderText(tr("Type a sentence"));
    m_sentence->setAccessibleName(tr("Sentence"));
    m_sentence->setTextMargins(8, 8, 8, 8);
    connect(m_sentence, &QLineEdit::textEdited, this, &StartPage::type);
    connect(m_sentence, &QLineEdit::returnPressed, this, &StartPage::left);
    auto* explore = named(u"start-explore"_s, new QPushButton(tr("Explore"), this));
    explore->setFont(scaled(font(), 1, true));
    explore->setDefault(true);
    explore->setMinimumWidth(168);
    explore->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
    connect(explore, &QPushButton::clicked, this, &StartPage::left);
    auto* says = fillLayout(new QHBoxLayout, {{text, 1}, {tutorial, 0, Qt::AlignBottom}}, kUsualMargins, kSpace);
    auto* field = fillLayout(new QHBoxLayout, {{m_sentence, 1}, explore}, kUsualMargins, kSpace);
    return fillLayout(new QVBoxLayout, {title, says, field}, {kSide, 8, kSide, kSpace}, 8);
}

QWidget* StartPage::makeLessons()
{
    auto* part = new QWidget(this);
    m_cards = new CardFlow(Card::Shape::Short, part);
    m_cards->beginGroup(tr("Lessons"));
    connect(m_cards, &CardFlow::opened, this,
            [this](const QString& id) { emit lessonChosen(utf8(id.sliced(qsizetype(sizeof "lesson-") - 1))); });
    fillLayout(new QVBoxLayout(part), {{m_cards, 0, Qt::AlignTop}, kFreeRoom}, {}, 0);
    return part;
}

// Models, files used last, and what else there is to open.
QWidget* StartPage::makeColumn()
{
    auto* part = new QWidget(this);
    auto* rows = fillLayout(new QVBoxLayout(part), {boldLabel(tr("Models"), part)}, {}, 4);
    for (const KnownModel& shown : kShownModels) {
        const QString id = shown.preset;
        auto* model = named(u"start-preset-"_s + id, new Link(tr(shown.name), tr(shown.scheme), part));
        if (const Result<Preset> preset = loadPreset(utf8(id)); preset.ok())
            model->setToolTip(words::ofPreset(preset->document.says));
        connect(model, &Link::clicked, this, [this, id] { emit presetChosen(id); });
        rows->addWidget(model);
    }
    auto* all = named(u"start-models"_s, new Link(tr("All models…"), {}, part));
    connect(all, &Link::clicked, this, [this] { emit presetsRequested(PresetGroup::Rotations); });
    rows->addWidget(all);
    rows->addSpacing(kSpace);
    m_recent = fillLayout(new QVBoxLayout, {}, kUsualMargins, 4);
    rows->addWidget(boldLabel(tr("Recent"), part));
    rows->addLayout(m_recent);
    rows->addSpacing(8);
    auto* open = named(u"start-open"_s, new Link(tr("Open…"), {}, part));
    connect(open, &Link::clicked, this, &StartPage::openRequested);
    auto* presets = named(u"start-presets"_s, new Link(tr("Presets…"), {}, part));
    connect(presets, &Link::clicked, this, [this] { emit presetsRequested(PresetGroup::Sum); });
    rows->addLayout(fillLayout(new QHBoxLayout, {open, presets, kFreeRoom}, kUsualMargins, kSpace + 4));
    rows->addStretch(1);
    return part;
}

QWidget* StartPage::makeFoot(bool shownAtStart)
{
    auto* foot = new QWidget(this);
    auto* again = named(u"start-at-start"_s, new QCheckBox(tr("Show this page again at the next start"), foot));
    again->setChecked(shownAtStart);
    connect(again, &QCheckBox::toggled, this, &StartPage::shownAtStartChanged);
    auto* keys = hintLabel(tr("Esc closes this page. Help ▸ Start opens it again."), foot);
    fillLayout(new QHBoxLayout(foot), {again, kFreeRoom, keys}, {kSide, 6, kSide, 6});
    return foot;
}

void StartPage::begin(QWidget* strip, const std::vector<std::string>& recent)
{
    m_band->addWidget(strip);
    showLessons();
    showRecent(recent);
    orderParts();
    m_sentence->setFocus();
    m_sentence->end(false);
}

// For Tab: as they are seen, also those that are made later.
void StartPage::orderParts()
{
    QList<QWidget*> column = m_recent->parentWidget()->findChildren<QWidget*>();
    std::ranges::stable_sort(column, {}, [](const QWidget* part) {
        return part->objectName() == u"start-open" || part->objectName() == u"start-presets";
    });
    QWidget* last = orderTabs(findChild<QWidget*>(u"start-explore"_s), m_cards->findChildren<QWidget*>());
    orderTabs(orderTabs(last, column), {findChild<QWidget*>(u"start-at-start"_s)});
}

void StartPage::end()
{
    if (m_pause.isActive())
        m_store.endGesture();
    m_pause.stop();
}

// Each lesson with its minutes, or the step that it has reached.
void StartPage::showLessons()
{
    const std::vector<Lesson> lessons = m_lessons.all();
    const bool isNew = m_lessons.progress().empty();
    const auto next
        = std::ranges::find_if(lessons, [this](const Lesson& lesson) { return !m_lessons.isDone(lesson.id); });
    for (const Lesson& lesson : lessons) {
        const QString name = u"lesson-"_s + qs(lesson.id);
        Card* card = m_cards->card(name);
        if (card == nullptr) {
            card = m_cards->add(name, qs(lesson.title), {},
                                [this, id = lesson.id] { return pictureOf(m_lessons.shelf(), id); });
            card->setOpensAtOnce();
        }
        const std::size_t reached = m_lessons.reached(lesson.id);
        const bool isNext = next != lessons.end() && lesson.id == next->id;
        QString says = lesson.minutes > 0 ? tr("%1 min").arg(lesson.minutes) : QString();
        if (reached > 0)
            says = tr("step %1 of %2").arg(reached + 1).arg(lesson.steps.size());
        else if (isNext)
            says = isNew ? tr("%1 · start here").arg(says) : tr("%1 · next").arg(says);
        else if (m_lessons.isDone(lesson.id))
            says = tr("done");
        card->setSays(says, isNext || reached > 0);
        card->setToolTip(plainTip(qs(lesson.question)));
    }
    m_cards->draw();
}

void StartPage::showRecent(const std::vector<std::string>& recent)
{
    while (QLayoutItem* item = m_recent->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (const std::string& path : recent) {
        const QString name = QFile::decodeName(path.c_str());
        auto* file = named(u"start-recent"_s, new Link(QFileInfo(name).fileName(), {}, this));
        file->setToolTip(plainTip(name));
        connect(file, &Link::clicked, this, [this, path] { emit fileChosen(path); });
        m_recent->addWidget(file);
    }
    if (recent.empty())
        m_recent->addWidget(wrapped(
            hintLabel(tr("Nothing yet. Sessions, figures and matrices that you open or save appear here."), this)));
}

void StartPage::showSentence()
{
    if (const QString now = qs(m_store.parameters().sentence.text.value_or(std::string())); now != m_sentence->text())
        m_sentence->setText(now);
}

void StartPage::type(const QString& sentence)
{
    if (!m_pause.isActive())
        m_store.beginGesture();
    m_pause.start();
    m_store.edit([&](Parameters& now) {
        now.sentence.text = sentence.isEmpty() ? std::nullopt : std::optional(utf8(sentence));
    });
}

void StartPage::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape || event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        emit left();
    else
        QWidget::keyPressEvent(event);
}

void StartPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const bool narrow = width() < kNarrowLetters * fontMetrics().averageCharWidth();
    m_below->setDirection(narrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    m_line->setVisible(!narrow);
    m_recent->parentWidget()->setFixedWidth(narrow ? QWIDGETSIZE_MAX : kModelColumn);
}

} // namespace phasor
