// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/questions/training.h"

#include "plots/canvas/drawing/drawingplot_p.h"
#include "session/play.h"
#include "training/experiment.h"
#include "words/coretexts.h"

#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

using Scale = DrawnAxis::Scale;
using Phase = TrainingChoice::Phase;

constexpr double kReplaySeconds = 6;
constexpr std::int64_t kMoreSeeds = 5;
constexpr double kFirstWidth = 1.4; // of the column with accuracy and loss
constexpr Interval kAccuracy{-0.02, 1.04};
constexpr std::size_t kAttentionMap = 4; // index of the attention panel

// Variants have colors of their own, none of a quantity; B has A's, dashed.
DrawnLine lineOf(const TrainingData& data, std::size_t variant)
{
    const bool second = data.variants[variant].name == "B";
    return {.name = words::variantName(data.variants[variant].name),
            .ink = {.role = Ink::Role::Series, .place = second ? 0 : static_cast<double>(variant)},
            .stroke = second || variant >= kSeriesColors ? Stroke::Dashed : Stroke::Solid};
}

// Adds a mean and its band. There may be more steps `x` than values yet.
void addMean(Panel& panel, const DrawnLine& style, const std::vector<double>& x, const BandCurve& curve)
{
    DrawnLine line = style;
    line.x.assign(x.begin(), x.begin() + std::ssize(curve));
    line.y = columnFrom(curve, &Band::mean);
    addBand(panel, line, columnFrom(curve, &Band::low), columnFrom(curve, &Band::high), PlotWords::tr("95 % interval"));
}

// The final accuracy, measured on more data than a step's; before the end, that of the last step. Empty: none yet.
QString accuracyOf(const TrainedVariant& variant)
{
    if (const double end = variant.byLength.front().mean; std::isfinite(end))
        return words::share(end, 2);
    const BandCurve& curve = variant.accuracy;
    const auto last
        = std::find_if(curve.rbegin(), curve.rend(), [](const Band& band) { return std::isfinite(band.mean); });
    return last == curve.rend() ? QString() : words::share(last->mean, 2);
}

// The longest name of a variant and its accuracy, known without data. Empty: the only variant has no name.
QString widestEnd(const DrawingContext& context)
{
    const TrainingChoice& choice = context.view.training;
    const Result<std::vector<Variant>> variants
        = variantsOf({.scene = context.scene, .settings = choice.settings, .vary = choice.vary});
    QString widest;
    for (const Variant& variant : variants.ok() ? *variants : std::vector<Variant>()) {
        const QString name = words::withoutLabel(words::settingText(variant.name));
        widest = name.size() > widest.size() ? name : widest;
    }
    if (widest.isEmpty())
        return widest;
    const QString chance = PlotWords::tr("chance"); // is named there, too
    return (widest.size() > chance.size() ? widest : chance) + QStringLiteral("\n100 %");
}

Panel chart(int row, int column, std::string_view id, const QString& title, const QString& across)
{
    return {.place = {.row = row, .column = column, .width = column == 0 ? kFirstWidth : 1},
            .id = id,
            .title = title,
            .across = {.scale = Scale::Count, .labels = {across}},
            .folds = row > 0 || column > 0};
}

Panel attentionPanel(const DataPtr<TrainingData>& data)
{
    const bool shown = data && data->attention;
    Panel panel
        = chart(0, 2, "attention", PlotWords::tr("Attention"),
                shown ? PlotWords::tr("key, at step %1").arg(words::count(data->frameStep)) : PlotWords::tr("key"));
    panel.up.labels = {PlotWords::tr("query")};
    if (data) {
        const QString name = words::variantName(data->variants.front().name);
        panel.briefTitle = PlotWords::tr("Layer 1, head %1").arg(data->head);
        if (name == words::sideName(Side::A))
            panel.briefTitle = words::ofSide(Side::A, panel.briefTitle);
        panel.title = name.isEmpty()
            ? PlotWords::tr("Attention in layer 1, head %1").arg(data->head)
            : PlotWords::tr("Attention in layer 1, head %1: %2", "a head, a variant").arg(data->head).arg(name);
    }
    panel.map = DrawnMap{.picture = shown ? data->attention : nullptr, .bar = false};
    panel.across.range = panel.up.range = {0, shown ? static_cast<double>(data->attention->rows.count) : 24};
    panel.up.scale = Scale::Count;
    panel.up.reversed = true;
    return panel;
}

