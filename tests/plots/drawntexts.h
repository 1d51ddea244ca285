// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFontMetricsF>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QRectF>
#include <QStringList>

#include <vector>

namespace phasor {

// A device that notes each text that is painted on it, and its place.
class DrawnTexts : public QPaintDevice
{
public:
    struct Text
    {
        QString text;
        QRectF place; // with the room of a line
        QRectF ink;
        double size = 0; // of the type, in units of the device
    };

    explicit DrawnTexts(QSize size)
        : m_size(size)
        , m_engine(*this)
    {
    }

    const std::vector<Text>& all() const { return m_texts; }
    QPaintEngine* paintEngine() const override { return &m_engine; }

    // What is wrong with the texts: two overlap, one is cut, or outside of the device, or smaller than `least`.
    QStringList faults(double least) const
    {
        QStringList faults;
        const QRectF page = QRectF(QPointF(), m_size).adjusted(-1, -1, 1, 1);
        for (std::size_t i = 0; i < m_texts.size(); ++i) {
            const Text& text = m_texts[i];
            if (!page.contains(text.ink))
                faults << QStringLiteral("outside: ") + text.text;
            if (text.text.contains(u'\u2026'))
                faults << QStringLiteral("cut: ") + text.text;
            if (text.size < least - 0.01)
                faults << QStringLiteral("%1 points: %2").arg(text.size).arg(text.text);
            for (std::size_t j = 0; j < i; ++j) {
                const QRectF both = text.ink & m_texts[j].ink;
                if (both.width() > 1 && both.height() > 1)
                    faults << QStringLiteral("overlap: %1, %2").arg(m_texts[j].text, text.text);
            }
        }
        return faults;
    }

protected:
    int metric(PaintDeviceMetric metric) const override
    {
        constexpr int kDpi = 96;
        switch (metric) {
        case PdmWidth:
            return m_size.width();
        case PdmHeight:
            return m_size.height();
        case PdmDpiX:
        case PdmDpiY:
        case PdmPhysicalDpiX:
        case PdmPhysicalDpiY:
            return kDpi;
        case PdmDevicePixelRatio:
            return 1;
        default:
            return QPaintDevice::metric(metric);
        }
    }

private:
    class Engine : public QPaintEngine
    {
    public:
        explicit Engine(DrawnTexts& device)
            : QPaintEngine(AllFeatures)
            , m_device(device)
        {
        }
        bool begin(QPaintDevice*) override { return true; }
        bool end() override { return true; }
        Type type() const override { return User; }
        void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override { }
        void drawImage(const QRectF&, const QImage&, const QRectF&, Qt::ImageConversionFlags) override { }
        void drawPath(const QPainterPath&) override { }
        void drawPolygon(const QPointF*, int, PolygonDrawMode) override { }

        void updateState(const QPaintEngineState& now) override
        {
            if (now.state().testFlag(DirtyTransform))
                m_transform = now.transform();
            if (now.state().testFlag(DirtyPen))
                m_seen = now.pen().color().alpha() > 0;
        }

        void drawTextItem(const QPointF& at, const QTextItem& item) override
        {
            if (!m_seen || item.text().trimmed().isEmpty())
                return;
            const QFontMetricsF metrics(item.font(), &m_device);
            const QRectF line(at.x(), at.y() - item.ascent(), item.width(), item.ascent() + item.descent());
            const double pixels = item.font().pixelSize() > 0 ? item.font().pixelSize()
                                                              : item.font().pointSizeF() * m_device.logicalDpiY() / 72;
            m_device.m_texts.push_back({item.text(), m_transform.mapRect(line),
                                        m_transform.mapRect(metrics.tightBoundingRect(item.text()).translated(at)),
                                        pixels * m_transform.m22()});
        }

    private:
        DrawnTexts& m_device;
        QTransform m_transform;
        bool m_seen = true;
    };

    QSize m_size;
    std::vector<Text> m_texts;
    mutable Engine m_engine;
};

} // namespace phasor
