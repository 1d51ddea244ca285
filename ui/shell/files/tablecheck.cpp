// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/files/tablecheck.h"

#include "plots/pictureimage.h"
#include "session/store.h"
#include "ui/forms/text.h"
#include "ui/look/elidedlabel.h"
#include "ui/shell/windowcontext.h"
#include "words/tablecheck.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QVBoxLayout>

namespace phasor {

namespace {

constexpr int kWidth = 640; // width of the picture, device pixels
constexpr int kHeight = 360;

void showPage(QWidget* window, const QString& title, const CheckedFile& checked)
{
    const QString name = QStringLiteral("table-check");
    delete window->findChild<QDialog*>(name);
    auto* page = new QDialog(window);
    page->setObjectName(name);
    page->setAttribute(Qt::WA_DeleteOnClose);
    page->setWindowTitle(title);
    auto* column = new QVBoxLayout(page);
    column->setSpacing(8);
    column->addWidget(paragraph(u"check-says"_s, words::checkText(checked), page));
    if (checked.check.difference.differing > 0) {
        auto* picture = new QLabel(page);
        picture->setObjectName(QStringLiteral("check-picture"));
        QPixmap pixmap = QPixmap::fromImage(imageOf(checked.difference).copy());
        pixmap.setDevicePixelRatio(window->devicePixelRatioF());
        picture->setPixmap(pixmap);
        picture->setAccessibleName(words::differenceText(checked.difference));
        column->addWidget(picture);
        column->addWidget(paragraph(u"check-range"_s, words::differenceText(checked.difference), page));
    }
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, page);
    QObject::connect(buttons, &QDialogButtonBox::rejected, page, &QDialog::reject);
    column->addWidget(buttons);
    page->setMinimumWidth(kWidth + 2 * column->contentsMargins().left());
    page->show();
}

} // namespace

void checkTable(const WindowContext& context, const NodeId& stage, const std::string& path)
{
    const QString name = QFileInfo(QFile::decodeName(path.c_str())).fileName();
    const QString title = Shell::tr("%1 beside %2").arg(name, qs(stage));
    const double scale = context.window->devicePixelRatioF();
    runJob<CheckedFile>(
        context,
        {.title = Shell::tr("comparing %1").arg(name),
         .work = [path, stage, parameters = context.store.parameters(), cache = context.cache(),
                  scale](const Runner::Progress&) -> Result<CheckedFile> {
             return checkFile(path, parameters, stage, static_cast<int>(kWidth * scale),
                              static_cast<int>(kHeight * scale), *cache, currentCancel());
         },
         .done = [window = context.window, title](const CheckedFile& checked) { showPage(window, title, checked); },
         .busy = Shell::tr("an export is running: wait for it or cancel it, then drop the file again")});
}

} // namespace phasor
