// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/look.h"

#include <QPainter>
#include <QProxyStyle>
#include <QStyleOption>

#include <algorithm>
#include <vector>

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

// A groove: filled from the left to `filledTo`, then the rest.
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

// A progress bar, drawn like a slider's groove. With an unknown share only the groove: animation would distract.
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

void drawChevron(QPainter& painter, QPointF center, const QColor& color)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, 1.2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(QPolygonF({center + QPointF(-3, -1.5), center + QPointF(0, 1.5), center + QPointF(3, -1.5)}));
    painter.restore();
}

// The box of a check box, or the circle of a radio button. Fusion's outline can't be seen on a dark window.
void drawIndicator(QPainter& painter, const QStyleOption& option, bool round)
{
    const bool on = option.state.testFlag(QStyle::State_On);
    const bool enabled = option.state.testFlag(QStyle::State_Enabled);
    const bool marked = on || option.state.testFlag(QStyle::State_HasFocus);
    const QColor accent = option.palette.color(enabled ? QPalette::Highlight : QPalette::Dark);
    const double half = std::min(option.rect.width(), option.rect.height()) / 2.0 - 1;
    const QPointF middle = QRectF(option.rect).center();
    const QRectF box(middle.x() - half, middle.y() - half, 2 * half, 2 * half);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(marked ? accent : option.palette.color(enabled ? QPalette::Shadow : QPalette::Dark), 1.2));
    painter.setBrush(on ? accent : option.palette.color(QPalette::Base));
    round ? painter.drawEllipse(box) : painter.drawRoundedRect(box, kRadius - 1, kRadius - 1);
    const QColor mark = option.palette.color(QPalette::HighlightedText);
    if (on && round) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(mark);
        painter.drawEllipse(middle, half * 0.4, half * 0.4);
    } else if (on) {
        painter.setPen(QPen(mark, 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.drawPolyline(QPolygonF({middle + half * QPointF(-0.55, 0.05), middle + half * QPointF(-0.15, 0.45),
                                        middle + half * QPointF(0.6, -0.45)}));
    }
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

bool isFilled(const QStyleOptionButton& button)
{
    return button.features.testFlag(QStyleOptionButton::DefaultButton) && button.state.testFlag(QStyle::State_Enabled);
}

// The text of a button on the accent, and of a flat one, which reads as a link.
QStyleOptionButton lettered(QStyleOptionButton button)
{
    if (isFilled(button))
        button.palette.setColor(QPalette::ButtonText, button.palette.color(QPalette::HighlightedText));
    else if (button.features.testFlag(QStyleOptionButton::Flat) && button.state.testFlag(QStyle::State_Enabled))
        button.palette.setColor(QPalette::ButtonText, button.palette.color(QPalette::Link));
    return button;
}

void fillButton(QPainter& painter, QStyleOptionButton button)
{
    const QColor accent = button.palette.color(QPalette::Highlight);
    for (const auto role : {QPalette::Base, QPalette::Mid})
        button.palette.setColor(role, button.state.testFlag(QStyle::State_Sunken) ? accent.darker(120) : accent);
    drawFrame(painter, button, true);
}

class QuietStyle : public QProxyStyle
{
public:
    QuietStyle()
        : QProxyStyle(QStringLiteral("Fusion"))
    {
    }

    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* data) const override
    {
        switch (hint) {
        case SH_Slider_AbsoluteSetButtons:
            return Qt::LeftButton;
        case SH_FocusFrame_AboveWidget:
            return 1;
        case SH_ScrollBar_Transient:
        case SH_ComboBox_Popup:
        case SH_Widget_Animation_Duration: // nothing moves unasked, whatever the system says of reduced motion
            return 0;
        default:
            return QProxyStyle::styleHint(hint, option, widget, data);
        }
    }

    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override
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
        case PM_FocusFrameHMargin:
        case PM_FocusFrameVMargin:
            return 4;
        default:
            return QProxyStyle::pixelMetric(metric, option, widget);
        }
    }

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override
    {
        shareNumber(*option);
        switch (element) {
        case PE_PanelLineEdit:
        case PE_FrameLineEdit:
        case PE_Frame:
            if (const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
                frame != nullptr && frame->lineWidth > 0)
                drawFrame(*painter, *option, element == PE_PanelLineEdit);
            return;
        case PE_IndicatorCheckBox:
        case PE_IndicatorRadioButton:
            return drawIndicator(*painter, *option, element == PE_IndicatorRadioButton);
        case PE_PanelButtonCommand: // that which Enter presses
            if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
                button != nullptr && isFilled(*button))
                return fillButton(*painter, *button);
            [[fallthrough]];
        default:
            QProxyStyle::drawPrimitive(element, option, painter, widget);
        }
    }

    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override
    {
        if (element == CE_Splitter)
            return; // the space between plots is the splitter's handle
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
        if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
            button != nullptr && element == CE_PushButton) {
            const QStyleOptionButton drawn = lettered(*button);
            return QProxyStyle::drawControl(element, &drawn, painter, widget);
        }
        QProxyStyle::drawControl(element, option, painter, widget);
    }

    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override
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
        shareNumber(*option);
        QProxyStyle::drawComplexControl(control, option, painter, widget);
    }

private:
    // Fusion keeps pictures of controls under names with the number of a palette (cacheKey), and QPixmapCache never
    // forgets a name. Each new widget has another number, so a day of work would add tens of megabytes: equal palettes
    // share the number of the first one.
    void shareNumber(const QStyleOption& option) const
    {
        constexpr std::size_t kMost = 64; // each theme has a few
        const auto first = std::ranges::find(m_palettes, option.palette);
        if (first == m_palettes.end()) {
            if (m_palettes.size() == kMost)
                m_palettes.clear();
            m_palettes.push_back(option.palette);
            return;
        }
        const QPalette::ColorGroup group = option.palette.currentColorGroup();
        QPalette& palette
            = const_cast<QStyleOption&>(option).palette; // of a painting widget, which made it for this call
        palette = *first;
        palette.setCurrentColorGroup(group);
    }

    mutable std::vector<QPalette> m_palettes;
};

} // namespace

QStyle* makeQuietStyle()
{
    return new QuietStyle;
}

} // namespace phasor
