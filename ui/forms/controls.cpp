// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/controls.h"

#include "plots/fieldkeys.h"
#include "ui/forms/numbers/slider.h"
#include "ui/look/icons.h"

#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QRandomGenerator>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace phasor {

ChoiceControl::ChoiceControl(const ParameterSpec& spec, QWidget* parent)
    : Control(spec, parent)
    , m_list(new ComboBox(this))
{
    adopt(m_list, "combo");
    m_list->addChoices(spec);
    m_choices = m_list->count();
    if (takesFiles())
        m_list->addItem(tr("From file…"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_list);
    setFocusProxy(m_list);
    connect(m_list, &QComboBox::activated, this, &ChoiceControl::activated);
    setValue(spec.standard());
}

void ChoiceControl::setValue(const ParameterValue& value)
{
    m_value = value;
    m_list->setToolTip(tipOf(spec(), value));
    const auto* id = std::get_if<std::string>(&value);
    const QSignalBlocker quiet(m_list);
    const int known = id != nullptr ? m_list->findData(qs(*id)) : -1;
    if (known >= 0 && known < m_choices)
        return m_list->setCurrentIndex(known);
    if (id == nullptr)
        return;
    // The file in use has an entry after the choices.
    if (m_list->count() == m_choices + (takesFiles() ? 1 : 0))
        m_list->insertItem(m_choices, QString());
    const QString path = qs(*id).mid(qs(*id).indexOf(u':') + 1);
    m_list->setItemText(m_choices, QFileInfo(path).fileName());
    m_list->setItemData(m_choices, qs(*id));
    m_list->setItemData(m_choices, path, Qt::ToolTipRole);
    m_list->setCurrentIndex(m_choices);
}

void ChoiceControl::activated(int index)
{
    const QString id = m_list->itemData(index).toString();
    if (id.isEmpty()) {
        setValue(m_value); // back to the present value, because the list shows "from file…"
        emit fileRequested(spec());
        return;
    }
    if (ParameterValue value = utf8(id); value != m_value) {
        m_value = value;
        m_list->setToolTip(tipOf(spec(), value));
        emit edited(value);
    }
}

FieldControl::FieldControl(const ParameterSpec& spec, QWidget* parent)
    : Control(spec, parent)
    , m_field(new ValueField(spec, this))
{
    adopt(m_field, "field");
    connectField(*m_field);
    connect(m_field, &ValueField::committed, this, &Control::edited);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_field, 1);
    setFocusProxy(m_field);
    if (spec.kind != ParameterKind::Seed)
        return;
    auto* dice = new QToolButton(this);
    adopt(dice, "dice");
    dice->setIcon(icon(QStringLiteral("dice")));
    dice->setAutoRaise(true);
    dice->setFocusPolicy(Qt::StrongFocus);
    dice->setAccessibleName(tr("New %1").arg(m_field->accessibleName()));
    dice->setToolTip(tr("Choose a random seed"));
    connect(dice, &QToolButton::clicked, this, [this] {
        // A seed of 32 bits: enough to explore, short enough to read aloud.
        const ParameterValue value = Seed{QRandomGenerator::global()->generate(), false};
        setValue(value);
        emit edited(value);
    });
    layout->addWidget(dice);
    layout->addWidget(makePlayButton());
}

NumberControl::NumberControl(const ParameterSpec& spec, QWidget* parent)
    : Control(spec, parent)
    , m_slider(new Slider(SliderScale(spec), this))
    , m_field(new ValueField(spec, this))
{
    adopt(m_slider, "slider");
    adopt(m_field, "field");
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_slider, spec.kind == ParameterKind::ChoiceOrNumber ? 4 : 5);
    layout->addWidget(makePlayButton());
    if (spec.kind == ParameterKind::ChoiceOrNumber) {
        m_list = new ComboBox(this);
        adopt(m_list, "combo");
        m_list->setInsertPolicy(QComboBox::NoInsert);
        m_list->addChoices(spec);
        m_list->setEditable(true);
        m_list->setLineEdit(m_field);
        m_list->setCompleter(nullptr); // completion would turn "1" into a choice that begins with 1
        connect(m_list, &QComboBox::activated, this,
                [this](int index) { commit(utf8(m_list->itemData(index).toString())); });
    }
    QWidget* const box
        = m_list != nullptr ? static_cast<QWidget*>(m_list) : m_field; // a list's arrow is outside of its field
    layout->addWidget(box, m_list != nullptr ? 5 : 4);
    setFocusProxy(m_field);
    constexpr QLatin1String kWidest("2147483647"); // the largest max_len; all fields have its width: sliders align
    constexpr int kFrame = 20; // pixels of a field besides its number
    box->setMinimumWidth(fontMetrics().horizontalAdvance(kWidest) + kFrame);
    connect(m_slider, &QSlider::valueChanged, this, [this] {
        m_value = numberValue(m_slider->scaledValue());
        m_field->setValue(m_value);
        emit edited(m_value);
    });
    connect(m_slider, &Slider::gestureStarted, this, &Control::gestureStarted);
    connect(m_slider, &Slider::gestureFinished, this, &Control::gestureFinished);
    connect(m_field, &ValueField::committed, this, &NumberControl::commit);
    connectField(*m_field);
    if (m_list == nullptr)
        connect(m_field, &ValueField::stepped, this, [this, &spec](int steps) {
            const std::optional<double> number = numberOf(m_value);
            if (!number)
                return;
            double next = *number + steps;
            if (spec.kind != ParameterKind::Integer) {
                const SliderScale scale(spec);
                next = scale.value(scale.stepped(scale.position(*number), steps));
            }
            commit(numberValue(std::clamp(next, spec.minimum, spec.maximum)));
        });
    m_slider->setScaledValue(1); // position for a choice or "auto" without a known number
    setValue(spec.standard());
}

