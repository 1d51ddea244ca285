// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/files/questions.h"

#include "session/runner.h"
#include "system/memory.h"
#include "ui/forms/text.h"
#include "ui/shell/windowcontext.h"

#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

#include <filesystem>

namespace phasor {

QString askWhereToSave(QWidget* parent, const QString& title, const QString& name, const QString& filters)
{
    QFileDialog dialog(parent, title, {}, filters);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(QFileInfo(name).suffix());
    dialog.selectFile(name);
    QObject::connect(&dialog, &QFileDialog::filterSelected, &dialog, [&dialog](const QString& filter) {
        const QString ending = filter.section(u"*."_s, 1).chopped(1);
        const QString chosen = dialog.selectedFiles().value(0);
        dialog.setDefaultSuffix(ending);
        dialog.selectFile(chosen.left(chosen.lastIndexOf(u'.')) + u'.' + ending);
    });
    return dialog.exec() == QDialog::Accepted ? dialog.selectedFiles().value(0) : QString();
}

bool mayTake(QWidget* parent, const QString& path, std::int64_t bytes)
{
    constexpr std::int64_t kLarge = std::int64_t{1} << 30;
    const QFileInfo file(path);
    std::error_code unknown;
    const auto disk = std::filesystem::space(QFile::encodeName(file.absolutePath()).toStdString(), unknown);
    if (bytes < kLarge || (!unknown && static_cast<std::uintmax_t>(bytes) > disk.available))
        return true; // no question: the writer refuses a file without room on the disk
    const auto text = [](std::uintmax_t size) {
        return qs(formatBytes(static_cast<ByteCount>(size)));
    };
    const QString size = unknown
        ? Shell::tr("%1 takes %2.").arg(file.fileName(), text(static_cast<std::uintmax_t>(bytes)))
        : Shell::tr("%1 takes %2. The disk has %3.")
              .arg(file.fileName(), text(static_cast<std::uintmax_t>(bytes)), text(disk.available));
    QMessageBox question(QMessageBox::Question, Shell::tr("Large file"), size, QMessageBox::NoButton, parent);
    question.setObjectName(u"size-question"_s);
    QPushButton* write = named(u"size-write"_s, question.addButton(Shell::tr("Write it"), QMessageBox::AcceptRole));
    question.addButton(QMessageBox::Cancel);
    question.exec();
    return question.clickedButton() == write;
}

std::optional<EncodingUse> askUseOfEncodings(QWidget* parent, const QString& name)
{
    QMessageBox question(QMessageBox::Question, Shell::tr("Open matrix"),
                         Shell::tr("%1 looks like positional encodings, not like an embedding.").arg(name),
                         QMessageBox::Cancel, parent);
    question.setObjectName(QStringLiteral("encoding-question"));
    QPushButton* compare = question.addButton(Shell::tr("Compare it with PE"), QMessageBox::AcceptRole);
    compare->setObjectName(QStringLiteral("encoding-compare"));
    QPushButton* embed = question.addButton(Shell::tr("Use it as embedding"), QMessageBox::AcceptRole);
    embed->setObjectName(QStringLiteral("encoding-embed"));
    question.setDefaultButton(compare);
    question.exec();
    const QAbstractButton* chosen = question.clickedButton();
    return chosen == compare ? std::optional(EncodingUse::Compare)
        : chosen == embed    ? std::optional(EncodingUse::Embed)
                             : std::nullopt;
}

bool mayQuit(Runner& runner, QWidget* window)
{
    const QString writing = runner.writing();
    if (writing.isEmpty())
        return true;
    QMessageBox question(QMessageBox::Question, Shell::tr("Quit"),
                         Shell::tr("Phasor is %1, which is not finished.", "writing sum.npy").arg(writing),
                         QMessageBox::NoButton, window);
    question.setObjectName(QStringLiteral("quit-question"));
    question.setInformativeText(Shell::tr("If you quit, it is stopped; the old file stays as it was."));
    QPushButton* stop
        = named(u"quit-stop"_s, question.addButton(Shell::tr("Stop and quit"), QMessageBox::DestructiveRole));
    QPushButton* stay = named(u"quit-stay"_s, question.addButton(Shell::tr("Keep writing"), QMessageBox::RejectRole));
    question.setDefaultButton(stay);
    question.setEscapeButton(stay);
    QObject::connect(&runner, &Runner::finished, &question, &QDialog::accept);
    question.exec();
    return question.clickedButton() == stop || runner.writing().isEmpty();
}

} // namespace phasor