// Accuracy and loss by step, accuracy by position and beyond the trained length, attention, and ‖E‖.
Drawing drawTraining(const DataPtr<TrainingData>& data, const DrawingContext& context)
{
    const QString step = PlotWords::tr("step");
    Panel accuracy = chart(0, 0, "accuracy", PlotWords::tr("Accuracy"), step);
    Panel loss = chart(1, 0, "loss", PlotWords::tr("Loss"), step);
    Panel byPosition = chart(0, 1, "position", PlotWords::tr("Accuracy by position"), PlotWords::tr("position"));
    Panel byLength
        = chart(1, 1, "length", PlotWords::tr("Accuracy at longer lengths"), PlotWords::tr("× trained length"));
    Panel norms = chart(1, 2, "norm", PlotWords::tr("Embedding norm ‖E‖"), step);
    accuracy.ends = loss.ends = widestEnd(context);
    byPosition.briefTitle = PlotWords::tr("By position");
    byLength.briefTitle = PlotWords::tr("By length");
    norms.briefTitle = QStringLiteral("‖E‖");
    byLength.across.scale = Scale::Logarithmic;
    byLength.across.range = {0.85, 4.7};
    for (const int times : {1, 2, 4})
        byLength.across.names.emplace_back(times, QString::number(times));
    for (std::size_t v = 0; data && v < data->variants.size(); ++v) {
        const TrainedVariant& variant = data->variants[v];
        DrawnLine style = lineOf(*data, v);
        style.brief = words::withoutLabel(style.name);
        addMean(accuracy, style, variant.steps, variant.accuracy);
        accuracy.lines.back().end = accuracyOf(variant);
        addMean(loss, style, variant.steps, variant.loss);
        addMean(norms, style, variant.steps, variant.embedding);
        DrawnLine positions = style;
        positions.x = countedFrom(0, variant.byPosition.size());
        positions.y = variant.byPosition;
        byPosition.lines.push_back(std::move(positions));
        DrawnLine lengths = style;
        lengths.mark = Marker::Disc;
        lengths.sparse = true; // the key has the line without it
        lengths.x = {1, 2, 4};
        lengths.y = columnFrom(variant.byLength, &Band::mean);
        byLength.lines.push_back(std::move(lengths));
        if (v > 0 && variant.chance == data->variants[0].chance)
            continue;
        for (Panel* panel : {&accuracy, &byPosition, &byLength})
            panel->levels.push_back({.name = PlotWords::tr("chance: %1").arg(words::share(variant.chance)),
                                     .brief = PlotWords::tr("chance"),
                                     .end = words::share(variant.chance, 2),
                                     .at = variant.chance,
                                     .upright = false,
                                     .ink = {.role = Ink::Role::Quiet}});
    }
    if (!data) // keeps the room for the key
        accuracy.levels.push_back({.name = PlotWords::tr("chance"), .at = -1, .upright = false});
    const double steps = data ? static_cast<double>(data->choice.settings.steps) : 500;
    const double length = data ? static_cast<double>(data->choice.settings.length) : 24;
    for (Panel* panel : {&accuracy, &loss, &norms})
        panel->across.range = {-0.01 * steps, 1.01 * steps};
    for (Panel* panel : {&accuracy, &byPosition, &byLength})
        panel->up.range = kAccuracy;
    byPosition.across.range = {-0.5, length - 0.5};
    loss.up.range = {0, rangeOf(loss, Fit::Loose, {0, 4}).high};
    norms.up.range = {0, 1.05 * rangeOf(norms, Fit::Loose, {0, 8}).high};
    std::vector<Panel> panels{accuracy, loss, byPosition, byLength, attentionPanel(data), norms};
    if (context.comparing()) {
        Panel less = differenceOf(accuracy); // its lines are of variants
        DrawnLine style = data ? lineOf(*data, 0) : DrawnLine();
        style.name = words::differenceName();
        if (data && !data->less.empty())
            addMean(less, style, data->variants.front().steps, data->less);
        less.bands.clear(); // it is in the key already
        less.up.range = rangeOf(less, Fit::Loose, {-1, 1});
        panels.push_back(std::move(less));
    }
    return {.panels = panels};
}

