// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/files/tablecheck.h"

#include "plots/pictureimage.h"
#include "session/store.h"
#include "ui/forms/text.h"
#include "ui/shell/windowcontext.h"
#include "words/tablecheck.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QVBoxLayout>

namespace phasor {

namespace {

struct CheckPage
{
    Q_DECLARE_TR_FUNCTIONS(CheckPage)
};

constexpr int kWidth = 640; // device pixels of the picture
constexpr int kHeight = 360;

QLabel* paragraph(const char* name, const QString& text, QWidget* page)
{
    auto* label = new QLabel(text, page);
    label->setObjectName(QString::fromLatin1(name));
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

QPixmap pixmapOf(const Picture& picture, double scale)
{
    QPixmap pixmap = QPixmap::fromImage(imageOf(picture).copy());
    pixmap.setDevicePixelRatio(scale);
    return pixmap;
}

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
    column->addWidget(paragraph("check-says", words::checkText(checked), page));
    if (checked.check.difference.differing > 0) {
        auto* picture = new QLabel(page);
        picture->setObjectName(QStringLiteral("check-picture"));
        picture->setPixmap(pixmapOf(checked.difference, window->devicePixelRatioF()));
        picture->setAccessibleName(words::differenceText(checked.difference));
        column->addWidget(picture);
        column->addWidget(paragraph("check-range", words::differenceText(checked.difference), page));
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
    const QString title = CheckPage::tr("%1 beside %2").arg(name, qs(stage));
    const double scale = context.window->devicePixelRatioF();
    runJob<CheckedFile>(
        context,
        {.title = CheckPage::tr("comparing %1").arg(name),
         .work = [path, stage, parameters = context.store.parameters(), cache = context.cache(),
                  scale](const Runner::Progress&) -> Result<CheckedFile> {
             return checkFile(path, parameters, stage, static_cast<int>(kWidth * scale),
                              static_cast<int>(kHeight * scale), *cache, currentCancel());
         },
         .done = [window = context.window, title](const CheckedFile& checked) { showPage(window, title, checked); },
         .busy = CheckPage::tr("an export is running: wait for it or cancel it, then drop the file again")});
}

} // namespace phasor
