// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/files/files.h"

#include "plots/plot.h"
#include "system/memory.h"
#include "ui/forms/text.h"
#include "ui/look/look.h"
#include "ui/panels/parts.h"
#include "ui/shell/windowcontext.h"
#include "words/nodes.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

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
    QMessageBox question(QMessageBox::Question, Shell::tr("Large file"), plainTip(size), QMessageBox::NoButton, parent);
    question.setObjectName(u"size-question"_s);
    QPushButton* write = named(u"size-write"_s, question.addButton(Shell::tr("Write"), QMessageBox::AcceptRole));
    question.addButton(QMessageBox::Cancel);
    question.exec();
    return question.clickedButton() == write;
}

std::optional<EncodingUse> askUseOfEncodings(QWidget* parent, const QString& name)
{
    QMessageBox question(QMessageBox::Question, Shell::tr("Open matrix"),
                         plainTip(Shell::tr("%1 looks like a positional encoding, not like an embedding.").arg(name)),
                         QMessageBox::Cancel, parent);
    question.setObjectName(QStringLiteral("encoding-question"));
    QPushButton* compare
        = named(u"encoding-compare"_s, question.addButton(Shell::tr("Compare with PE"), QMessageBox::AcceptRole));
    QPushButton* embed
        = named(u"encoding-embed"_s, question.addButton(Shell::tr("Use as embedding"), QMessageBox::AcceptRole));
    question.setDefaultButton(compare);
    question.exec();
    const QAbstractButton* chosen = question.clickedButton();
    return chosen == compare ? std::optional(EncodingUse::Compare)
        : chosen == embed    ? std::optional(EncodingUse::Embed)
                             : std::nullopt;
}

constexpr QSize kSize{680, 480}; // logical pixels
constexpr int kIndex = Qt::UserRole; // of the array, in its item's first column

static QTreeWidgetItem* itemOf(const Tensor& tensor, int index)
{
    QStringList sizes;
    for (const std::int64_t size : tensor.shape)
        sizes << QString::number(size);
    auto* item = new QTreeWidgetItem({qs(tensor.name), sizes.join(QStringLiteral(" × ")), qs(tensor.type)});
    item->setData(0, kIndex, index);
    item->setToolTip(0, plainTip(qs(tensor.name)));
    if (!canBeRead(tensor)) {
        item->setFlags(Qt::NoItemFlags);
        item->setToolTip(0,
                         tensor.format ? Shell::tr("Not a matrix: it does not have two dimensions.")
                                       : Shell::tr("Numbers of this type cannot be read."));
    }
    return item;
}

// Hides what does not contain `part`, and selects the first of the rest that can be chosen.
static void showThose(QTreeWidget& list, const QString& part)
{
    QTreeWidgetItem* first = nullptr;
    for (int i = 0; i < list.topLevelItemCount(); ++i) {
        QTreeWidgetItem* item = list.topLevelItem(i);
        item->setHidden(!item->text(0).contains(part, Qt::CaseInsensitive));
        if (first == nullptr && !item->isHidden() && item->flags().testFlag(Qt::ItemIsSelectable))
            first = item;
    }
    list.setCurrentItem(first);
}

