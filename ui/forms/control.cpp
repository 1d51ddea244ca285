// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/control.h"

#include "ui/forms/numbers/valuefield.h"
#include "ui/forms/text.h"
#include "words/coretexts.h"

#include <QContextMenuEvent>
#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
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

bool names(const Message& place, const std::string& option)
{
    return (place.kind() == Message::Kind::Option && place.text() == option)
        || std::any_of(place.facts().begin(), place.facts().end(),
                       [&](const Message& fact) { return names(fact, option); });
}

// Whether `value` names the file of `place`: "file:PATH", "wordpiece:PATH" or "file:PATH#TENSOR".
bool namesFile(const Message& place, const ParameterValue& value)
{
    const auto* id = std::get_if<std::string>(&value);
    const std::size_t colon = id != nullptr ? id->find(':') : std::string::npos;
    if (colon == std::string::npos)
        return false;
    const std::string path = id->substr(colon + 1);
    return place == quotedPlace(path) || place == quotedPlace(path.substr(0, path.rfind('#')));
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

std::vector<Fault> faultsOf(const Error& error, const Scene& scene)
{
    // An invalid setup: B only if A is valid.
    const Side side = scene.b && validate(scene.a).ok() && !validate(*scene.b).ok() ? Side::B : Side::A;
    const Parameters& parameters = side == Side::B ? *scene.b : scene.a;
    std::vector<Fault> faults;
    for (const ParameterSpec* spec : specsOf(parameters)) {
        if (names(error.where, spec->option()) || namesFile(error.where, spec->get(parameters)))
            faults.push_back({side, qs(spec->id), words::faultText(error)});
    }
    return faults;
}

} // namespace phasor
