// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/look/look.h"
#include "ui/panels/stagebutton.h"

#include <qcustomplot.h>

#include <QtWidgets>

namespace phasor {

// Visible texts of a window that are cut and have no tool tip with the complete text.
class CutTexts
{
public:
    explicit CutTexts(const QWidget& window)
    {
        for (const auto* widget : window.findChildren<QWidget*>()) {
            if (!widget->isVisible())
                continue;
            lookAtText(*widget);
            lookAtChoice(*widget);
            if (const auto* canvas = qobject_cast<const QCustomPlot*>(widget))
                lookAtAxes(*canvas);
        }
    }

    const QStringList& all() const { return m_cut; }

private:
    void expect(const QWidget& widget, const QString& text, int needed, int room)
    {
        const QString tip = QTextDocumentFragment::fromHtml(widget.toolTip()).toPlainText();
        if (needed > room && !tip.simplified().contains(text.simplified()))
            m_cut << QStringLiteral("%1 %2: %3 of %4 pixels: %5")
                         .arg(QLatin1String(widget.metaObject()->className()), widget.objectName())
                         .arg(room)
                         .arg(needed)
                         .arg(text);
    }

    void lookAtText(const QWidget& widget)
    {
        const QFontMetrics metrics = widget.fontMetrics();
        const auto* label = qobject_cast<const QLabel*>(&widget);
        if (label != nullptr && qobject_cast<const ElidedLabel*>(label) == nullptr && !label->text().isEmpty())
            expect(widget, label->text(), label->sizeHint().width(), label->width());
        if (const auto* button = qobject_cast<const QToolButton*>(&widget);
            button != nullptr && button->icon().isNull())
            expect(widget, button->text(), metrics.horizontalAdvance(button->text()), button->width());
        if (const auto* sign = qobject_cast<const OperatorLabel*>(&widget))
            expect(widget, sign->text().lines.join(u' '), sign->sizeHint().width(), sign->width());
        if (const auto* stage = qobject_cast<const StageButton*>(&widget))
            expect(widget, stage->text(), stage->minimumSizeHint().width(), stage->width());
    }

    void lookAtChoice(const QWidget& widget)
    {
        constexpr int kFrame = 4; // pixels
        constexpr int kArrow = 24;
        const QFontMetrics metrics = widget.fontMetrics();
        if (const auto* field = qobject_cast<const QLineEdit*>(&widget); field != nullptr && field->text().isEmpty())
            expect(widget, field->placeholderText(), metrics.horizontalAdvance(field->placeholderText()) + kFrame,
                   field->width());
        if (const auto* list = qobject_cast<const QComboBox*>(&widget))
            expect(widget, list->currentText(), metrics.horizontalAdvance(list->currentText()) + kArrow, list->width());
        if (const auto* bar = qobject_cast<const QMenuBar*>(&widget)) {
            for (QAction* action : bar->actions())
                expect(widget, action->text(), bar->actionGeometry(action).right(), bar->width());
        }
    }

    void lookAtAxes(const QCustomPlot& canvas)
    {
        for (const auto* axis : canvas.findChildren<QCPAxis*>()) {
            const bool across = QCPAxis::orientation(axis->axisType()) == Qt::Horizontal;
            if (axis->visible() && axis->axisRect()->visible())
                expect(canvas, axis->label(), QFontMetrics(axis->labelFont()).horizontalAdvance(axis->label()),
                       across ? canvas.width() : canvas.height());
        }
    }

    QStringList m_cut;
};

} // namespace phasor
