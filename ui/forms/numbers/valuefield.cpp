// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/numbers/valuefield.h"

#include "plots/fieldkeys.h"
#include "ui/forms/control.h"
#include "ui/forms/text.h"
#include "words/coretexts.h"

#include <QKeyEvent>
#include <QMetaMethod>
#include <QRegularExpression>

#include <cmath>

namespace phasor {

namespace {

// Removes separators between groups of three digits: any space, also thin ones, or '.
QString withoutGroups(const QString& text)
{
    static const QRegularExpression kGroups(
        QStringLiteral("^[+-]?\\d{1,3}(?:[\\s\\x{00a0}\\x{2009}\\x{202f}'’]\\d{3})+(?!\\d)"),
        QRegularExpression::UseUnicodePropertiesOption);
    const QRegularExpressionMatch match = kGroups.match(text);
    if (!match.hasMatch())
        return text;
    QString digits = match.captured();
    digits.removeIf([](QChar c) { return !c.isDigit() && c != u'-' && c != u'+'; });
    return digits + text.mid(match.capturedLength());
}

// Takes a comma for a decimal point unless exactly three digits follow.
QString withDecimalPoint(const QString& text)
{
    static const QRegularExpression kComma(QStringLiteral("^([+-]?\\d*),(\\d+)((?:[eE][+-]?\\d+)?)$"));
    const QRegularExpressionMatch match = kComma.match(text);
    const bool grouped = match.captured(2).size() == 3 && match.captured(1) != u"0" && !match.captured(1).isEmpty();
    if (!match.hasMatch() || grouped)
        return text;
    return match.captured(1) + u'.' + match.captured(2) + match.captured(3);
}

QString asInteger(const QString& text)
{
    bool isNumber = false;
    const double value = text.toDouble(&isNumber);
    const bool whole = isNumber && value == std::round(value) && std::abs(value) < 1e15;
    return whole && text.contains(u'e', Qt::CaseInsensitive) ? QString::number(value, 'f', 0) : text;
}

} // namespace

QString plainNumber(const ValueSpec& spec, const QString& typed)
{
    QString text = typed.trimmed();
    text.replace(QChar(0x2212), u'-'); // the minus sign of formulas
    const bool percent = text.endsWith(u'%') && spec.kind == ParameterKind::Real && spec.maximum == 1;
    if (percent)
        text = text.chopped(1).trimmed();
    text = withDecimalPoint(withoutGroups(text));
    bool isNumber = false;
    const double value = text.toDouble(&isNumber);
    if (!isNumber)
        return typed.trimmed();
    if (percent)
        return QString::number(value / 100, 'g', 15);
    if (text.startsWith(u'+'))
        text.remove(0, 1);
    return spec.kind == ParameterKind::Integer ? asInteger(text) : text;
}

Result<ParameterValue> typedValue(const ValueSpec& spec, const QString& text)
{
    const QString typed = spec.kind == ParameterKind::Text ? text : text.trimmed();
    if (typed.isEmpty() && spec.optional())
        return ParameterValue(std::monostate{});
    if (spec.choices != nullptr) {
        for (const ParameterChoice& choice : spec.choices()) {
            if (typed == words::ofCore(choice.label))
                return ParameterValue(std::string(choice.id));
        }
    }
    const bool number = spec.kind == ParameterKind::Integer || spec.kind == ParameterKind::Real
        || spec.kind == ParameterKind::ChoiceOrNumber;
    return parseValue(spec, utf8(number ? plainNumber(spec, typed) : typed));
}

ValueField::ValueField(const ParameterSpec& spec, QWidget* parent)
    : QLineEdit(parent)
    , m_spec(spec)
{
    setMaxLength(4096); // limits pasted text
    setPlaceholderText(words::ofCore(spec.absent));
    m_pause.setSingleShot(true);
    connect(this, &QLineEdit::textEdited, this, [this] {
        const Result<ParameterValue> typed = typedValue(m_spec, text());
        complain(typed.ok() ? QString() : words::faultText(typed.error()));
        if (typed.ok())
            m_pause.start(kPauseMilliseconds);
        else
            m_pause.stop();
    });
    connect(&m_pause, &QTimer::timeout, this, &ValueField::commit);
    setValue(spec.standard());
}

void ValueField::setValue(const ParameterValue& value)
{
    m_value = value;
    const Result<ParameterValue> typed = typedValue(m_spec, text());
    if (hasFocus() && !m_pause.isActive() && typed.ok() && *typed == value)
        return; // keeps the user's spelling while the field has focus
    m_pause.stop();
    complain({});
    if (const QString shown = words::valueText(m_spec, value); shown != text())
        setText(shown);
    if (!hasFocus())
        setCursorPosition(0);
}

void ValueField::commit()
{
    m_pause.stop();
    const Result<ParameterValue> value = typedValue(m_spec, text());
    if (!value.ok())
        return;
    // From here on Ctrl+Z is the window's undo: it restores the last value, not the typed letters.
    const int cursor = cursorPosition();
    setText(text());
    setCursorPosition(cursor);
    if (*value == m_value)
        return;
    m_value = *value;
    emit committed(m_value);
}

bool ValueField::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride
        && !fieldNeeds(*static_cast<QKeyEvent*>(event), isUndoAvailable(), isRedoAvailable())) {
        event->ignore();
        return false;
    }
    return QLineEdit::event(event);
}

QString ValueField::named(const QString& complaint) const
{
    return tr("%1: %2", "a parameter, what is wrong").arg(words::ofCore(m_spec.label), complaint);
}

void ValueField::finish()
{
    if (isInvalid())
        emit refused(named(m_complaint));
    else
        commit();
}

void ValueField::complain(const QString& complaint)
{
    const bool changed = complaint != m_complaint;
    m_complaint = complaint;
    setToolTip(complaint.isEmpty() ? tipOf(m_spec, m_value) : plainTip(complaint));
    update();
    if (changed)
        emit complained(complaint.isEmpty() ? QString() : named(complaint));
}

void ValueField::keyPressEvent(QKeyEvent* event)
{
    const int factor = event->modifiers().testFlag(Qt::ShiftModifier) ? 10 : 1;
    const int key = event->key();
    if ((key == Qt::Key_Up || key == Qt::Key_Down)
        && isSignalConnected(QMetaMethod::fromSignal(&ValueField::stepped))) {
        finish();
        emit stepped(key == Qt::Key_Up ? factor : -factor);
    } else if (key == Qt::Key_Return || key == Qt::Key_Enter) {
        finish();
        selectAll();
    } else if (key == Qt::Key_Escape && (isInvalid() || m_pause.isActive())) {
        m_pause.stop();
        complain({});
        setText(words::valueText(m_spec, m_value));
    } else {
        QLineEdit::keyPressEvent(event);
    }
}

void ValueField::focusOutEvent(QFocusEvent* event)
{
    QLineEdit::focusOutEvent(event);
    if (event->reason() == Qt::PopupFocusReason)
        return;
    finish();
    complain({});
    setText(words::valueText(m_spec, m_value));
    setCursorPosition(0);
}

void ValueField::paintEvent(QPaintEvent* event)
{
    QLineEdit::paintEvent(event);
    if (isInvalid())
        FaultFrame::paintAround(*this);
}

} // namespace phasor
