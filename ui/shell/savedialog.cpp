// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/savedialog.h"

#include "ui/forms/text.h"

#include <QFileDialog>
#include <QFileInfo>

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

} // namespace phasor
