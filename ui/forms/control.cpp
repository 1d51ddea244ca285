// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/control.h"

#include "ui/forms/text.h"
#include "words/coretexts.h"

#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QToolButton>

namespace phasor {

static bool names(const Message& place, const std::string& option)
{
    return (place.kind == Message::Kind::Option && place.text == option)
        || std::ranges::any_of(place.facts, [&](const Message& fact) { return names(fact, option); });
}

// Whether `value` names the file of `place`: "file:PATH", "wordpiece:PATH" or "file:PATH#TENSOR".
static bool namesFile(const Message& place, const ParameterValue& value)
{
    const auto* id = std::get_if<std::string>(&value);
    const std::size_t colon = id != nullptr ? id->find(':') : std::string::npos;
    if (colon == std::string::npos)
        return false;
    const std::string path = id->substr(colon + 1);
    return place == quotedPlace(path) || place == quotedPlace(path.substr(0, path.rfind('#')));
}

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
    if (std::exchange(m_fault, fault) == fault)
        return;
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
    showPlaying(true);
    m_play->setMinimumWidth(m_play->sizeHint().width()); // of the wider sign
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
