// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/questions/trainingmenu.h"

#include "session/store.h"
#include "words/coretexts.h"
#include "words/setups.h"

#include <QMenu>

#include <map>

namespace phasor {

namespace {

// What is worth comparing; the first is only the set-ups of the scene.
const std::vector<std::vector<std::string>>& comparisons()
{
    static const std::vector<std::vector<std::string>> kLists{{},
                                                              {"scale=none,sqrt-d-model"},
                                                              {"scheme=sinusoidal,rope,alibi,nope"},
                                                              {"placement=sum,embedding"},
                                                              {"combine=sum,concat"},
                                                              {"tied=off,on"},
                                                              {"dropout=0,0.1,0.3"}};
    return kLists;
}

// Values of a number that the menu offers.
std::vector<ParameterValue> offered(const TrainingParameter& parameter)
{
    using Values = std::vector<ParameterValue>;
    const auto whole = [](std::initializer_list<std::int64_t> values) {
        return Values(values.begin(), values.end());
    };
    const std::map<std::string_view, Values> lists{
        {"distance", whole({1, 2, 3, 5, 8})}, {"steps", whole({200, 500, 1000, 2000})},
        {"length", whole({12, 24, 48})},      {"layers", whole({1, 2, 3, 4})},
        {"warmup", whole({0, 50, 200})},      {"learning-rate", {3e-4, 1e-3, 3e-3}}};
    if (const auto found = lists.find(parameter.id); found != lists.end())
        return found->second;
    Values values;
    if (parameter.choices != nullptr) {
        for (const ParameterChoice& choice : parameter.choices())
            values.emplace_back(std::string(choice.id));
    }
    return values;
}

} // namespace

TrainingMenu::TrainingMenu(Store& store, QWidget* parent)
    : QToolButton(parent)
    , m_store(store)
{
    setObjectName(QStringLiteral("training-menu"));
    setText(tr("experiment"));
    setToolTip(tr("What is trained, and what is compared"));
    setAutoRaise(true);
    setPopupMode(QToolButton::InstantPopup);
    setMenu(new QMenu(this));
    connect(menu(), &QMenu::aboutToShow, this, &TrainingMenu::fill);
    fill();
}

void TrainingMenu::fill()
{
    qDeleteAll(menu()->findChildren<QMenu*>(QString(), Qt::FindDirectChildrenOnly));
    menu()->clear();
    addComparisons(*menu()->addMenu(tr("Compare")));
    for (const TrainingParameter& parameter : trainingParameters()) {
        if (!offered(parameter).empty())
            addParameter(*menu()->addMenu(words::ofCore(parameter.label)), parameter);
    }
}

void TrainingMenu::addComparisons(QMenu& menu)
{
    for (const std::vector<std::string>& list : comparisons()) {
        QAction* action
            = menu.addAction(list.empty() ? tr("the set-ups as they are") : words::settingText(list.front()));
        action->setCheckable(true);
        action->setChecked(m_store.view().training.vary == list);
        connect(action, &QAction::triggered, this, [this, list] {
            TrainingChoice choice = m_store.view().training;
            choice.vary = list;
            set(choice);
        });
    }
}

void TrainingMenu::addParameter(QMenu& menu, const TrainingParameter& parameter)
{
    const ParameterValue now = parameter.get(m_store.view().training.settings);
    for (const ParameterValue& value : offered(parameter)) {
        QAction* action = menu.addAction(words::valueText(parameter, value));
        action->setCheckable(true);
        action->setChecked(value == now);
        connect(action, &QAction::triggered, this, [this, &parameter, value] {
            TrainingChoice choice = m_store.view().training;
            parameter.set(choice.settings, value);
            set(choice);
        });
    }
}

void TrainingMenu::set(const TrainingChoice& choice)
{
    m_store.editView([&](ViewState& view) { view.training = choice; });
}

} // namespace phasor