ParameterValue NumberControl::numberValue(double number) const
{
    if (spec().kind == ParameterKind::Integer)
        return static_cast<std::int64_t>(std::llround(number));
    return number;
}

void NumberControl::setValue(const ParameterValue& value)
{
    m_value = value;
    const QSignalBlocker quietSlider(m_slider);
    if (const std::optional<double> number = numberOf(value))
        m_slider->setScaledValue(*number);
    m_slider->setVisible(!std::holds_alternative<std::monostate>(value));
    if (m_list != nullptr) {
        const QSignalBlocker quietList(m_list);
        const auto* id = std::get_if<std::string>(&value);
        m_list->setCurrentIndex(id != nullptr ? m_list->findData(qs(*id)) : -1);
        m_list->setToolTip(tipOf(spec(), value));
    }
    m_field->setValue(value);
}

void NumberControl::setNumber(double number)
{
    const QSignalBlocker quiet(m_slider);
    m_slider->setScaledValue(number);
}

void NumberControl::commit(const ParameterValue& value)
{
    if (value == m_value)
        return;
    setValue(value);
    emit edited(value);
}

SentenceControl::SentenceControl(const ParameterSpec& spec, QWidget* parent)
    : Control(spec, parent)
    , m_block(new QPlainTextEdit(this))
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    m_pause.setSingleShot(true);
    connect(&m_pause, &QTimer::timeout, this, &SentenceControl::commit);
    adopt(m_block, "text");
    m_block->setPlaceholderText(words::ofCore(spec.absent));
    m_block->setTabChangesFocus(true);
    fitHeight();
    m_block->installEventFilter(this);
    layout->addWidget(m_block);
    setFocusProxy(m_block);
    connect(m_block, &QPlainTextEdit::textChanged, this, [this] { m_pause.start(kPauseMilliseconds); });
}

void SentenceControl::setValue(const ParameterValue& value)
{
    if (value == m_value)
        return;
    m_value = value;
    m_pause.stop();
    const QString text = qs(printValue(value));
    if (text == m_block->toPlainText())
        return; // keeps the user's cursor
    const QSignalBlocker quiet(m_block);
    m_block->setPlainText(text);
}

void SentenceControl::commit()
{
    m_pause.stop();
    const std::string text = utf8(m_block->toPlainText());
    ParameterValue value = text.empty() ? ParameterValue(std::monostate{}) : ParameterValue(text);
    if (value == m_value)
        return;
    const Status status = checkValue(spec(), value);
    const QString complaint
        = status.ok() ? QString() : words::ofCore(WORDS("%1: %2").with(spec().label, status.error().what));
    setFault(complaint);
    emit complained(complaint);
    if (!status.ok())
        return;
    m_value = value;
    m_block->document()->clearUndoRedoStacks(); // from here on Ctrl+Z is the window's undo
    emit edited(value);
}

void SentenceControl::fitHeight()
{
    constexpr int kLines = 3;
    m_block->setFixedHeight(m_block->fontMetrics().lineSpacing() * kLines + 12);
}

void SentenceControl::changeEvent(QEvent* event)
{
    Control::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::ApplicationFontChange)
        fitHeight();
}

bool SentenceControl::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_block && event->type() == QEvent::ShortcutOverride) {
        const QTextDocument& text = *m_block->document();
        if (!fieldNeeds(*static_cast<QKeyEvent*>(event), text.isUndoAvailable(), text.isRedoAvailable())) {
            event->ignore();
            return true;
        }
    }
    if (watched == m_block && event->type() == QEvent::FocusOut && m_pause.isActive())
        commit();
    return Control::eventFilter(watched, event);
}

} // namespace phasor
