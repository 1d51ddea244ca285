// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/statusline.h"

#include "system/memorybudget.h"
#include "ui/forms/text.h"
#include "ui/look/elidedlabel.h"
#include "ui/look/icons.h"
#include "ui/shell/jobprogress.h"

#include <QEvent>
#include <QLabel>
#include <QTimer>

namespace phasor {

namespace {

constexpr int kPassingMilliseconds = 8000;
constexpr int kIconSize = 16;

constexpr const char* kIcons[] = {"", "info", "warning", "error"}; // of StatusMessage::Kind

// The size of the encoding's table as float32, that nobody had to allocate; of a scheme without one, nothing.
QString tableBytes(const Snapshot& snapshot)
{
    const NodePtr position = snapshot.pipelines->a->find("position");
    if (!position || !position->field.ok())
        return {};
    const Shape shape = position->shape();
    return qs(formatBytes(static_cast<ByteCount>(shape.rows) * static_cast<ByteCount>(shape.cols) * sizeof(float)));
}

} // namespace

StatusLine::StatusLine(const QString& machine, Runner& runner, QWidget* parent)
    : QStatusBar(parent)
    , m_machine(machine)
    , m_icon(new QLabel(this))
    , m_text(new ElidedLabel(this))
    , m_cost(new QLabel(this))
    , m_passing(new QTimer(this))
{
    setObjectName(QStringLiteral("status"));
    setSizeGripEnabled(false);
    setContentsMargins(8, 0, 0, 0);
    m_icon->setObjectName(QStringLiteral("status-icon"));
    m_icon->hide();
    m_text->setObjectName(QStringLiteral("status-message"));
    m_cost->setObjectName(QStringLiteral("status-cost"));
    m_cost->setForegroundRole(QPalette::PlaceholderText);
    m_cost->setContentsMargins(8, 0, 8, 0);
    m_cost->setToolTip(
        tr("Time to compute and to draw the last picture, what computes, and the size of the encoding's table"));
    addWidget(m_icon);
    addWidget(m_text, 1);
    auto* progress = new JobProgress(runner, this);
    addPermanentWidget(progress);
    addPermanentWidget(m_cost);
    connect(progress, &JobProgress::shown, m_cost, &QWidget::setHidden);
    m_passing->setSingleShot(true);
    connect(m_passing, &QTimer::timeout, this, &StatusLine::display);
}

void StatusLine::setLasting(const StatusMessage& message)
{
    if (m_lasting == message)
        return;
    m_lasting = message;
    m_passing->stop();
    display();
}

void StatusLine::showPassing(const StatusMessage& message)
{
    m_passed = message;
    m_refusal = false;
    m_passing->start(kPassingMilliseconds);
    display();
}

void StatusLine::setTyped(const QString& complaint)
{
    m_typed = {complaint.isEmpty() ? StatusMessage::Kind::None : StatusMessage::Kind::Error, complaint};
    display();
}

void StatusLine::showRefusal(const QString& message)
{
    showPassing({StatusMessage::Kind::Error, message});
    m_refusal = true;
}

void StatusLine::dropRefusal()
{
    if (!m_refusal)
        return;
    m_passing->stop();
    m_refusal = false;
    display();
}

void StatusLine::display()
{
    using Kind = StatusMessage::Kind;
    const StatusMessage& message = m_typed.kind != Kind::None ? m_typed : m_passing->isActive() ? m_passed : m_lasting;
    const bool quiet = message.kind == Kind::None;
    m_icon->setVisible(!quiet);
    if (!quiet)
        m_icon->setPixmap(icon(QLatin1String(kIcons[static_cast<int>(message.kind)])).pixmap(kIconSize));
    const bool standing = quiet && m_hint.isEmpty() && !m_standing.isEmpty();
    m_text->setForegroundRole(quiet && !standing ? QPalette::PlaceholderText : QPalette::WindowText);
    const bool whole = message.kind == Kind::Warning || message.kind == Kind::Error;
    m_text->setFullText(!quiet ? message.text : standing ? m_standing : m_hint, whole);
}

void StatusLine::setStanding(const QString& text)
{
    m_standing = text;
    m_passing->stop();
    display();
}

void StatusLine::changeEvent(QEvent* event)
{
    QStatusBar::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        display(); // the icon in the new palette's colours
}

void StatusLine::setHint(const QString& hint)
{
    m_hint = hint;
    display();
}

void StatusLine::showCost(const SnapshotPtr& snapshot, double drawMilliseconds)
{
    if (!snapshot->pipelines.ok())
        return;
    const auto milliseconds = [](double value) {
        return QString::number(value, 'f', value < 10 ? 1 : 0);
    };
    QStringList parts{tr("%1 ms compute").arg(milliseconds(snapshot->computeMilliseconds)),
                      tr("%1 ms draw").arg(milliseconds(drawMilliseconds)), m_machine, tableBytes(*snapshot)};
    parts.removeAll(QString());
    m_cost->setText(parts.join(QStringLiteral(" · ")));
}

QString StatusLine::message() const
{
    return m_text->fullText();
}

} // namespace phasor
