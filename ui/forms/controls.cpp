// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/controls.h"

#include "plots/fieldkeys.h"
#include "ui/forms/text.h"
#include "ui/look/icons.h"
#include "words/coretexts.h"

#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QRandomGenerator>
#include <QSignalBlocker>
#include <QToolButton>

namespace phasor {

ChoiceControl::ChoiceControl(const ParameterSpec& spec, QWidget* parent)
    : Control(spec, parent)
    , m_list(new ComboBox(this))
{
    adopt(m_list, "combo");
    m_list->addChoices(spec);
    m_choices = m_list->count();
    if (takesFiles())
        m_list->addItem(tr("from file…"));
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
    dice->setToolTip(tr("Draw a new seed"));
    connect(dice, &QToolButton::clicked, this, [this] {
        // A seed of 32 bits: enough to explore, short enough to read aloud.
        const ParameterValue value = Seed{QRandomGenerator::global()->generate(), false};
        setValue(value);
        emit edited(value);
    });
    layout->addWidget(dice);
}

namespace {

constexpr int kTextLines = 3;

} // namespace

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
    m_block->setFixedHeight(m_block->fontMetrics().lineSpacing() * kTextLines + 12);
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
