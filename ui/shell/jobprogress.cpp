// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/jobprogress.h"

#include "session/runner.h"
#include "ui/look/elidedlabel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QShortcut>
#include <QToolButton>

#include <algorithm>

namespace phasor {

namespace {

constexpr int kPatienceMilliseconds = 150; // what ends sooner needs no bar
constexpr int kBarWidth = 120;
constexpr int kBarHeight = 6;
constexpr int kMostTitleWidth = 320;

} // namespace

JobProgress::JobProgress(Runner& runner, QWidget* parent)
    : QWidget(parent)
    , m_runner(runner)
    , m_title(new ElidedLabel(this))
    , m_share(new QLabel(this))
    , m_bar(new QProgressBar(this))
    , m_cancel(new QToolButton(this))
    , m_escape(new QShortcut(Qt::Key_Escape, parent->window()))
{
    setObjectName(QStringLiteral("job"));
    m_title->setObjectName(QStringLiteral("job-title"));
    m_share->setObjectName(QStringLiteral("job-share"));
    m_share->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_share->setFixedWidth(fontMetrics().horizontalAdvance(tr("%1 %").arg(100)));
    m_bar->setObjectName(QStringLiteral("job-bar"));
    m_bar->setTextVisible(false);
    m_bar->setFixedSize(kBarWidth, kBarHeight);
    m_cancel->setObjectName(QStringLiteral("job-cancel"));
    m_cancel->setText(tr("Cancel"));
    m_cancel->setToolTip(tr("Stop; the old file stays as it was (Esc)"));
    m_cancel->setAutoRaise(true);
    m_cancel->setFixedHeight(fontMetrics().height()); // the status bar must not grow when it appears
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 0, 8, 0);
    row->setSpacing(8);
    row->addWidget(m_title, 1);
    row->addWidget(m_share);
    row->addWidget(m_bar);
    row->addWidget(m_cancel);
    m_escape->setEnabled(false);
    m_patience.setSingleShot(true);
    m_patience.setInterval(kPatienceMilliseconds);
    hide();

    connect(&m_patience, &QTimer::timeout, this, [this] { setShown(true); });
    connect(m_cancel, &QToolButton::clicked, &runner, &Runner::cancel);
    connect(m_escape, &QShortcut::activated, &runner, &Runner::cancel);
    connect(&runner, &Runner::started, this, &JobProgress::begin);
    connect(&runner, &Runner::progressed, this, &JobProgress::showShare);
    connect(&runner, &Runner::finished, this, &JobProgress::end);
}

void JobProgress::begin(const QString& title)
{
    m_title->setFullText(title);
    updateGeometry();
    m_share->clear();
    m_bar->setRange(0, 0); // unknown
    m_bar->setAccessibleName(title);
    m_escape->setEnabled(true);
    if (isHidden() && !m_patience.isActive())
        m_patience.start();
}

void JobProgress::showShare(double share)
{
    constexpr int kSteps = 1000;
    m_bar->setRange(0, kSteps);
    m_bar->setValue(static_cast<int>(share * kSteps));
    m_share->setText(tr("%1 %").arg(static_cast<int>(share * 100)));
}

void JobProgress::end()
{
    m_patience.stop();
    m_escape->setEnabled(false);
    setShown(false);
}

void JobProgress::setShown(bool on)
{
    setVisible(on);
    emit shown(on);
}

QSize JobProgress::sizeHint() const
{
    const int title = std::min(kMostTitleWidth, fontMetrics().horizontalAdvance(m_title->fullText()) + 2);
    const QSize least = QWidget::sizeHint(); // the title asks for no width
    return {least.width() + title, least.height()};
}

} // namespace phasor
