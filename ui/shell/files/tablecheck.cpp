// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/files/fileopener.h"

#include "plots/plot.h"
#include "ui/forms/text.h"
#include "ui/look/widgets.h"
#include "ui/shell/windowcontext.h"
#include "words/nodes.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QVBoxLayout>

namespace phasor {

namespace {

constexpr QSize kMap{640, 400}; // logical pixels

// Adds the map, and the cell under its cross-hair below it. It has zoom and cursor of its own.
void addMap(QVBoxLayout& column, const CheckedFile& checked, QWidget* page)
{
    auto* store = new Store(page);
    const auto cache = std::make_shared<PipelineCache>();
    *cache->lasting<CheckedFile>() = checked;
    Plot* map = makeCheckMap(*store, page).release();
    map->setMinimumSize(kMap);
    map->setTheme(page->palette().window().color().lightness() < 128 ? Theme::dark() : Theme::light());
    column.addWidget(map, 1);
    QLabel* cell = paragraph(u"check-cell"_s, Shell::tr("Point at the map to read its values."), page);
    column.addWidget(cell);
    const auto show = [=] {
        SceneReader reader({}, *cache, {});
        const Result<ViewDataPtr> data = map->request({}, store->view()).computed(reader, Effort::Still);
        if (data.ok())
            map->show(*data);
    };
    QObject::connect(map, &Plot::resized, page, show);
    QObject::connect(store, &Store::viewChanged, page, [=](const ViewState& view) {
        const auto shown = cache->lasting<CheckedFile>();
        map->showView(view);
        show();
        const auto indexOf = [&](const Axis& axis) {
            return view.cursor[axis.kind] ? axis.index(*view.cursor[axis.kind]) : std::nullopt;
        };
        if (const auto row = indexOf(shown->rows), col = indexOf(shown->columns); row && col)
            cell->setText(words::cellText(*shown, *row, *col));
    });
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
    column->addWidget(paragraph(u"check-says"_s, words::checkText(checked), page));
    if (checked.check.difference.differing > 0) {
        addMap(*column, checked, page);
        column->addWidget(paragraph(u"check-tried"_s, words::triedText(checked.check), page));
    }
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, page);
    QObject::connect(buttons, &QDialogButtonBox::rejected, page, &QDialog::reject);
    column->addWidget(buttons);
    // Paragraphs are as high as their width needs, which a dialog's own size does not count.
    const int width = kMap.width() + 2 * column->contentsMargins().left();
    page->resize(width, column->totalHeightForWidth(width));
    page->show();
}

} // namespace

void checkTable(const WindowContext& context, const NodeId& stage, const std::string& path)
{
    const QString name = QFileInfo(QFile::decodeName(path.c_str())).fileName();
    const QString title = Shell::tr("Comparison: %1").arg(name);
    runJob<CheckedFile>(
        context,
        {.title = Shell::tr("comparing %1").arg(name),
         .work = [path, stage, parameters = context.store.parameters(), cache = context.cache()](
                     const Runner::Progress&) { return checkFile(path, parameters, stage, *cache); },
         .done = [window = context.window, title](const CheckedFile& checked) { showPage(window, title, checked); },
         .busy = Shell::tr("An export is running. Press Esc to cancel it, then drop the file again.")});
}

} // namespace phasor
