// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/bars.h"

#include "system/memory.h"
#include "ui/forms/text.h"
#include "ui/look/look.h"
#include "ui/panels/parts.h"
#include "ui/shell/files/files.h"
#include "ui/shell/settings/settings.h"

#include <QEvent>
#include <QMainWindow>
#include <QPointer>
#include <QProgressBar>
#include <QPushButton>
#include <QShortcut>
#include <QToolBar>
#include <QToolButton>

#include <algorithm>

namespace phasor {

namespace {

constexpr int kPatienceMilliseconds = 150; // shorter jobs show no bar
constexpr int kMostTitleWidth = 320;

constexpr int kPassingMilliseconds = 8000;

constexpr const char* kIcons[] = {"", "info", "warning", "error"}; // by StatusMessage::Kind

// Size of the encoding's table as float32, which Phasor need not allocate; empty for a scheme without a table.
QString tableBytes(const Snapshot& snapshot)
{
    const NodePtr position = snapshot.pipelines->a->find("position");
    if (!position || !position->field.ok())
        return {};
    const Shape shape = position->shape();
    return qs(formatBytes(static_cast<ByteCount>(shape.rows) * static_cast<ByteCount>(shape.cols) * sizeof(float)));
}

// The running job in the status bar: title, progress in per cent and as a slim bar, and a button that cancels. Escape
// anywhere in the window also cancels. Appears, in place of `cost`, only for a job longer than 150 ms. One line high.
class JobProgress : public QWidget
{
    Q_DECLARE_TR_FUNCTIONS(JobProgress)

public:
    JobProgress(Runner& runner, QWidget& cost, QWidget* parent)
        : QWidget(parent)
        , m_title(named(u"job-title"_s, new ElidedLabel(this)))
    {
        setObjectName(QStringLiteral("job"));
        auto* share = named(u"job-share"_s, new QLabel(this));
        share->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        share->setFixedWidth(fontMetrics().horizontalAdvance(tr("%1 %").arg(100)));
        auto* bar = named(u"job-bar"_s, new QProgressBar(this));
        bar->setTextVisible(false);
        bar->setFixedSize(120, 6);
        auto* cancel = named(u"job-cancel"_s, new QToolButton(this));
        cancel->setText(tr("Cancel"));
        cancel->setToolTip(tr("Stops; the old file stays unchanged (Esc)"));
        cancel->setAutoRaise(true);
        cancel->setFixedHeight(fontMetrics().height()); // keeps the status bar's height when it appears
        fillLayout(new QHBoxLayout(this), {{m_title, 1}, share, bar, cancel}, {8, 0, 8, 0}, 8);
        auto* escape = new QShortcut(Qt::Key_Escape, parent->window());
        escape->setEnabled(false);
        m_patience.setSingleShot(true);
        hide();

        const auto setShown = [this, &cost](bool on) {
            setVisible(on);
            cost.setHidden(on);
        };
        connect(&m_patience, &QTimer::timeout, this, [setShown] { setShown(true); });
        connect(cancel, &QToolButton::clicked, &runner, &Runner::cancel);
        connect(escape, &QShortcut::activated, &runner, &Runner::cancel);
        connect(&runner, &Runner::started, this, [this, share, bar, escape](const QString& title) {
            m_title->setFullText(title);
            updateGeometry();
            share->clear();
            bar->setRange(0, 0); // no known share
            bar->setAccessibleName(title);
            escape->setEnabled(true);
            if (isHidden() && !m_patience.isActive())
                m_patience.start(kPatienceMilliseconds);
        });
        connect(&runner, &Runner::progressed, this, [share, bar](double done) {
            constexpr int kSteps = 1000;
            bar->setRange(0, kSteps);
            bar->setValue(static_cast<int>(done * kSteps));
            share->setText(tr("%1 %").arg(static_cast<int>(done * 100)));
        });
        connect(&runner, &Runner::finished, this, [this, escape, setShown] {
            m_patience.stop();
            escape->setEnabled(false);
            setShown(false);
        });
    }

