// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/questions/trainingmenu.h"

#include "plots/drawings.h"
#include "session/store.h"
#include "words/coretexts.h"

#include <QMenu>
#include <QToolButton>

#include <functional>
#include <string_view>
#include <utility>

namespace phasor {

namespace {

// Useful comparisons; the first compares only the setups of the scene.
constexpr const char* kComparisons[] = {"",
                                        "scale=none,sqrt-d-model",
                                        "scheme=sinusoidal,rope,alibi,nope",
                                        "placement=sum,embedding",
                                        "combine=sum,concat",
                                        "tied=off,on",
                                        "dropout=0,0.1,0.3"};

// Values of numbers in the menu.
constexpr std::pair<std::string_view, const char*> kNumbers[]
    = {{"distance", "1,2,3,5,8"}, {"steps", "200,500,1000,2000"}, {"length", "12,24,48"},
       {"layers", "1,2,3,4"},     {"warmup", "0,50,200"},         {"learning-rate", "3e-4,1e-3,3e-3"}};

std::vector<ParameterValue> offered(const TrainingParameter& parameter)
{
    std::vector<ParameterValue> values;
    for (const auto& [id, numbers] : kNumbers) {
        if (id != parameter.id)
            continue;
        for (const QByteArray& number : QByteArray(numbers).split(','))
            values.push_back(*parseValue(parameter, number.toStdString()));
        return values;
    }
    if (parameter.choices != nullptr) {
        for (const ParameterChoice& choice : parameter.choices())
            values.emplace_back(std::string(choice.id));
    }
    return values;
}

void addChoice(QMenu& menu, Store& store, const QString& text, bool chosen, std::function<void(TrainingChoice&)> choose)
{
    QAction* action = menu.addAction(text);
    action->setCheckable(true);
    action->setChecked(chosen);
    QObject::connect(action, &QAction::triggered, &menu, [&store, choose = std::move(choose)] {
        store.editView([&](ViewState& view) { choose(view.training); });
    });
}

void fill(QMenu& menu, Store& store)
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
        const std::vector<ParameterValue> values = offered(parameter);
        if (values.empty())
            continue;
        QMenu& numbers = *menu.addMenu(words::ofCore(parameter.label));
        for (const ParameterValue& value : values)
            addChoice(numbers, store, words::valueText(parameter, value), value == parameter.get(now.settings),
                      [&parameter, value](TrainingChoice& choice) { parameter.set(choice.settings, value); });
    }
}

} // namespace

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
