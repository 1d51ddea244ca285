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
    , m_title(new ElidedLabel(this))
{
    setObjectName(QStringLiteral("job"));
    m_title->setObjectName(QStringLiteral("job-title"));
    auto* share = new QLabel(this);
    share->setObjectName(QStringLiteral("job-share"));
    share->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    share->setFixedWidth(fontMetrics().horizontalAdvance(tr("%1 %").arg(100)));
    auto* bar = new QProgressBar(this);
    bar->setObjectName(QStringLiteral("job-bar"));
    bar->setTextVisible(false);
    bar->setFixedSize(kBarWidth, kBarHeight);
    auto* cancel = new QToolButton(this);
    cancel->setObjectName(QStringLiteral("job-cancel"));
    cancel->setText(tr("Cancel"));
    cancel->setToolTip(tr("Stop; the old file stays as it was (Esc)"));
    cancel->setAutoRaise(true);
    cancel->setFixedHeight(fontMetrics().height()); // the status bar must not grow when it appears
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 0, 8, 0);
    row->setSpacing(8);
    row->addWidget(m_title, 1);
    for (QWidget* part : std::initializer_list<QWidget*>{share, bar, cancel})
        row->addWidget(part);
    auto* escape = new QShortcut(Qt::Key_Escape, parent->window());
    escape->setEnabled(false);
    m_patience.setSingleShot(true);
    hide();

    const auto setShown = [this](bool on) {
        setVisible(on);
        emit shown(on);
    };
    connect(&m_patience, &QTimer::timeout, this, [setShown] { setShown(true); });
    connect(cancel, &QToolButton::clicked, &runner, &Runner::cancel);
    connect(escape, &QShortcut::activated, &runner, &Runner::cancel);
    connect(&runner, &Runner::started, this, [this, share, bar, escape](const QString& title) {
        m_title->setFullText(title);
        updateGeometry();
        share->clear();
        bar->setRange(0, 0); // unknown
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

QSize JobProgress::sizeHint() const
{
    const int title = std::min(kMostTitleWidth, fontMetrics().horizontalAdvance(m_title->fullText()) + 2);
    const QSize least = QWidget::sizeHint(); // the title asks for no width
    return {least.width() + title, least.height()};
}

} // namespace phasor