    QSize sizeHint() const override // width for the complete title, which may be cut
    {
        const int title = std::min(kMostTitleWidth, fontMetrics().horizontalAdvance(m_title->fullText()) + 2);
        const QSize least = QWidget::sizeHint(); // without the title, which can be cut
        return {least.width() + title, least.height()};
    }

private:
    ElidedLabel* m_title;
    QTimer m_patience;
};

} // namespace

StatusLine::StatusLine(const QString& machine, Runner& runner, QWidget* parent)
    : QStatusBar(parent)
    , m_machine(machine)
    , m_icon(named(u"status-icon"_s, new QLabel(this)))
    , m_text(named(u"status-message"_s, new ElidedLabel(this)))
    , m_cost(quieted(named(u"status-cost"_s, new QLabel(this))))
    , m_passing(new QTimer(this))
{
    setObjectName(QStringLiteral("status"));
    setSizeGripEnabled(false);
    setContentsMargins(8, 0, 0, 0);
    m_icon->hide();
    m_cost->setContentsMargins(8, 0, 8, 0);
    m_cost->setToolTip(tr("Time to compute and draw the last picture, what computes it, and the size of the table PE"));
    addWidget(m_icon);
    addWidget(m_text, 1);
    addPermanentWidget(new JobProgress(runner, *m_cost, this));
    addPermanentWidget(m_cost);
    m_passing->setSingleShot(true);
    connect(m_passing, &QTimer::timeout, this, &StatusLine::display);
}

void StatusLine::setLasting(const StatusMessage& message)
{
    if (std::exchange(m_lasting, message) == message)
        return;
    if (message.kind != StatusMessage::Kind::None)
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
        m_icon->setPixmap(icon(QLatin1String(kIcons[static_cast<int>(message.kind)])).pixmap(16));
    m_text->setForegroundRole(quiet ? QPalette::PlaceholderText : QPalette::WindowText);
    const bool whole = message.kind == Kind::Warning || message.kind == Kind::Error;
    m_text->setFullText(quiet ? m_hint : message.text, whole);
}

void StatusLine::changeEvent(QEvent* event)
{
    QStatusBar::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        display(); // redraws the icon in the new palette's colors
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

BoardBar::BoardBar(QWidget* parent)
    : QWidget(parent)
    , m_sentence(quieted(named(u"board-sentence"_s, new ElidedLabel(this))))
    , m_close(quietButton(u"board-sentence-close"_s, tr("Close this sentence"), this, u"close"_s))
{
    setObjectName(QStringLiteral("board-bar"));
    connect(m_close, &QToolButton::clicked, this, [this] {
        m_sentence->setFullText({});
        emit sentenceClosed();
    });
    m_sentence->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    const auto buttonOf = [this](const QString& name, const QString& text, const QString& tip, auto requested) {
        auto* button = named(name, new QToolButton(this));
        button->setText(text);
        button->setToolTip(tip);
        button->setFocusPolicy(Qt::TabFocus);
        connect(button, &QToolButton::clicked, this, requested);
        return button;
    };
    auto* answers = buttonOf(u"board-answers"_s, tr("Answers"), tr("Five questions about this setup, answered"),
                             &BoardBar::answersRequested);
    auto* add = buttonOf(u"board-add"_s, tr("+ Add a view"), tr("Choose one of all views (Ctrl+K)"),
                         &BoardBar::galleryRequested);
    fillLayout(new QHBoxLayout(this), {m_sentence, m_close, kFreeRoom, answers, add}, {8, 0, 0, 4});
    showSentence(false);
}

void BoardBar::setSentence(const QString& text, const QString& source)
{
    m_sentence->setFullText(text, true, source);
    showSentence(true);
}

void BoardBar::showSentence(bool shown)
{
    const bool some = !m_sentence->fullText().isEmpty();
    for (QWidget* part : std::initializer_list<QWidget*>{m_sentence, m_close}) {
        QSizePolicy policy = part->sizePolicy();
        policy.setRetainSizeWhenHidden(some); // the board stays where it is
        part->setSizePolicy(policy);
        part->setVisible(shown && some);
    }
}

void offerRecovery(Autosave& autosave, SessionFiles& sessions, QMainWindow& window)
{
    const Autosave::Left* left = autosave.left();
    if (left == nullptr)
        return;
    const bool today = left->time.date() == QDate::currentDate();
    const QString time = today ? QLocale().toString(left->time.time(), QLocale::ShortFormat)
                               : QLocale().toString(left->time, QLocale::ShortFormat);
    auto* bar = named(u"recovery"_s, new QToolBar(&window));
    bar->setMovable(false);
    window.setContextMenuPolicy(Qt::NoContextMenu); // it would offer to hide this bar
    auto* text = named(u"recovery-text"_s, plainLabel(bar));
    text->setText(Shell::tr("Phasor ended without closing. Your work of %1 was recovered.").arg(time));
    text->setContentsMargins(8, 0, 16, 0);
    auto* keep = named(u"recovery-keep"_s, new QPushButton(Shell::tr("&Keep"), bar));
    keep->setToolTip(Shell::tr("Shows this work here, instead of the present setup"));
    auto* discard = named(u"recovery-discard"_s, new QPushButton(Shell::tr("&Discard"), bar));
    discard->setToolTip(Shell::tr("Removes this work for good"));
    for (QWidget* part : std::initializer_list<QWidget*>{text, keep, discard})
        bar->addWidget(part);
    window.addToolBar(bar);
    QObject::connect(keep, &QPushButton::clicked, bar, [=, &autosave, &sessions] {
        sessions.recover(autosave.left()->path, [bar = QPointer(bar), &autosave] {
            if (bar == nullptr || bar->isHidden())
                return; // discarded meanwhile
            autosave.leftIsShown();
            delete bar;
        });
    });
    QObject::connect(discard, &QPushButton::clicked, bar, [=, &autosave, &sessions, &window] {
        autosave.discardLeft();
        bar->deleteLater();
        bar->hide();
        offerRecovery(autosave, sessions, window); // the next one
    });
}

} // namespace phasor
