// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/control.h"
#include "ui/forms/numbers/slider.h"
#include "ui/forms/text.h"
#include "ui/look/look.h"
#include "words/coretexts.h"

#include <QComboBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPlainTextEdit>
#include <QRandomGenerator>
#include <QToolButton>
#include <QWheelEvent>

#include <cmath>

namespace phasor {

namespace {

// A list of the choices, with their ids as data. It takes the wheel only with focus, so that scrolling the panel
// changes no value, and fits any width.
class ComboBox : public QComboBox
{
public:
    ComboBox(const ValueSpec& spec, QWidget* parent)
        : QComboBox(parent)
    {
        setFocusPolicy(Qt::StrongFocus);
        setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        setMinimumContentsLength(4);
        for (const ParameterChoice& choice : spec.choices()) {
            addItem(words::ofCore(choice.label), qs(choice.id));
            setItemData(count() - 1, words::ofCore(choice.explanation), Qt::ToolTipRole);
        }
    }

protected:
    void wheelEvent(QWheelEvent* event) override { hasFocus() ? QComboBox::wheelEvent(event) : event->ignore(); }
};

// A list for Choice and ChoiceOrFile. ChoiceOrFile has a last entry "from file…" that emits fileRequested, and an entry
// for a file in use.
class ChoiceControl : public Control
{
    Q_DECLARE_TR_FUNCTIONS(ChoiceControl)

public:
    ChoiceControl(const ParameterSpec& spec, QWidget* parent)
        : Control(spec, parent)
        , m_list(new ComboBox(spec, this))
        , m_choices(m_list->count())
    {
        adopt(m_list, "combo");
        if (takesFiles())
            m_list->addItem(tr("From file…"));
        row().addWidget(m_list);
        setFocusProxy(m_list);
        connect(m_list, &QComboBox::activated, this, &ChoiceControl::activated);
        setValue(spec.standard());
    }

    void setValue(const ParameterValue& value) override
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

private:
    bool takesFiles() const { return spec().kind == ParameterKind::ChoiceOrFile; }

    void activated(int index)
    {
        const QString id = m_list->itemData(index).toString();
        if (id.isEmpty()) {
            setValue(m_value); // back to the present value, because the list shows "from file…"
            emit fileRequested(spec());
        } else if (const ParameterValue value = utf8(id); value != m_value) {
            setValue(value);
            emit edited(value);
        }
    }

    ComboBox* m_list;
    int m_choices; // number of choices; the entries of a file in use and "from file…" follow
    ParameterValue m_value;
};

// A field for a line of text or a seed; a seed's has a dice button that samples a new one.
class FieldControl : public Control
{
    Q_DECLARE_TR_FUNCTIONS(FieldControl)

public:
    FieldControl(const ParameterSpec& spec, QWidget* parent)
        : Control(spec, parent)
        , m_field(new ValueField(spec, this))
    {
        adopt(m_field, "field");
        connectField(*m_field);
        connect(m_field, &ValueField::committed, this, &Control::edited);
        m_field->setValue(spec.standard());
        row().addWidget(m_field, 1);
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
        row().addWidget(dice);
        row().addWidget(makePlayButton());
    }

