// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/fields/valuefield.h"

#include "words/coretexts.h"

#include <QKeyEvent>
#include <QMetaMethod>
#include <QPainter>
#include <QRegularExpression>
#include <QTextDocument>

#include <cmath>
#include <limits>

namespace phasor {

// Removes separators between groups of three digits: any space, also thin ones, or '.
static QString withoutGroups(const QString& text)
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
static QString withDecimalPoint(const QString& text)
{
    static const QRegularExpression kComma(QStringLiteral("^([+-]?\\d*),(\\d+)((?:[eE][+-]?\\d+)?)$"));
    const QRegularExpressionMatch match = kComma.match(text);
    const bool grouped = match.captured(2).size() == 3 && match.captured(1) != u"0" && !match.captured(1).isEmpty();
    if (!match.hasMatch() || grouped)
        return text;
    return match.captured(1) + u'.' + match.captured(2) + match.captured(3);
}

static QString asInteger(const QString& text)
{
    bool isNumber = false;
    const double value = text.toDouble(&isNumber);
    const bool whole = isNumber && value == std::round(value) && std::abs(value) < 1e15;
    return whole && text.contains(u'e', Qt::CaseInsensitive) ? QString::number(value, 'f', 0) : text;
}

static QString divOf(const QString& text)
{
    return QStringLiteral("<div>") + text.toHtmlEscaped() + QStringLiteral("</div>");
}

static QString rangeText(const ValueSpec& spec)
{
    if (spec.kind != ParameterKind::Integer && spec.kind != ParameterKind::Real)
        return words::ofCore(spec.unit);
    const QString unit = spec.unit.empty() ? QString() : u' ' + words::ofCore(spec.unit);
    if (spec.maximum >= std::numeric_limits<double>::max())
        return ValueField::tr("any number above 0") + unit;
    const auto print = [&](double bound) {
        return spec.kind == ParameterKind::Integer ? words::count(static_cast<std::int64_t>(bound))
                                                   : words::text(printValue(bound));
    };
    return print(spec.minimum) + QStringLiteral(" … ") + print(spec.maximum) + unit;
}

// The chosen choice and its meaning; empty for a number.
static QString choiceText(const ValueSpec& spec, const ParameterValue& value)
{
    const auto* id = std::get_if<std::string>(&value);
    if (id == nullptr || spec.choices == nullptr)
        return {};
    for (const ParameterChoice& choice : spec.choices()) {
        if (choice.id == *id)
            return choice.explanation.empty()
                ? words::ofCore(choice.label)
                : ValueField::tr("%1: %2", "a choice, what it means")
                      .arg(words::ofCore(choice.label), words::ofCore(choice.explanation));
    }
    return words::text(*id).mid(words::text(*id).indexOf(u':') + 1); // path of a file
}

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
    return parseValue(spec, (number ? plainNumber(spec, typed) : typed).toStdString());
}

bool fieldNeeds(const QKeyEvent& event, bool canUndo, bool canRedo)
{
    if (event.matches(QKeySequence::Undo))
        return canUndo;
    if (event.matches(QKeySequence::Redo))
        return canRedo;
    for (const auto key : {QKeySequence::Copy, QKeySequence::Cut, QKeySequence::Paste, QKeySequence::SelectAll}) {
        if (event.matches(key))
            return true;
    }
    const bool letter = event.key() >= Qt::Key_A && event.key() <= Qt::Key_Z;
    return !(letter && event.modifiers().testFlag(Qt::ControlModifier));
}

QString tipOf(const ValueSpec& spec, const ParameterValue& value)
{
    if (!spec.tip.empty())
        return words::ofCore(spec.tip);
    const auto line = [](const QString& text) {
        return text.isEmpty() ? text : divOf(text);
    };
    QString tip = QStringLiteral("<div><b>") + words::ofCore(spec.label).toHtmlEscaped() + QStringLiteral("</b></div>")
        + line(words::ofCore(spec.help));
    tip += line(choiceText(spec, value));
    tip += line(rangeText(spec)) + line(words::ofCore(spec.formula));
    if (spec.optional())
        tip += line(ValueField::tr("empty: %1").arg(words::ofCore(spec.absent)));
    return tip + QStringLiteral("<div style='color:gray'>") + words::text(spec.option()) + QStringLiteral("</div>");
}

FaultFrame::FaultFrame(QWidget* framed)
    : QWidget(framed)
{
    setObjectName(QStringLiteral("fault"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    setGeometry(framed->rect());
    framed->installEventFilter(this);
}

bool FaultFrame::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize && watched == parentWidget())
        setGeometry(parentWidget()->rect());
    return QWidget::eventFilter(watched, event);
}

void FaultFrame::paintAround(QWidget& widget)
{
    QPainter painter(&widget);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(QColor(0xd5, 0x5e, 0x00), 2));
    painter.drawRoundedRect(QRectF(widget.rect()).adjusted(1, 1, -1, -1), 2, 2);
}

ValueField::ValueField(const ValueSpec& spec, QWidget* parent, Reader read)
    : QLineEdit(parent)
    , m_spec(spec)
    , m_read(read ? std::move(read) : [&spec](const QString& text) { return typedValue(spec, text); })
{
    setMaxLength(4096); // limits pasted text
    setPlaceholderText(words::ofCore(spec.absent));
    m_pause.setSingleShot(true);
    connect(this, &QLineEdit::textEdited, this, [this] {
        const Result<ParameterValue> typed = m_read(text());
        complain(typed.ok() ? QString() : words::faultText(typed.error()));
        if (typed.ok())
            m_pause.start(kPauseMilliseconds);
        else
            m_pause.stop();
    });
    connect(&m_pause, &QTimer::timeout, this, &ValueField::commit);
    complain({});
}

void ValueField::setValue(const ParameterValue& value)
{
    m_value = value;
    const Result<ParameterValue> typed = m_read(text());
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
    const Result<ParameterValue> value = m_read(text());
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
    setToolTip(complaint.isEmpty()                  ? tipOf(m_spec, m_value)
                   : Qt::mightBeRichText(complaint) ? divOf(complaint)
                                                    : complaint);
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
