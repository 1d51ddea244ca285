// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/labels/keyrow_p.h"
#include "plots/plot.h"
#include "ui/look/look.h"
#include "ui/panels/stagebutton.h"

#include <qcustomplot.h>

#include <QtWidgets>

namespace phasor {

// All texts that a user can read: those of a window, its tool tips and menus, and those drawn by its plots.
class ShownTexts
{
public:
    struct Text
    {
        QString where; // "QLabel label-d-model"
        QString text;
    };

    explicit ShownTexts(const QWidget& window)
    {
        addWidget(window);
        for (const auto* widget : window.findChildren<QWidget*>())
            addWidget(*widget);
        for (const auto* action : window.findChildren<QAction*>())
            addAll(*action, {action->text(), action->toolTip(), action->statusTip()});
    }

    const QList<Text>& all() const { return m_texts; }

private:
    void addAll(const QObject& of, const QStringList& texts)
    {
        const QString where = QLatin1String(of.metaObject()->className()) + u' ' + of.objectName();
        for (const QString& text : texts)
            if (!text.isEmpty())
                m_texts.push_back({where, text});
    }

    void addWidget(const QWidget& widget)
    {
        addAll(widget, {widget.toolTip(), widget.statusTip(), widget.accessibleName(), widget.accessibleDescription()});
        if (widget.isWindow() && widget.parentWidget() == nullptr)
            addAll(widget, {widget.windowTitle()});
        if (const auto* label = qobject_cast<const ElidedLabel*>(&widget))
            addAll(widget, {label->fullText()});
        else if (const auto* plain = qobject_cast<const QLabel*>(&widget))
            addAll(widget, {plain->text()});
        if (const auto* button = qobject_cast<const QAbstractButton*>(&widget))
            addAll(widget, {button->text()});
        if (const auto* menu = qobject_cast<const QMenu*>(&widget))
            addAll(widget, {menu->title()});
        if (const auto* field = qobject_cast<const QLineEdit*>(&widget)) // typed text is the user's
            addAll(widget, {field->placeholderText(), field->isReadOnly() ? field->text() : QString()});
        if (const auto* block = qobject_cast<const QPlainTextEdit*>(&widget))
            addAll(widget, {block->placeholderText()});
        if (const auto* page = qobject_cast<const QTextBrowser*>(&widget))
            addAll(widget, page->toPlainText().split(u'\n'));
        if (const auto* sign = qobject_cast<const OperatorLabel*>(&widget))
            addAll(widget, sign->text().lines + QStringList(sign->text().sign));
        if (const auto* list = qobject_cast<const QComboBox*>(&widget)) {
            for (int i = 0; i < list->count(); ++i)
                addAll(widget, {list->itemText(i), list->itemData(i, Qt::ToolTipRole).toString()});
        }
        if (const auto* plot = qobject_cast<const Plot*>(&widget))
            addAll(widget, {plot->title(), plot->summary(), plot->question()});
        if (const auto* canvas = qobject_cast<const QCustomPlot*>(&widget))
            addCanvas(*canvas);
    }

    void addCanvas(const QCustomPlot& canvas)
    {
        for (const auto* axis : canvas.findChildren<QCPAxis*>())
            addAll(*axis, {axis->label()});
        for (const auto* text : canvas.findChildren<QCPTextElement*>())
            addAll(*text, {text->text()});
        for (const auto* text : canvas.findChildren<QCPItemText*>())
            addAll(*text, {text->text()});
        for (int i = 0; i < canvas.itemCount(); ++i) {
            if (const auto* names = dynamic_cast<const EndLabels*>(canvas.item(i)))
                for (const EndLabels::Entry& entry : names->entries())
                    addAll(*names, {entry.name, entry.value});
        }
        for (const auto* key : canvas.findChildren<KeyRow*>()) {
            for (const KeyRow::Entry& entry : key->entries())
                addAll(*key, {entry.text});
        }
    }

    QList<Text> m_texts;
};

} // namespace phasor
