// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/files/arraychoice.h"

#include "ui/forms/text.h"
#include "ui/shell/windowcontext.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace phasor {

namespace {

constexpr QSize kSize{560, 420}; // logical pixels
constexpr int kIndex = Qt::UserRole; // of the array, in its item's first column

QTreeWidgetItem* itemOf(const Tensor& tensor, int index)
{
    QStringList sizes;
    for (const std::int64_t size : tensor.shape)
        sizes << QString::number(size);
    auto* item = new QTreeWidgetItem({qs(tensor.name), sizes.join(QStringLiteral(" × ")), qs(tensor.type)});
    item->setData(0, kIndex, index);
    item->setToolTip(0, qs(tensor.name));
    if (!canBeRead(tensor)) {
        item->setFlags(Qt::NoItemFlags);
        item->setToolTip(0,
                         tensor.format ? Shell::tr("Not a matrix: it has not two dimensions.")
                                       : Shell::tr("Numbers of this type cannot be read."));
    }
    return item;
}

// Hides what does not contain `part`, and selects the first of the rest that can be chosen.
void showThose(QTreeWidget& list, const QString& part)
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

} // namespace

std::optional<ArrayUse> askArray(QWidget* parent, const QString& file, const std::vector<Tensor>& arrays,
                                 MatrixRole role)
{
    QDialog dialog(parent);
    dialog.setObjectName(u"array-choice"_s);
    dialog.setWindowTitle(Shell::tr("Arrays of %1").arg(file));
    dialog.resize(kSize);
    auto* column = new QVBoxLayout(&dialog);
    auto* search = named(u"array-search"_s, new QLineEdit(&dialog));
    search->setPlaceholderText(Shell::tr("Search"));
    search->setClearButtonEnabled(true);
    column->addWidget(search);
    auto* list = named(u"array-list"_s, new QTreeWidget(&dialog));
    list->setHeaderLabels({Shell::tr("Name"), Shell::tr("Shape"), Shell::tr("Type")});
    list->setRootIsDecorated(false);
    list->setUniformRowHeights(true);
    list->header()->setStretchLastSection(false);
    list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    QList<QTreeWidgetItem*> items;
    for (std::size_t i = 0; i < arrays.size(); ++i)
        items << itemOf(arrays[i], static_cast<int>(i));
    list->addTopLevelItems(items);
    column->addWidget(list, 1);

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
    column->addWidget(buttons);
    QObject::connect(search, &QLineEdit::textChanged, list, [list](const QString& part) { showThose(*list, part); });
    showThose(*list, {});
    list->setFocus();
    dialog.exec();
    return use;
}

} // namespace phasor
