// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/lessons/lessonrun.h"

#include "pipeline/parameters/parameterspec.h"
#include "session/store.h"
#include "text/numbers.h"
#include "ui/forms/text.h"
#include "words/coretexts.h"

namespace phasor {

LessonRun::LessonRun(Store& store, OpenedLesson opened, QObject* parent)
    : QObject(parent)
    , m_store(store)
    , m_opened(std::move(opened))
{
    connect(&store, &Store::sceneChanged, this, &LessonRun::storeChanged);
    connect(&store, &Store::viewChanged, this, &LessonRun::storeChanged);
}

std::int64_t LessonRun::minutesLeft() const
{
    const auto steps = static_cast<std::int64_t>(m_opened.lesson.steps.size());
    const std::int64_t left = steps - static_cast<std::int64_t>(m_at.step);
    return m_opened.lesson.minutes == 0 ? 0 : std::max<std::int64_t>(1, m_opened.lesson.minutes * left / steps);
}

void LessonRun::set(const LessonSetup& setup, bool keepsViews)
{
    const Store::Gesture together(m_store);
    m_store.setEdited(Side::A);
    m_store.setScene(setup.document.scene);
    ViewState view = setup.document.viewOver(m_store.view().board);
    if (keepsViews) { // only what the action changes, such as options of training
        const TrainingChoice training = view.training;
        view = m_store.view();
        view.training = training;
    }
    m_store.setView(view);
}

void LessonRun::begin(std::size_t step)
{
    QSignalBlocker quiet(this); // who shows the step before must not look into this one
    const std::optional<std::string> sentence = m_store.scene().a.sentence.text;
    const bool typed = m_at.scene != Scene() && sentence != m_at.scene.a.sentence.text;
    m_at = {.step = std::min(step, m_opened.lesson.steps.size() - 1)};
    m_now = nullptr;
    m_trained = nullptr;
    m_seconds = {};
    if (setups().before)
        set(*setups().before, false);
    m_at.ownSentence = typed && sentence != m_store.scene().a.sentence.text;
    m_store.open(m_store.scene());
    m_at.scene = m_store.scene();
    m_at.training = m_store.view().training;
    m_at.views = m_store.view().board.shown();
    m_at.reached = m_at.skipped = false; // setting the store may have looked like a change
    storeChanged();
    quiet.unblock();
    emit stepBegun();
}

void LessonRun::fit()
{
    m_at.step = std::min(m_at.step, m_opened.lesson.steps.size() - 1);
    const std::vector<LessonPiece>& pieces = step().pieces;
    std::erase_if(m_at.answers, [&pieces](const auto& one) {
        return one.first >= pieces.size() || one.second >= pieces[one.first].quiz.choices.size();
    });
    std::erase_if(m_at.guesses, [&pieces](const auto& one) {
        return one.first >= pieces.size() || pieces[one.first].kind != LessonPiece::Kind::Guess;
    });
}

void LessonRun::replace(OpenedLesson opened)
{
    if (opened.steps.empty()) {
        m_opened.faults = std::move(opened.faults);
        return emit changed();
    }
    const std::vector<LessonStep>& steps = opened.lesson.steps;
    std::size_t at = std::min(m_at.step, steps.size() - 1);
    if (const auto same = std::ranges::find(steps, step().title, &LessonStep::title);
        steps[at].title != step().title && same != steps.end())
        at = static_cast<std::size_t>(same - steps.begin());
    const auto documentOf = [](const std::optional<LessonSetup>& setup) {
        return setup ? std::optional(setup->document) : std::nullopt;
    };
    const bool isSame = documentOf(opened.steps[at].before) == documentOf(setups().before)
        && documentOf(opened.steps[at].after) == documentOf(setups().after);
    const std::vector<std::string> keys = measuredKeys(step());
    const OpenedLesson before = std::exchange(m_opened, std::move(opened)); // pages show its pieces until the signal
    if (!isSame)
        return begin(at);
    QSignalBlocker quiet(this);
    m_at.step = at;
    fit();
    if (measuredKeys(step()) != keys) {
        m_now = nullptr;
        m_at.numbers = m_store.scene() == m_at.scene ? nullptr : m_at.numbers;
    }
    storeChanged();
    quiet.unblock();
    emit retold();
}

void LessonRun::goBackTo(const Progress& progress)
{
    QSignalBlocker quiet(this);
    m_at = progress;
    fit();
    m_now = nullptr;
    m_trained = nullptr;
    storeChanged();
    quiet.unblock();
    emit stepBegun();
}

void LessonRun::act()
{
    if (!setups().after)
        return;
    set(*setups().after, true);
    if (setups().after->trains)
        m_store.editView([](ViewState& view) { view.training.phase = TrainingChoice::Phase::Running; });
}

bool LessonRun::skip()
{
    if (m_at.skipped || (m_at.reached && isAnswered()))
        return false;
    m_at.skipped = true;
    if (!m_at.reached && (m_at.numbers != nullptr || m_store.scene() != m_at.scene))
        act(); // else when the numbers of the beginning are there
    storeChanged();
    return true;
}

void LessonRun::answer(std::size_t piece, std::size_t choice)
{
    m_at.answers[piece] = choice;
    storeChanged();
}

void LessonRun::guess(std::size_t piece, double value)
{
    m_at.guesses[piece] = value;
    storeChanged();
}

LessonValues LessonRun::valuesNow() const
{
    return {&m_store.scene().a, &m_store.view().training, m_now, m_trained, m_seconds};
}

LessonValues LessonRun::valuesBegun() const
{
    return {&m_at.scene.a, &m_at.training, m_at.numbers, m_trained, m_seconds};
}

bool LessonRun::holds(const Condition& condition) const
{
    return phasor::holds(condition, valuesNow(), valuesBegun()) && (condition.name != kTrained || isTrainingAskedFor());
}

bool LessonRun::isPresent(const TrainingData& trained) const
{
    const TrainingChoice& choice = m_store.view().training;
    return trained.choice.settings == choice.settings && trained.choice.vary == choice.vary
        && trained.choice.seeds == choice.seeds;
}

bool LessonRun::isTrainingAskedFor() const
{
    return std::ranges::all_of(step().until,
                               [this](const Condition& one) { return one.name == kTrained || holds(one); });
}

bool LessonRun::isDone() const
{
    return step().until.empty()
        ? isAnswered()
        : std::ranges::all_of(step().until, [this](const Condition& condition) { return holds(condition); });
}

bool LessonRun::isAnswered() const
{
    const std::vector<LessonPiece>& pieces = step().pieces;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const bool asks = pieces[i].kind == LessonPiece::Kind::Quiz || pieces[i].kind == LessonPiece::Kind::Guess;
        if (asks && !m_at.answers.contains(i) && !m_at.guesses.contains(i))
            return false;
    }
    return true;
}

