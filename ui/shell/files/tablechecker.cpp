// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/files/tablechecker.h"

#include "plots/pictureimage.h"
#include "session/runner.h"
#include "session/store.h"
#include "ui/forms/text.h"
#include "words/tablecheck.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QVBoxLayout>

namespace phasor {

namespace {

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

} // namespace

TableChecker::TableChecker(const Store& store, std::shared_ptr<PipelineCache> cache, Runner& runner, QWidget* window)
    : Speaker(window)
    , m_store(store)
    , m_cache(std::move(cache))
    , m_runner(runner)
    , m_window(window)
{
}

void TableChecker::check(const NodeId& stage, const std::string& path)
{
    const QString name = QFileInfo(QFile::decodeName(path.c_str())).fileName();
    const double scale = m_window->devicePixelRatioF();
    const bool begun = m_runner.start<CheckedFile>(
        {.title = tr("comparing %1").arg(name),
         .work = [path, stage, parameters = m_store.parameters(), cache = m_cache,
                  scale](const Runner::Progress&) -> Result<CheckedFile> {
             return checkFile(path, parameters, stage, static_cast<int>(kWidth * scale),
                              static_cast<int>(kHeight * scale), *cache, currentCancel());
         },
         .done =
             [this, title = tr("%1 beside %2").arg(name, qs(stage))](const Result<CheckedFile>& checked) {
                 show(title, checked);
             }});
    if (!begun)
        fail(tr("an export is running: wait for it or cancel it, then drop the file again"));
}

void TableChecker::show(const QString& title, const Result<CheckedFile>& checked)
{
    if (!checked.ok()) {
        if (checked.error().kind != ErrorKind::Cancelled)
            fail(checked.error());
        return;
    }
    delete m_page;
    m_page = new QDialog(m_window);
    m_page->setObjectName(QStringLiteral("table-check"));
    m_page->setAttribute(Qt::WA_DeleteOnClose);
    m_page->setWindowTitle(title);
    auto* column = new QVBoxLayout(m_page);
    column->setSpacing(8);
    column->addWidget(paragraph("check-says", words::checkText(*checked), m_page));
    if (checked->check.difference.differing > 0) {
        auto* picture = new QLabel(m_page);
        picture->setObjectName(QStringLiteral("check-picture"));
        picture->setPixmap(pixmapOf(checked->difference, m_window->devicePixelRatioF()));
        picture->setAccessibleName(words::differenceText(checked->difference));
        column->addWidget(picture);
        column->addWidget(paragraph("check-range", words::differenceText(checked->difference), m_page));
    }
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, m_page);
    connect(buttons, &QDialogButtonBox::rejected, m_page, &QDialog::reject);
    column->addWidget(buttons);
    m_page->setMinimumWidth(kWidth + 2 * column->contentsMargins().left());
    m_page->show();
}

} // namespace phasor
