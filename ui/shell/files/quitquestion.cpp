// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/files/quitquestion.h"

#include "session/runner.h"

#include <QCoreApplication>
#include <QMessageBox>
#include <QPushButton>

namespace phasor {

namespace {

struct QuitWords
{
    Q_DECLARE_TR_FUNCTIONS(QuitQuestion)
};

} // namespace

bool mayQuit(Runner& runner, QWidget* window)
{
    const QString writing = runner.writing();
    if (writing.isEmpty())
        return true;
    QMessageBox question(QMessageBox::Question, QuitWords::tr("Quit"),
                         QuitWords::tr("Phasor is %1, which is not finished.", "writing sum.npy").arg(writing),
                         QMessageBox::NoButton, window);
    question.setObjectName(QStringLiteral("quit-question"));
    question.setInformativeText(QuitWords::tr("If you quit, it is stopped; the old file stays as it was."));
    QPushButton* stop = question.addButton(QuitWords::tr("Stop and quit"), QMessageBox::DestructiveRole);
    stop->setObjectName(QStringLiteral("quit-stop"));
    QPushButton* stay = question.addButton(QuitWords::tr("Keep writing"), QMessageBox::RejectRole);
    stay->setObjectName(QStringLiteral("quit-stay"));
    question.setDefaultButton(stay);
    question.setEscapeButton(stay);
    QObject::connect(&runner, &Runner::finished, &question, &QDialog::accept);
    question.exec();
    return question.clickedButton() == stop || runner.writing().isEmpty();
}

} // namespace phasor