    void setValue(const ParameterValue& value) override { m_field->setValue(value); }

private:
    ValueField* m_field;
};

// A slider and an exact field, always equal, for Integer, Real and ChoiceOrNumber (field in a list). An optional number
// that the program chooses has no slider; its empty field says the program's choice.
class NumberControl : public Control
{
public:
    NumberControl(const ParameterSpec& spec, QWidget* parent)
        : Control(spec, parent)
        , m_slider(new Slider(SliderScale(spec), this))
        , m_field(new ValueField(spec, this))
    {
        adopt(m_slider, "slider");
        adopt(m_field, "field");
        row().addWidget(m_slider, spec.kind == ParameterKind::ChoiceOrNumber ? 4 : 5);
        row().addWidget(makePlayButton());
        if (spec.kind == ParameterKind::ChoiceOrNumber) {
            m_list = new ComboBox(spec, this);
            adopt(m_list, "combo");
            m_list->setInsertPolicy(QComboBox::NoInsert);
            m_list->setEditable(true);
            m_list->setLineEdit(m_field);
            m_list->setCompleter(nullptr); // completion would turn "1" into a choice that begins with 1
            connect(m_list, &QComboBox::activated, this,
                    [this](int index) { commit(utf8(m_list->itemData(index).toString())); });
        }
        QWidget* const box
            = m_list != nullptr ? static_cast<QWidget*>(m_list) : m_field; // a list's arrow is outside of its field
        row().addWidget(box, m_list != nullptr ? 5 : 4);
        setFocusProxy(m_field);
        const QLatin1String widest(m_list != nullptr ? "2147483647" : "1000000"); // more digits scroll
        constexpr int kFrame = 20; // pixels of a field besides its number
        box->setMinimumWidth(fontMetrics().horizontalAdvance(widest) + kFrame);
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

    void setValue(const ParameterValue& value) override
    {
        m_value = value;
        if (const std::optional<double> number = numberOf(value))
            m_slider->setScaledValue(*number);
        m_slider->setVisible(!std::holds_alternative<std::monostate>(value));
        if (m_list != nullptr) {
            const QSignalBlocker quiet(m_list);
            const auto* id = std::get_if<std::string>(&value);
            m_list->setCurrentIndex(id != nullptr ? m_list->findData(qs(*id)) : -1);
            m_list->setToolTip(tipOf(spec(), value));
        }
        m_field->setValue(value);
    }

    void setNumber(double number) override { m_slider->setScaledValue(number); }

private:
    ParameterValue numberValue(double number) const
    {
        if (spec().kind == ParameterKind::Integer)
            return static_cast<std::int64_t>(std::llround(number));
        return number;
    }

    void commit(const ParameterValue& value)
    {
        if (value == m_value)
            return;
        setValue(value);
        emit edited(value);
    }

    Slider* m_slider;
    ValueField* m_field;
    ComboBox* m_list = nullptr; // only for ChoiceOrNumber; m_field is its line edit
    ParameterValue m_value;
};

// A text of three lines for the sentence. Typed text becomes the value after a pause.
class SentenceControl : public Control
{
public:
    SentenceControl(const ParameterSpec& spec, QWidget* parent)
        : Control(spec, parent)
        , m_block(new QPlainTextEdit(this))
    {
        m_pause.setSingleShot(true);
        connect(&m_pause, &QTimer::timeout, this, &SentenceControl::commit);
        adopt(m_block, "text");
        m_block->setPlaceholderText(words::ofCore(spec.absent));
        m_block->setTabChangesFocus(true);
        fitHeight();
        m_block->installEventFilter(this);
        row().addWidget(m_block);
        setFocusProxy(m_block);
        constexpr int kTypingPause = 200; // milliseconds, long enough not to flash at each letter
        connect(m_block, &QPlainTextEdit::textChanged, this, [this] { m_pause.start(kTypingPause); });
    }

    void setValue(const ParameterValue& value) override
    {
        if (std::exchange(m_value, value) == value)
            return;
        m_pause.stop();
        const QString text = qs(printValue(value));
        if (text == m_block->toPlainText())
            return; // keeps the user's cursor
        const QSignalBlocker quiet(m_block);
        m_block->setPlainText(text);
    }

protected:
    void changeEvent(QEvent* event) override
    {
        Control::changeEvent(event);
        if (event->type() == QEvent::FontChange || event->type() == QEvent::ApplicationFontChange)
            fitHeight();
    }

    bool eventFilter(QObject* watched, QEvent* event) override
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

private:
    void commit()
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

    void fitHeight()
    {
        constexpr int kLines = 3;
        m_block->setFixedHeight(m_block->fontMetrics().lineSpacing() * kLines + 12);
    }

    QPlainTextEdit* m_block;
    ParameterValue m_value;
    QTimer m_pause;
};

} // namespace

Control* makeControl(const ParameterSpec& spec, QWidget* parent)
{
    const ParameterKind kind = spec.kind;
    if (kind == ParameterKind::Integer || kind == ParameterKind::Real || kind == ParameterKind::ChoiceOrNumber)
        return new NumberControl(spec, parent);
    if (kind == ParameterKind::Choice || kind == ParameterKind::ChoiceOrFile)
        return new ChoiceControl(spec, parent);
    if (kind == ParameterKind::Text && spec.group == ParameterGroup::Sentence)
        return new SentenceControl(spec, parent);
    return new FieldControl(spec, parent); // for texts and seeds
}

} // namespace phasor
