// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/control.h"

#include "ui/forms/faults.h"
#include "ui/forms/numbers/valuefield.h"
#include "ui/forms/text.h"
#include "words/coretexts.h"

#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QToolButton>

#include <limits>

namespace phasor {

namespace {

QString rangeText(const ParameterSpec& spec)
{
    if (spec.kind != ParameterKind::Integer && spec.kind != ParameterKind::Real)
        return words::ofCore(spec.unit);
    const QString unit = spec.unit.empty() ? QString() : u' ' + words::ofCore(spec.unit);
    if (spec.maximum >= std::numeric_limits<double>::max())
        return Control::tr("any number above 0") + unit;
    const auto print = [&](double bound) {
        return spec.kind == ParameterKind::Integer ? qs(printValue(static_cast<std::int64_t>(bound)))
                                                   : qs(printValue(bound));
    };
    return print(spec.minimum) + QStringLiteral(" … ") + print(spec.maximum) + unit;
}

// The chosen choice and its meaning; empty for a number.
QString choiceText(const ParameterSpec& spec, const ParameterValue& value)
{
    const auto* id = std::get_if<std::string>(&value);
    if (id == nullptr || spec.choices == nullptr)
        return {};
    for (const ParameterChoice& choice : spec.choices()) {
        if (choice.id == *id)
            return choice.explanation.empty()
                ? words::ofCore(choice.label)
                : Control::tr("%1: %2", "a choice, what it means")
                      .arg(words::ofCore(choice.label), words::ofCore(choice.explanation));
    }
    return qs(*id).mid(qs(*id).indexOf(u':') + 1); // path of a file
}

} // namespace

Control::Control(const ParameterSpec& spec, QWidget* parent)
    : QWidget(parent)
    , m_spec(spec)
    , m_row(new QHBoxLayout(this))
{
    m_row->setContentsMargins(0, 0, 0, 0);
    m_row->setSpacing(4);
    setObjectName(QStringLiteral("control-") + qs(spec.id));
}

// Disconnects the parts: they lose the focus in ~QWidget and would report that to a Control that no longer exists.
Control::~Control()
{
    for (QObject* part : findChildren<QObject*>())
        part->disconnect(this);
}

void Control::adopt(QWidget* part, const char* role)
{
    part->setObjectName(QLatin1String(role) + u'-' + qs(m_spec.id));
    part->setAccessibleName(words::ofCore(m_spec.label));
    part->setAccessibleDescription(words::ofCore(m_spec.help));
    part->setToolTip(tipOf(m_spec));
}

void Control::connectField(const ValueField& field)
{
    connect(&field, &ValueField::refused, this, &Control::refused);
    connect(&field, &ValueField::complained, this, &Control::complained);
}

void Control::setFault(const QString& fault)
{
    if (fault == m_fault)
        return;
    m_fault = fault;
    setAccessibleDescription(fault);
    if (m_frame == nullptr)
        m_frame = new FaultFrame(this);
    m_frame->setVisible(!fault.isEmpty());
    m_frame->raise();
}

QToolButton* Control::makePlayButton()
{
    m_play = new QToolButton(this);
    adopt(m_play, "play");
    m_play->setAutoRaise(true);
    m_play->setFocusPolicy(Qt::StrongFocus);
    m_play->setToolTip(tr("Play the values (right button: range and duration)"));
    connect(m_play, &QToolButton::clicked, this, &Control::playClicked);
    showPlaying(false);
    return m_play;
}

void Control::showPlaying(bool playing)
{
    if (m_play == nullptr)
        return;
    m_play->setText(playing ? u"❚❚"_s : u"▶"_s);
    m_play->setAccessibleName((playing ? tr("Pause %1") : tr("Play %1")).arg(words::ofCore(m_spec.label)));
}

void Control::contextMenuEvent(QContextMenuEvent* event)
{
    event->setAccepted(m_play != nullptr);
    if (m_play != nullptr)
        emit playMenuRequested();
}

QString tipOf(const ParameterSpec& spec, const ParameterValue& value)
{
    const auto line = [](const QString& text) {
        return text.isEmpty() ? text : u"<div>"_s + text.toHtmlEscaped() + u"</div>"_s;
    };
    QString tip
        = u"<div><b>"_s + words::ofCore(spec.label).toHtmlEscaped() + u"</b></div>"_s + line(words::ofCore(spec.help));
    tip += line(choiceText(spec, value));
    tip += line(rangeText(spec)) + line(words::ofCore(spec.formula));
    if (spec.optional())
        tip += line(Control::tr("empty: %1").arg(words::ofCore(spec.absent)));
    return tip + u"<div style='color:gray'>"_s + qs(spec.option()) + u"</div>"_s;
}

} // namespace phasor
