// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/faults.h"

#include "pipeline/parameters/parameterspec.h"
#include "ui/forms/text.h"
#include "words/coretexts.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>

namespace phasor {

namespace {

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
