// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/quietstyle.h"

#include <QPainter>
#include <QStyleOption>

namespace phasor {

namespace {

constexpr double kRadius = 3;
constexpr int kHandle = 12;
constexpr int kGroove = 3;
constexpr int kScrollBar = 8;

void drawFrame(QPainter& painter, const QStyleOption& option, bool filled)
{
    const bool focused = option.state.testFlag(QStyle::State_HasFocus);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(option.palette.color(focused ? QPalette::Highlight : QPalette::Mid), 1));
    painter.setBrush(filled ? option.palette.brush(QPalette::Base) : QBrush(Qt::NoBrush));
    painter.drawRoundedRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), kRadius, kRadius);
    painter.restore();
}

// A groove from left to `filledTo`, and what is left of it.
void drawGroove(QPainter& painter, const QRectF& groove, double filledTo, const QColor& rest, const QColor& accent)
{
    QRectF filled = groove;
    filled.setRight(filledTo);
    painter.setPen(Qt::NoPen);
    painter.setBrush(rest);
    painter.drawRoundedRect(groove, groove.height() / 2, groove.height() / 2);
    painter.setBrush(accent);
    painter.drawRoundedRect(filled, groove.height() / 2, groove.height() / 2);
}

// As a slider's groove. Without a share only the groove: what moves for its own sake draws the eye from the plots.
void drawProgress(QPainter& painter, const QStyleOptionProgressBar& option)
{
    const QRectF groove(option.rect.left(), option.rect.center().y() + 0.5 - kGroove / 2.0, option.rect.width(),
                        kGroove);
    const double range = option.maximum - option.minimum;
    const double share = range > 0 ? (option.progress - option.minimum) / range : 0;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    drawGroove(painter, groove, groove.left() + share * groove.width(), option.palette.color(QPalette::Mid),
               option.palette.color(QPalette::Highlight));
    painter.restore();
}

void drawChevron(QPainter& painter, QPointF centre, const QColor& colour)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, 1.2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(QPolygonF({centre + QPointF(-3, -1.5), centre + QPointF(0, 1.5), centre + QPointF(3, -1.5)}));
    painter.restore();
}

void drawSlider(QPainter& painter, const QStyleOptionSlider& option, const QStyle& style, const QWidget* widget)
{
    const QRectF handle = style.subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, widget);
    const bool enabled = option.state.testFlag(QStyle::State_Enabled);
    const bool active
        = option.state.testFlag(QStyle::State_HasFocus) || option.activeSubControls.testFlag(QStyle::SC_SliderHandle);
    const QColor accent = option.palette.color(enabled ? QPalette::Highlight : QPalette::Dark);
    const double y = option.rect.center().y() + 0.5;
    const QRectF groove(option.rect.left() + kHandle / 2.0, y - kGroove / 2.0, option.rect.width() - kHandle, kGroove);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    drawGroove(painter, groove, handle.center().x(), option.palette.color(QPalette::Mid), accent);
    if (active) {
        QColor halo = accent;
        halo.setAlphaF(0.25F);
        painter.setBrush(halo);
        painter.drawEllipse(QPointF(handle.center().x(), y), kHandle / 2.0 + 2, kHandle / 2.0 + 2);
    }
    painter.setBrush(option.palette.color(QPalette::Base));
    painter.setPen(QPen(accent, 1.5));
    painter.drawEllipse(QPointF(handle.center().x(), y), kHandle / 2.0 - 1, kHandle / 2.0 - 1);
    painter.restore();
}

void drawScrollBar(QPainter& painter, const QStyleOptionSlider& option, const QStyle& style, const QWidget* widget)
{
    const QRectF handle
        = QRectF(style.subControlRect(QStyle::CC_ScrollBar, &option, QStyle::SC_ScrollBarSlider, widget))
              .adjusted(2, 2, -2, -2);
    painter.fillRect(option.rect, option.palette.color(QPalette::Window));
    if (option.maximum <= option.minimum)
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(
        option.palette.color(option.state.testFlag(QStyle::State_MouseOver) ? QPalette::Shadow : QPalette::Dark));
    painter.drawRoundedRect(handle, 2, 2);
    painter.restore();
}

} // namespace

QuietStyle::QuietStyle()
    : QProxyStyle(QStringLiteral("Fusion"))
{
}

int QuietStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                          QStyleHintReturn* data) const
{
    switch (hint) {
    case SH_Slider_AbsoluteSetButtons:
        return Qt::LeftButton;
    case SH_ScrollBar_Transient:
    case SH_ComboBox_Popup:
        return 0;
    default:
        return QProxyStyle::styleHint(hint, option, widget, data);
    }
}

int QuietStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    switch (metric) {
    case PM_SliderThickness:
        return kHandle + 4;
    case PM_SliderLength:
    case PM_SliderControlThickness:
        return kHandle;
    case PM_ScrollBarExtent:
        return kScrollBar;
    case PM_SplitterWidth:
        return 8;
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

void QuietStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                               const QWidget* widget) const
{
    switch (element) {
    case PE_PanelLineEdit:
    case PE_FrameLineEdit:
    case PE_Frame:
        if (const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
            frame != nullptr && frame->lineWidth > 0)
            drawFrame(*painter, *option, element == PE_PanelLineEdit);
        return;
    default:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void QuietStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                             const QWidget* widget) const
{
    if (element == CE_Splitter)
        return; // the space between plots is its own handle
    if (const auto* progress = qstyleoption_cast<const QStyleOptionProgressBar*>(option);
        progress != nullptr && element == CE_ProgressBar)
        return drawProgress(*painter, *progress);
    if (const auto* list = qstyleoption_cast<const QStyleOptionComboBox*>(option);
        list != nullptr && element == CE_ComboBoxLabel) {
        QStyleOptionComboBox fitting = *list;
        const int room = subControlRect(CC_ComboBox, list, SC_ComboBoxEditField, widget).width() - 4;
        fitting.currentText = list->fontMetrics.elidedText(list->currentText, Qt::ElideRight, room);
        return QProxyStyle::drawControl(element, &fitting, painter, widget);
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void QuietStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                                    const QWidget* widget) const
{
    if (const auto* slider = qstyleoption_cast<const QStyleOptionSlider*>(option)) {
        if (control == CC_Slider && slider->orientation == Qt::Horizontal)
            return drawSlider(*painter, *slider, *this, widget);
        if (control == CC_ScrollBar)
            return drawScrollBar(*painter, *slider, *this, widget);
    }
    if (control == CC_ComboBox) {
        drawFrame(*painter, *option, true);
        const QRectF arrow = subControlRect(CC_ComboBox, option, SC_ComboBoxArrow, widget);
        drawChevron(*painter, arrow.center(), option->palette.color(QPalette::Shadow));
        return;
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

} // namespace phasor
