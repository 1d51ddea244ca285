// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/labels/optioncontrols_p.h"

#include "plots/drawings.h"
#include "session/store.h"
#include "words/coretexts.h"

#include <QApplication>
#include <QMenu>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>

#include <algorithm>

namespace phasor {

QWidget* makeHeadSelector(Store& store, QWidget* parent)
{
    auto* selector = new QSpinBox(parent);
    selector->setObjectName(QStringLiteral("head-selector"));
    selector->setAccessibleName(PlotWords::tr("Head"));
    selector->setToolTip(PlotWords::tr("The head that is looked at, counted from 0"));
    selector->setPrefix(PlotWords::tr("head ", "before its number"));
    selector->setFrame(false);
    selector->setWrapping(true);
    selector->setKeyboardTracking(false);
    const auto show = [selector, &store] {
        const AttentionSettings& attention = store.parameters().attention;
        const QSignalBlocker quiet(selector);
        selector->setRange(0, static_cast<int>(attention.heads) - 1);
        selector->setSuffix(PlotWords::tr(" of %1", "after the number of a head").arg(attention.heads));
        selector->setValue(static_cast<int>(attention.head));
    };
    show();
    QObject::connect(&store, &Store::parametersChanged, selector, show);
    QObject::connect(selector, &QSpinBox::valueChanged, selector,
                     [&store](int head) { store.edit([head](Parameters& p) { p.attention.head = head; }); });
    return selector;
}

namespace {

using Take = std::function<void(const ParameterValue&)>;

QToolButton* makeButton(const ValueSpec& spec, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setText(words::ofCore(spec.label));
    button->setAutoRaise(true);
    return button;
}

std::pair<QWidget*, Take> makeToggle(const ValueSpec& spec, const Take& dispatch, QWidget* parent)
{
    QToolButton* button = makeButton(spec, parent);
    button->setCheckable(true);
    QObject::connect(button, &QToolButton::clicked, button,
                     [dispatch](bool on) { dispatch(std::string(on ? "on" : "off")); });
    return {button, [button](const ParameterValue& now) {
                button->setChecked(std::get<std::string>(now) == "on");
            }};
}

// A button whose click sets the next choice; after the last one, the first.
std::pair<QWidget*, Take> makeRound(const ValueSpec& spec, const Take& dispatch, QWidget* parent)
{
    QToolButton* button = makeButton(spec, parent);
    const std::vector<ParameterChoice> choices = spec.choices();
    QObject::connect(button, &QToolButton::clicked, button, [button, choices, dispatch] {
        const auto next = static_cast<std::size_t>(button->property("shown").toInt() + 1) % choices.size();
        dispatch(std::string(choices[next].id));
    });
    return {button, [button, choices](const ParameterValue& now) {
                const auto found = std::ranges::find(choices, std::get<std::string>(now), &ParameterChoice::id);
                button->setProperty("shown", static_cast<int>(found - choices.begin()));
                button->setText(words::ofCore(found->label));
            }};
}

std::pair<QWidget*, Take> makeMenu(const ValueSpec& spec, const Take& dispatch, QWidget* parent)
{
    QToolButton* button = makeButton(spec, parent);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setMenu(new QMenu(button));
    for (const ParameterChoice& choice : spec.choices()) {
        QAction* action = button->menu()->addAction(words::ofCore(choice.label));
        const std::string id(choice.id);
        action->setCheckable(true);
        action->setData(QString::fromStdString(id));
        QObject::connect(action, &QAction::triggered, button, [button, id, dispatch](bool on) {
            std::vector<std::string> chosen = partsOf(button->property("shown").toString().toStdString());
            std::erase(chosen, id);
            if (on)
                chosen.push_back(id);
            dispatch(toValue(chosen));
        });
    }
    return {button, [button](const ParameterValue& now) {
                button->setProperty("shown", QString::fromStdString(std::get<std::string>(now)));
                const std::vector<std::string> chosen = partsOf(std::get<std::string>(now));
                for (QAction* action : button->menu()->actions())
                    action->setChecked(std::ranges::count(chosen, action->data().toString().toStdString()) > 0);
            }};
}

std::pair<QWidget*, Take> makeNumber(const ValueSpec& spec, const Take& dispatch, QWidget* parent)
{
    auto* field = new QSpinBox(parent);
    field->setPrefix(words::ofCore(spec.label) + QStringLiteral(" = "));
    field->setRange(static_cast<int>(spec.minimum), static_cast<int>(spec.maximum));
    field->setFrame(false);
    field->setMaximumWidth(QFontMetrics(field->font()).horizontalAdvance(field->prefix() + QStringLiteral("00000000"))
                           + 24);
    QObject::connect(field, &QSpinBox::valueChanged, field,
                     [dispatch](int number) { dispatch(static_cast<std::int64_t>(number)); });
    return {field, [field](const ParameterValue& now) {
                field->setValue(static_cast<int>(std::get<std::int64_t>(now)));
            }};
}

} // namespace

// One undo step for everything typed into a field while it has the focus.
static void makeTypingOneStep(QWidget& field, Store& store)
{
    QObject::connect(qApp, &QApplication::focusChanged, &field, [&field, &store](QWidget* before, QWidget* now) {
        if (before == &field)
            store.endGesture();
        if (now == &field)
            store.beginGesture();
    });
}

std::vector<OptionControl> makeOptionControls(std::string_view view, const ViewState& shown, Store& store,
                                              QWidget* parent)
{
    std::vector<OptionControl> controls;
    for (const ViewOption* option : optionsOfView(view)) {
        const ValueSpec& spec = *option;
        const Take dispatch = [option, &shown, &store](const ParameterValue& value) {
            store.editView([&](ViewState& state) {
                state.board.setFocus(shown.board.focus());
                state.board.change(*option, value);
            });
        };
        const auto make = spec.kind == ParameterKind::Integer ? makeNumber
            : spec.list                                       ? makeMenu
            : spec.alone                                      ? makeToggle
                                                              : makeRound;
        const auto [widget, show] = make(spec, dispatch, parent);
        if (spec.kind == ParameterKind::Integer)
            makeTypingOneStep(*widget, store);
        widget->setObjectName(QString::fromUtf8(spec.id.data(), static_cast<qsizetype>(spec.id.size())));
        widget->setToolTip(words::ofCore(spec.tip.empty() ? spec.help : spec.tip));
        widget->setAccessibleName(words::ofCore(spec.label));
        controls.push_back({option, widget, show});
    }
    return controls;
}

// Useful comparisons; the first compares only the setups of the scene.
constexpr const char* kComparisons[] = {"",
                                        "scale=none,sqrt-d-model",
                                        "scheme=sinusoidal,rope,alibi,nope",
                                        "placement=sum,embedding",
                                        "combine=sum,concat",
                                        "tied=off,on",
                                        "dropout=0,0.1,0.3"};

static void addChoice(QMenu& menu, Store& store, const QString& text, bool chosen,
                      std::function<void(TrainingChoice&)> choose)
{
    QAction* action = menu.addAction(text);
    action->setCheckable(true);
    action->setChecked(chosen);
    QObject::connect(action, &QAction::triggered, &menu, [&store, choose = std::move(choose)] {
        store.editView([&](ViewState& view) { choose(view.training); });
    });
}

static void fill(QMenu& menu, Store& store)
{
    qDeleteAll(menu.findChildren<QMenu*>(QString(), Qt::FindDirectChildrenOnly));
    menu.clear();
    const TrainingChoice now = store.view().training;
    QMenu& compare = *menu.addMenu(PlotWords::tr("Compare"));
    for (const std::string text : kComparisons) {
        const std::vector<std::string> list(text.empty() ? 0 : 1, text);
        addChoice(compare, store, list.empty() ? PlotWords::tr("the setups as they are") : words::settingText(text),
                  now.vary == list, [list](TrainingChoice& choice) { choice.vary = list; });
    }
    for (const TrainingParameter& parameter : trainingParameters()) {
        std::vector<std::string> offers = partsOf(parameter.offers);
        for (const ParameterChoice& choice :
             parameter.choices != nullptr ? parameter.choices() : std::vector<ParameterChoice>())
            offers.emplace_back(choice.id);
        if (offers.empty())
            continue;
        QMenu& values = *menu.addMenu(words::ofCore(parameter.label));
        for (const std::string& one : offers) {
            const ParameterValue value = *parseValue(parameter, one);
            addChoice(values, store, words::valueText(parameter, value), value == parameter.get(now.settings),
                      [&parameter, value](TrainingChoice& choice) { parameter.set(choice.settings, value); });
        }
    }
}

QWidget* makeTrainingMenu(Store& store, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setObjectName(QStringLiteral("training-menu"));
    button->setText(PlotWords::tr("experiment"));
    button->setToolTip(PlotWords::tr("What is trained, and what is compared"));
    button->setAutoRaise(true);
    button->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(button);
    button->setMenu(menu);
    QObject::connect(menu, &QMenu::aboutToShow, button, [menu, &store] { fill(*menu, store); });
    fill(*menu, store);
    return button;
}

} // namespace phasor