bool LessonRun::isGuessing() const
{
    const std::vector<LessonPiece>& pieces = step().pieces;
    for (std::size_t i = 0; i < pieces.size() && !m_at.reached && !m_at.skipped; ++i) {
        if (pieces[i].kind == LessonPiece::Kind::Guess && isShown(pieces[i]) && !m_at.guesses.contains(i))
            return true;
    }
    // Models that were trained earlier would answer the question.
    const bool waits = m_store.view().training.phase == TrainingChoice::Phase::Waiting;
    return waits && m_trained && m_trained->share > 0 && !m_trained->finished && !m_at.skipped && !isAnswered();
}

bool LessonRun::isShown(const LessonPiece& piece) const
{
    return piece.kind != LessonPiece::Kind::Teacher && (!piece.behind || isDone());
}

std::string LessonRun::withNumbers(const std::string& text, bool now) const
{
    const LessonValues values = now ? valuesNow() : valuesBegun();
    return phasor::withNumbers(text, [&](const std::string& key) { return values.number(key); });
}

bool LessonRun::isTold(const std::string& feedback) const
{
    return isDone()
        || (std::ranges::find(step().until, kTrained, &Condition::name) == step().until.end()
            && liveNumbers(feedback).empty());
}

std::vector<std::string> LessonRun::framedControls() const
{
    std::vector<std::string> ids;
    for (const std::string& option : setups().changed)
        ids.push_back(option.substr(2));
    return ids;
}

std::optional<ViewRequest> LessonRun::request() const
{
    LessonNumbersRequest numbers{measuredKeys(step())};
    const TrainingChoice* training = setups().after ? setups().after->training() : nullptr;
    if (training != nullptr && isTimed(step()) && !m_seconds)
        numbers.timed = *training;
    return ViewRequest(numbers);
}

