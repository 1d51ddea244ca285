// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/appearance.h"

#include <QApplication>
#include <QPainter>
#include <QProxyStyle>
#include <QScreen>
#include <QStyleOption>
#include <QToolTip>

#include <algorithm>
#include <cstdlib>
#include <utility>

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

// Fusion with hairlines: flat fields and lists, a thin slider that jumps to a click, narrow scroll bars. All colors
// come from the palette.
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
        default:
            return QProxyStyle::pixelMetric(metric, option, widget);
        }
    }

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override
    {
        switch (element) {
        case PE_PanelLineEdit:
        case PE_FrameLineEdit:
        case PE_Frame:
            if (const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
                frame != nullptr && frame->lineWidth > 0)
                drawFrame(*painter, *option, element == PE_PanelLineEdit);
            return;
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
        QProxyStyle::drawComplexControl(control, option, painter, widget);
    }
};

QColor mixed(const QColor& a, const QColor& b, double share)
{
    const auto mix = [share](float x, float y) {
        return static_cast<float>(x + (y - x) * share);
    };
    return QColor::fromRgbF(mix(a.redF(), b.redF()), mix(a.greenF(), b.greenF()), mix(a.blueF(), b.blueF()));
}

bool isDark(const QPalette& palette)
{
    return palette.color(QPalette::Window).lightness() < 128;
}

} // namespace

QPalette paletteOf(const Theme& theme)
{
    const QColor paper = theme.background;
    const QColor ink = theme.foreground;
    const QColor window = mixed(paper, ink, theme.isDark() ? 0.03 : 0.035);
    const QColor accent = theme.isDark() ? QColor(0x56, 0xb4, 0xe9) : QColor(0x00, 0x72, 0xb2);
    QPalette palette;
    palette.setColor(QPalette::Window, window);
    palette.setColor(QPalette::Base, paper);
    palette.setColor(QPalette::AlternateBase, mixed(paper, ink, 0.05));
    palette.setColor(QPalette::ToolTipBase, mixed(paper, ink, 0.08));
    palette.setColor(QPalette::Button, mixed(window, paper, 0.6));
    palette.setColor(QPalette::Light, mixed(window, paper, 0.8));
    palette.setColor(QPalette::Midlight, mixed(window, ink, 0.08));
    palette.setColor(QPalette::Mid, mixed(window, ink, 0.2)); // color of hairlines
    palette.setColor(QPalette::Dark, mixed(window, ink, 0.35));
    palette.setColor(QPalette::Shadow, mixed(window, ink, 0.6));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText})
        palette.setColor(role, ink);
    palette.setColor(QPalette::BrightText, paper);
    palette.setColor(QPalette::PlaceholderText, mixed(window, ink, 0.72));
    palette.setColor(QPalette::HighlightedText, theme.isDark() ? QColor(Qt::black) : QColor(Qt::white));
    for (const auto role : {QPalette::Highlight, QPalette::Link, QPalette::LinkVisited})
        palette.setColor(role, accent);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, mixed(window, ink, 0.4));
    return palette;
}

Appearance::Appearance(QObject* parent)
    : QObject(parent)
    , m_theme(Theme::light())
    , m_systemFont(QApplication::font())
    , m_systemDark(isDark(QApplication::palette()))
{
    QApplication::setStyle(new QuietStyle);
    apply();
}

void Appearance::choose(const QString& choice)
{
    if (choice == m_choice)
        return;
    m_choice = choice;
    apply();
}

void Appearance::setTypeSize(int percent)
{
    const int nearest
        = *std::ranges::min_element(kTypeSizes, {}, [percent](int size) { return std::abs(size - percent); });
    if (std::exchange(m_typeSize, nearest) != nearest)
        apply();
}

void Appearance::systemChanged()
{
    // Ignores the palette that Phasor set itself, which isn't the desktop's.
    if (m_applying || QApplication::palette().color(QPalette::Window) == paletteOf(m_theme).color(QPalette::Window))
        return;
    m_systemDark = isDark(QApplication::palette());
    apply();
}

void Appearance::apply()
{
    m_theme
        = m_choice == QLatin1String(kSystem) ? (m_systemDark ? Theme::dark() : Theme::light()) : Theme::named(m_choice);
    // The projector theme is made for pictures of 1080 lines; a projector enlarges smaller pictures itself.
    constexpr double kLines = 1080;
    constexpr double kLeast = 0.7;
    const double share = m_theme.id == QLatin1String("projector")
        ? std::clamp(QGuiApplication::primaryScreen()->size().height() / kLines, kLeast, 1.0)
        : 1;
    for (QFont* font : {&m_theme.font, &m_theme.smallFont})
        font->setPointSizeF(font->pointSizeF() * share * m_typeSize / 100);
    m_applying = true;
    QApplication::setPalette(paletteOf(m_theme));
    QToolTip::setPalette(QApplication::palette());
    QFont font = m_systemFont;
    font.setPointSizeF(m_theme.font.pointSizeF());
    QApplication::setFont(font);
    m_applying = false;
    emit themeChanged(m_theme);
}

} // namespace phasor