std::optional<ArrayUse> askArray(QWidget* parent, const QString& file, const std::vector<Tensor>& arrays,
                                 MatrixRole role)
{
    QDialog dialog(parent);
    dialog.setObjectName(u"array-choice"_s);
    dialog.setWindowTitle(Shell::tr("Arrays of %1").arg(file));
    dialog.resize(kSize);
    auto* search = named(u"array-search"_s, new QLineEdit(&dialog));
    search->setPlaceholderText(Shell::tr("Search"));
    search->setClearButtonEnabled(true);
    auto* list = named(u"array-list"_s, new QTreeWidget(&dialog));
    list->setHeaderLabels({Shell::tr("Name"), Shell::tr("Shape"), Shell::tr("Type")});
    list->setRootIsDecorated(false);
    list->setUniformRowHeights(true);
    list->setTextElideMode(Qt::ElideMiddle); // names of one file often differ in the middle and at the end
    list->header()->setStretchLastSection(false);
    list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    QList<QTreeWidgetItem*> items;
    for (std::size_t i = 0; i < arrays.size(); ++i)
        items << itemOf(arrays[i], static_cast<int>(i));
    list->addTopLevelItems(items);

    std::optional<ArrayUse> use;
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, &dialog);
    const auto addButton = [&](const QString& name, const QString& text, MatrixRole as) {
        QPushButton* button = named(name, buttons->addButton(text, QDialogButtonBox::AcceptRole));
        button->setDefault(as == role);
        QObject::connect(button, &QPushButton::clicked, &dialog, [&, as] {
            const QTreeWidgetItem* item = list->currentItem();
            use = {arrays[static_cast<std::size_t>(item->data(0, kIndex).toInt())].name, as};
            dialog.accept();
        });
        QObject::connect(list, &QTreeWidget::currentItemChanged, button,
                         [button](const QTreeWidgetItem* item) { button->setEnabled(item != nullptr); });
        return button;
    };
    const QPushButton* embed = addButton(u"array-embed"_s, Shell::tr("Use as embedding"), MatrixRole::Embedding);
    const QPushButton* table = addButton(u"array-table"_s, Shell::tr("Use as position table"), MatrixRole::Positions);
    QObject::connect(list, &QTreeWidget::itemActivated, role == MatrixRole::Embedding ? embed : table,
                     &QPushButton::click);
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    fillLayout(new QVBoxLayout(&dialog), {search, {list, 1}, buttons});
    QObject::connect(search, &QLineEdit::textChanged, list, [list](const QString& part) { showThose(*list, part); });
    showThose(*list, {});
    list->setFocus();
    dialog.exec();
    return use;
}

Leave askBeforeLeaving(QWidget* parent, const QString& file, const QStringList& changes)
{
    constexpr qsizetype kMost = 5;
    QStringList shown = changes.mid(0, kMost);
    if (changes.size() > kMost)
        shown << Shell::tr("%n more", nullptr, static_cast<int>(changes.size() - kMost));
    QMessageBox question(QMessageBox::Question, Shell::tr("Save changes"),
                         plainTip(Shell::tr("Save the changes of %1?").arg(file)), QMessageBox::NoButton, parent);
    question.setObjectName(u"leave-question"_s);
    question.setInformativeText(plainTip(Shell::tr("The file does not have: %1.").arg(shown.join(u", "_s))));
    QPushButton* save = named(u"leave-save"_s, question.addButton(Shell::tr("Save"), QMessageBox::AcceptRole));
    QPushButton* drop
        = named(u"leave-drop"_s, question.addButton(Shell::tr("Don't save"), QMessageBox::DestructiveRole));
    question.setDefaultButton(save);
    question.setEscapeButton(question.addButton(QMessageBox::Cancel));
    question.exec();
    const QAbstractButton* chosen = question.clickedButton();
    return chosen == save ? Leave::AfterSaving : chosen == drop ? Leave::WithoutSaving : Leave::Not;
}

bool mayQuit(Runner& runner, QWidget* window)
{
    const QString writing = runner.writing();
    if (writing.isEmpty())
        return true;
    QMessageBox question(QMessageBox::Question, Shell::tr("Quit"),
                         plainTip(Shell::tr("Phasor is still %1.", "writing sum.npy").arg(writing)),
                         QMessageBox::NoButton, window);
    question.setObjectName(QStringLiteral("quit-question"));
    question.setInformativeText(Shell::tr("If you quit, this stops and the old file stays unchanged."));
    QPushButton* stop
        = named(u"quit-stop"_s, question.addButton(Shell::tr("Stop and quit"), QMessageBox::DestructiveRole));
    QPushButton* stay = named(u"quit-stay"_s, question.addButton(Shell::tr("Keep writing"), QMessageBox::RejectRole));
    question.setDefaultButton(stay);
    question.setEscapeButton(stay);
    QObject::connect(&runner, &Runner::finished, &question, &QDialog::accept);
    question.exec();
    return question.clickedButton() == stop || runner.writing().isEmpty();
}

constexpr QSize kMap{640, 400}; // logical pixels

// Adds the map, and the cell under its cross-hair below it. It has zoom and cursor of its own.
static void addMap(QVBoxLayout& column, const CheckedFile& checked, QWidget* page)
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

static void showPage(QWidget* window, const QString& title, const CheckedFile& checked)
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
