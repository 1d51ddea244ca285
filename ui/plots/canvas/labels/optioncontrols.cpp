// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/labels/optioncontrols_p.h"

#include "plots/drawings.h"
#include "session/store.h"
#include "words/coretexts.h"

#include <QEvent>
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

using Dispatch = std::function<void(const ParameterValue&)>;
using Show = std::function<void(const ParameterValue&)>;

// One undo step for everything typed into a field while it has the focus.
class TypingGesture : public QObject
{
public:
    TypingGesture(Store& store, QObject* parent)
        : QObject(parent)
        , m_store(store)
    {
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::FocusIn)
            m_store.beginGesture();
        if (event->type() == QEvent::FocusOut)
            m_store.endGesture();
        return QObject::eventFilter(watched, event);
    }

private:
    Store& m_store;
};

QToolButton* makeButton(const ValueSpec& spec, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setText(words::ofCore(spec.label));
    button->setAutoRaise(true);
    return button;
}

std::pair<QWidget*, Show> makeToggle(const ValueSpec& spec, const Dispatch& dispatch, QWidget* parent)
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
std::pair<QWidget*, Show> makeRound(const ValueSpec& spec, const Dispatch& dispatch, QWidget* parent)
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

std::pair<QWidget*, Show> makeMenu(const ValueSpec& spec, const Dispatch& dispatch, QWidget* parent)
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

std::pair<QWidget*, Show> makeNumber(const ValueSpec& spec, const Dispatch& dispatch, QWidget* parent)
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

std::vector<OptionControl> makeOptionControls(std::string_view view, const ViewState& shown, Store& store,
                                              QWidget* parent)
{
    std::vector<OptionControl> controls;
    for (const ViewOption* option : optionsOfView(view)) {
        const ValueSpec& spec = *option;
        const Dispatch dispatch = [option, &shown, &store](const ParameterValue& value) {
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
            widget->installEventFilter(new TypingGesture(store, widget));
        widget->setObjectName(QString::fromUtf8(spec.id.data(), static_cast<qsizetype>(spec.id.size())));
        widget->setToolTip(words::ofCore(spec.tip.empty() ? spec.help : spec.tip));
        widget->setAccessibleName(words::ofCore(spec.label));
        controls.push_back({option, widget, show});
    }
    return controls;
}

} // namespace phasor
