// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/look.h"

#include "ui/forms/text.h"

#include <QApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QScreen>
#include <QSvgRenderer>
#include <QToolButton>
#include <QToolTip>

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace phasor {

namespace {

class PaletteIconEngine : public QIconEngine
{
public:
    explicit PaletteIconEngine(const QString& name)
        : m_name(name)
    {
    }

    QIconEngine* clone() const override { return new PaletteIconEngine(m_name); }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override
    {
        const double ratio = painter->device()->devicePixelRatioF();
        QPixmap drawn = pixmap(rect.size() * ratio, mode, state);
        drawn.setDevicePixelRatio(ratio);
        painter->drawPixmap(rect.topLeft(), drawn);
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State) override
    {
        const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
        const QColor color = QGuiApplication::palette().color(group, QPalette::ButtonText);
        const QString key = u"%1 %2 %3 %4"_s.arg(m_name).arg(size.width()).arg(size.height()).arg(color.rgba());
        QPixmap drawn;
        if (QPixmapCache::find(key, &drawn))
            return drawn;
        drawn = QPixmap(size);
        drawn.fill(Qt::transparent);
        QPainter painter(&drawn);
        QSvgRenderer(u":/icons/"_s + m_name + u".svg"_s).render(&painter);
        painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
        painter.fillRect(drawn.rect(), color);
        painter.end();
        QPixmapCache::insert(key, drawn);
        return drawn;
    }

private:
    QString m_name;
};

} // namespace

QIcon icon(const QString& name)
{
    return QIcon(new PaletteIconEngine(name));
}

QToolButton* quietButton(const QString& name, const QString& tip, QWidget* parent, const QString& shown)
{
    auto* button = named(name, new QToolButton(parent));
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    if (!shown.isEmpty())
        button->setIcon(icon(shown));
    button->setAutoRaise(true);
    return button;
}

QFrame* hairline(QWidget* parent, int height)
{
    auto* line = new QFrame(parent);
    line->setFixedHeight(height);
    line->setAutoFillBackground(true);
    line->setBackgroundRole(QPalette::Midlight);
    return line;
}

ElidedLabel::ElidedLabel(QWidget* parent)
    : QLabel(parent)
{
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void ElidedLabel::setFullText(const QString& text, bool whole, const QString& more)
{
    if (text == m_text && whole == m_whole && more == m_more)
        return;
    m_more = more;
    m_text = text;
    m_text.replace(u'\n', u' ');
    m_whole = whole;
    setAccessibleName(m_text);
    fit();
    update();
}

int ElidedLabel::linesHeight() const
{
    const int line = fontMetrics().height();
    if (!m_whole || width() <= 0)
        return line + 2;
    const QRect room(0, 0, contentsRect().width(), 100 * line);
    return std::max(line, fontMetrics().boundingRect(room, Qt::TextWordWrap, m_text).height()) + 2;
}

QString ElidedLabel::shownText() const
{
    const int room = contentsRect().width();
    QString text = m_text;
    for (qsizetype end = text.size(); end > 0 && fontMetrics().horizontalAdvance(text) > room;) {
        end = text.lastIndexOf(u" · "_s);
        text.truncate(end > 0 ? end : text.size());
    }
    return fontMetrics().elidedText(text, Qt::ElideRight, room);
}

void ElidedLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    if (m_whole)
        painter.drawText(contentsRect(), static_cast<int>(alignment()) | Qt::TextWordWrap, m_text);
    else
        painter.drawText(contentsRect(), static_cast<int>(alignment()) | Qt::TextSingleLine, shownText());
}

void ElidedLabel::resizeEvent(QResizeEvent* event)
{
    QLabel::resizeEvent(event);
    fit();
}

void ElidedLabel::fit()
{
    if (const int height = linesHeight(); height != m_fitted) {
        m_fitted = height;
        updateGeometry();
    }
    const bool cut = !m_whole && fontMetrics().horizontalAdvance(m_text) > contentsRect().width();
    const QString line = m_more.isEmpty() ? u""_s : u"<br>"_s + m_more.toHtmlEscaped();
    setToolTip(cut || !line.isEmpty() ? u"<div>"_s + m_text.toHtmlEscaped() + line + u"</div>"_s : QString());
}

QLabel* paragraph(const QString& name, const QString& text, QWidget* parent)
{
    QLabel* label = wrapped(named(name, plainLabel(text, parent)));
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

static QColor mixed(const QColor& a, const QColor& b, double share)
{
    const auto mix = [share](float x, float y) {
        return static_cast<float>(x + (y - x) * share);
    };
    return QColor::fromRgbF(mix(a.redF(), b.redF()), mix(a.greenF(), b.greenF()), mix(a.blueF(), b.blueF()));
}

static bool isDark(const QPalette& palette)
{
    return palette.color(QPalette::Window).lightness() < 128;
}

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
    QApplication::setStyle(makeQuietStyle());
    apply();
}

void Appearance::choose(const QString& choice)
{
    if (std::exchange(m_choice, choice) != choice)
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