void LessonRun::show(const SnapshotPtr& snapshot)
{
    bool news = false;
    bool begins = false;
    for (const auto& [id, view] : snapshot->views) {
        if (!view.data.ok() || (id == LessonNumbersRequest::kView && view.request != request()))
            continue; // of the step before, perhaps
        if (const auto numbers = std::dynamic_pointer_cast<const LessonNumbers>(*view.data)) {
            begins = snapshot->scene == m_at.scene && m_at.numbers == nullptr;
            m_at.numbers = begins ? numbers : m_at.numbers;
            news = news || m_now != numbers;
            m_now = numbers;
            m_seconds = numbers->seconds ? numbers->seconds : m_seconds;
        } else if (const auto trained = std::dynamic_pointer_cast<const TrainingData>(*view.data)) {
            const bool present = isPresent(*trained);
            if (present && trained->choice.upTo && m_trained && m_trained->finished)
                continue; // a replay: the numbers stay those of the end
            news = news || (present ? m_trained != trained : m_trained != nullptr);
            m_trained = present && snapshot->scene == m_store.scene() ? trained : nullptr;
            m_trainedScene = m_store.scene();
        }
    }
    if (news)
        storeChanged();
    if (begins && m_at.skipped && !m_at.reached)
        act();
}

void LessonRun::storeChanged()
{
    if (m_trainedScene != m_store.scene() || (m_trained && !isPresent(*m_trained)))
        m_trained = nullptr; // the training of another setup
    m_at.reached = m_at.reached || isDone();
    m_store.editView([this](ViewState& view) { view.withholds = isGuessing(); });
    emit changed();
}

// As its control shows it, with thousands separators.
static QString lessonValueText(const ValueSpec& spec, const ParameterValue& value)
{
    const bool isNumber = std::holds_alternative<double>(value) || std::holds_alternative<std::int64_t>(value);
    return isNumber ? qs(withCommas(utf8(words::valueText(spec, value)))) : words::valueText(spec, value);
}

QString LessonRun::conditionText(const Condition& condition) const
{
    using Test = Condition::Test;
    const std::optional<NamedSetting> setting = settingOf(condition.name, valuesNow());
    QString name = qs(condition.name);
    QString value = qs(condition.value);
    if (setting) {
        name = words::ofCore(setting->spec->label);
        if (const Result<ParameterValue> parsed = parseValue(*setting->spec, condition.value); parsed.ok())
            value = lessonValueText(*setting->spec, *parsed);
    } else if (condition.name == kTrained) {
        return tr("Training has ended");
    } else {
        value = qs(withCommas(condition.value));
        name = words::ofCore(measureName(condition.name));
        if (name.endsWith(u'.'))
            name.chop(1); // it is a sentence of its own elsewhere
    }
    if (condition.test == Test::Changed)
        return tr("You changed %1").arg(name);
    const std::map<Test, QString> forms{
        {Test::Less, tr("%1 is less than %2")}, {Test::More, tr("%1 is more than %2")},
        {Test::AtMost, tr("%1 is at most %2")}, {Test::AtLeast, tr("%1 is at least %2")},
        {Test::Equal, tr("%1 is %2")},          {Test::Unequal, tr("%1 is not %2")}};
    return forms.at(condition.test).arg(name, value);
}

QString LessonRun::nowText(const Condition& condition) const
{
    const LessonValues now = valuesNow();
    if (const std::optional<NamedSetting> setting = settingOf(condition.name, now)) {
        const QString value = lessonValueText(*setting->spec, setting->value);
        return value.isEmpty() ? tr("now empty") : tr("now %1").arg(value);
    }
    if (condition.name == kTrained)
        return m_trained && isTrainingAskedFor() ? tr("%1 done").arg(qs(percent(m_trained->share))) : QString();
    const std::optional<double> number = now.number(condition.name);
    return number ? tr("now %1").arg(qs(measuredText(*number))) : QString();
}

QStringList LessonRun::strayed() const
{
    QStringList labels;
    if (m_store.view().board.shown() != m_at.views)
        labels += tr("the board");
    const Parameters& now = m_store.scene().a;
    Parameters known = m_at.scene.a; // becomes that of now: what follows from a change is not named again
    for (const ParameterSpec* spec : specsOf(now)) {
        const ParameterValue value = spec->get(now);
        if (value == spec->get(known))
            continue;
        spec->set(known, value);
        const bool asked = std::ranges::find(step().until, spec->id, &Condition::name) != step().until.end()
            || std::ranges::find(setups().changed, spec->option()) != setups().changed.end();
        if (!asked && (!spec->matters || spec->matters(now)))
            labels += words::ofCore(spec->label);
    }
    return labels;
}

} // namespace phasor
