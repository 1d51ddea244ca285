// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/sentencecontrol.h"

#include "plots/fieldkeys.h"
#include "ui/forms/text.h"
#include "words/coretexts.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QSignalBlocker>

namespace phasor {

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
        return; // the cursor stays where the user has it
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
    m_block->document()->clearUndoRedoStacks(); // Ctrl+Z is the window's from here on
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