// Adds buttons and the space bar, which start and pause, and a player that repeats the training up to a step.
class TrainingPlot : public DrawingPlot
{
public:
    TrainingPlot(const PlotSpec& spec, Store& store, QWidget* parent)
        : DrawingPlot(spec, store, parent)
    {
        addOption(makeTrainingMenu(store, this));
        connect(m_start, &QToolButton::clicked, this, &TrainingPlot::startOrPause);
        connect(m_stop, &QToolButton::clicked, this, [this] { setPhase(Phase::Stopped); });
        connect(m_more, &QToolButton::clicked, this, [this] {
            this->store().editView([](ViewState& view) {
                view.training.seeds = std::min<std::int64_t>(view.training.seeds + kMoreSeeds, kMostSeeds);
                view.training.phase = Phase::Running;
            });
        });
        connect(m_play, &QToolButton::clicked, this,
                [this] { isReplaying() ? m_player->stop() : m_player->play(kReplaySeconds, Player::Way::Once); });
        connect(m_player, &Player::moved, this, &TrainingPlot::replay);
        connect(m_player, &Player::changed, this, [this] {
            if (!isReplaying())
                replay(1);
        });
        canvas().setStatusTip(PlotWords::tr("Space: start or pause"));
        TrainingPlot::viewShown();
    }

protected:
    // A change of what is trained pauses: it is not begun unasked. More seeds go on.
    void sceneShown() override
    {
        const TrainingChoice& now = store().view().training;
        if (now.phase != Phase::Running)
            return;
        if (!m_running)
            m_running = experiment(now);
        else if (!(*m_running == experiment(now)))
            QMetaObject::invokeMethod(
                this, [this] { setPhase(Phase::Waiting); }, Qt::QueuedConnection);
    }

    ViewRequest requestAt(const ViewState& view, const DrawingRoom& room) const override
    {
        TrainingChoice choice = view.training;
        if (m_running && !(*m_running == experiment(choice)))
            choice.phase = Phase::Waiting;
        return TrainingRequest{.choice = choice,
                               .complete = room.figure,
                               .picture = {.width = room.width(kAttentionMap),
                                           .height = room.height(kAttentionMap),
                                           .colorMap = view.colorMap,
                                           .wholeCells = room.vector}};
    }

    // Updates the buttons' actions.
    void viewShown() override
    {
        if (view().training.phase != Phase::Running)
            m_running.reset();
        const TrainingData* shown = training();
        const bool whole = shown != nullptr && !view().training.upTo;
        m_start->setText(running() ? PlotWords::tr("❚❚ Pause") : PlotWords::tr("▶ Start")); // also after a pause
        m_start->setEnabled(whole && !shown->finished);
        m_stop->setEnabled(whole && shown->begun && !shown->finished);
        m_more->setEnabled(shown != nullptr && shown->finished);
        m_play->setEnabled(shown != nullptr && (shown->finished || !whole));
    }

    bool spacePressed() override
    {
        isReplaying() ? m_player->toggle() : startOrPause();
        return true;
    }

    void hideEvent(QHideEvent* event) override
    {
        m_player->stop();
        DrawingPlot::hideEvent(event);
    }

private:
    const TrainingData* training() const { return dynamic_cast<const TrainingData*>(data().get()); }

    // What is trained, without what changes nothing that is learned.
    Experiment experiment(const TrainingChoice& choice) const
    {
        Experiment one{.scene = scene(), .settings = choice.settings, .vary = choice.vary};
        one.scene.a.sentence = {};
        if (one.scene.b)
            one.scene.b->sentence = {};
        return one;
    }

    bool running() const
    {
        return view().training.phase == Phase::Running && training() != nullptr && !training()->finished;
    }

    void setPhase(Phase phase)
    {
        store().editView([phase](ViewState& view) { view.training.phase = phase; });
    }

    void startOrPause() { setPhase(running() ? Phase::Waiting : Phase::Running); }

    bool isReplaying() const { return m_player->isPlaying() || m_player->isPaused(); }

    void replay(double share)
    {
        store().editView([share](ViewState& view) {
            const auto step = static_cast<std::int64_t>(share * static_cast<double>(view.training.settings.steps));
            view.training.upTo = share < 1 ? std::optional(step) : std::nullopt;
        });
    }

    // Owned by the header, in this order.
    QToolButton* m_start = addButton("training-start", PlotWords::tr("Start or pause training (space bar)"), {});
    QToolButton* m_stop
        = addButton("training-stop", PlotWords::tr("Stop and discard unfinished runs"), QStringLiteral("■"));
    QToolButton* m_more
        = addButton("training-more", PlotWords::tr("Train five more seeds of each variant"), QStringLiteral("+5"));
    QToolButton* m_play
        = addButton("training-play", PlotWords::tr("Replay the training from its first step"), QStringLiteral("↻"));
    Player* m_player = new Player(store(), this);
    std::optional<Experiment> m_running; // begun by the user
};

} // namespace

const PlotSpec kTraining{.title = QT_TRANSLATE_NOOP("Plots", "Training"),
                         .question = QT_TRANSLATE_NOOP("Plots", "What does a small transformer learn with this setup?"),
                         .node = "sum",
                         .takes = {"colormap"},
                         .draw = drawingOf<TrainingData, drawTraining>,
                         .ownPlot = madeAs<TrainingPlot>};

} // namespace phasor
