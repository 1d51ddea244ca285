// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/fitparameters.h"

#include "export/figure.h"
#include "raster/colormaps.h"
#include "session/store.h"
#include "views/tables/curves.h"

#include <QApplication>
#include <QBuffer>
#include <QColor>
#include <QImage>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPolygonF>
#include <QRegularExpression>
#include <QSvgGenerator>
#include <QTest>
#include <QXmlStreamReader>

#include <algorithm>
#include <cmath>
#include <ctime>

using namespace phasor;

namespace {

Parameters smallTable()
{
    Parameters parameters;
    parameters.encoding.dModel = 48;
    parameters.encoding.maxLen = 64;
    return parameters;
}

QByteArray rendered(const char* plot, FigureFormat format, const ViewState& view = {},
                    const FigureOptions& options = {})
{
    PipelineCache cache;
    const Result<QByteArray> bytes
        = renderFigure(*findPlot(plot), {.a = fitFor(plot, smallTable())}, view, options, format, cache);
    return bytes.ok() ? *bytes : QByteArray();
}

// Every stream of a PDF that unpacks.
QList<QByteArray> streamsOf(const QByteArray& pdf)
{
    QList<QByteArray> streams;
    for (qsizetype at = pdf.indexOf("stream\n"); at >= 0; at = pdf.indexOf("stream\n", at + 7)) {
        if (at >= 3 && pdf.mid(at - 3, 3) == "end")
            continue;
        const qsizetype begin = at + 7;
        QByteArray packed = pdf.mid(begin, pdf.indexOf("endstream", begin) - begin);
        streams += packed;
        if (!packed.startsWith('x')) // zlib
            continue;
        packed.prepend(QByteArray::fromHex("00100000"));
        streams += qUncompress(packed);
    }
    return streams;
}

bool isSession(const QByteArray& text)
{
    const QJsonObject session = QJsonDocument::fromJson(text).object();
    return session[QStringLiteral("format")] == QStringLiteral("phasor-session")
        && session[QStringLiteral("parameters")].toObject()[QStringLiteral("d_model")].toInt() == 48;
}

// The largest picture of an SVG, and its size in inches.
struct PlacedImage
{
    QImage image;
    QSizeF inches;
};
PlacedImage largestImage(const QByteArray& svg)
{
    PlacedImage largest;
    QXmlStreamReader xml(svg);
    while (!xml.atEnd()) {
        xml.readNext();
        if (!xml.isStartElement() || xml.name() != QLatin1String("image"))
            continue;
        const QXmlStreamAttributes attributes = xml.attributes();
        const QByteArray href = attributes.value(QLatin1String("xlink:href")).toLatin1();
        const QImage image
            = QImage::fromData(QByteArray::fromBase64(href.mid(href.indexOf(',') + 1).simplified()), "PNG");
        if (image.width() * image.height() > largest.image.width() * largest.image.height())
            largest = {image,
                       QSizeF(attributes.value(QLatin1String("width")).toDouble() / 72,
                              attributes.value(QLatin1String("height")).toDouble() / 72)};
    }
    return largest;
}

QList<QPolygonF> linesOf(const QByteArray& svg)
{
    QList<QPolygonF> lines;
    QXmlStreamReader xml(svg);
    while (!xml.atEnd()) {
        xml.readNext();
        if (!xml.isStartElement() || xml.name() != QLatin1String("polyline"))
            continue;
        QPolygonF line;
        for (const QString& point :
             xml.attributes().value(QLatin1String("points")).toString().split(QLatin1Char(' '))) {
            const QStringList parts = point.split(QLatin1Char(','));
            if (parts.size() == 2)
                line.append({parts[0].toDouble(), parts[1].toDouble()});
        }
        lines.append(line);
    }
    return lines;
}

void addPlots()
{
    QTest::addColumn<QByteArray>("plot");
    for (const PlotSpec& spec : plotSpecs())
        QTest::newRow(spec.id.data()) << QByteArray(spec.id.data());
}

} // namespace

class TestFigure : public QObject
{
    Q_OBJECT

private slots:
    void png_data() { addPlots(); }
    void png();
    void svg_data() { addPlots(); }
    void svg();
    void pdf_data() { addPlots(); }
    void pdf();
    void sameBytesForTheSameFigure_data() { addPlots(); }
    void sameBytesForTheSameFigure();
    void svgCurvesStayInsideTheirAxes();
    void ringsAreApart();
    void svgOfAnyTextIsXml_data();
    void svgOfAnyTextIsXml();
    void exactSizes_data();
    void exactSizes();
    void fontIsInside();
    void fontsOfTheMachine();
    void withoutMetadata();
    void datesAreChecked();
    void heatmapOfFewCellsIsExact();
    void mapsHaveTheirDotsPerInch_data();
    void mapsHaveTheirDotsPerInch();
    void mapsHaveOnlyTheirColors();
    void impossibleMapsAreRefused();
    void curvesDoNotDependOnDotsPerInchOfMaps();
    void darkOnlyWhenAsked();
    void sizes_data();
    void sizes();
    void badSizes_data();
    void badSizes();
    void badOptions_data();
    void badOptions();
    void themes();
    void formats();
};

void TestFigure::png()
{
    QFETCH(QByteArray, plot);
    FigureOptions options;
    options.dpi = 200;
    const QImage image = QImage::fromData(rendered(plot, FigureFormat::Png, {}, options), "PNG");
    QCOMPARE(image.size(), QSize(700, 520));
    QCOMPARE(image.dotsPerMeterX(), 7874);
    QVERIFY(isSession(image.text(QStringLiteral("phasor-session")).toUtf8()));
    QCOMPARE(QColor(image.pixel(1, 518)), QColor(Qt::white));
}

void TestFigure::svg()
{
    QFETCH(QByteArray, plot);
    const QByteArray bytes = rendered(plot, FigureFormat::Svg);
    QXmlStreamReader xml(bytes);
    QString description;
    bool whole = false;
    while (!xml.atEnd()) {
        xml.readNext();
        if (xml.isStartElement() && xml.name() == QLatin1String("svg"))
            whole = xml.attributes().value(QLatin1String("viewBox")) == QLatin1String("0 0 252 187");
        if (xml.isStartElement() && xml.name() == QLatin1String("desc"))
            description = xml.readElementText();
    }
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    QVERIFY(whole);
    QVERIFY(isSession(description.toUtf8()));
}

void TestFigure::pdf()
{
    QFETCH(QByteArray, plot);
    const QByteArray bytes = rendered(plot, FigureFormat::Pdf);
    QVERIFY(bytes.startsWith("%PDF-"));
    QVERIFY(!bytes.contains("/DCTDecode"));
    QVERIFY(bytes.contains("/FontFile")); // embedded
    QVERIFY(bytes.contains("/EmbeddedFile"));
    const QList<QByteArray> streams = streamsOf(bytes);
    QVERIFY(std::any_of(streams.begin(), streams.end(), isSession));
}

void TestFigure::sameBytesForTheSameFigure()
{
    QFETCH(QByteArray, plot);
    qputenv("SOURCE_DATE_EPOCH", "1700000000");
    for (const FigureFormat format : {FigureFormat::Png, FigureFormat::Svg, FigureFormat::Pdf})
        QCOMPARE(rendered(plot, format), rendered(plot, format));
    const QByteArray here = rendered(plot, FigureFormat::Pdf);
    QVERIFY(here.contains("/CreationDate (D:20231114221320Z)"));
    const QByteArray zone = qgetenv("TZ");
    qputenv("TZ", "<+0530>-5:30"); // Qt writes a stamp of another length there
    tzset();
    QCOMPARE(rendered(plot, FigureFormat::Pdf), here);
    qputenv("TZ", zone);
    tzset();
    qunsetenv("SOURCE_DATE_EPOCH");
}

void TestFigure::svgCurvesStayInsideTheirAxes()
{
    // A wave over 200 positions and beyond the values' axis, of which 10 positions are shown.
    auto data = std::make_shared<CurvesData>();
    data->rows = {.kind = AxisKind::Position, .count = 200};
    data->visible = {0, 199};
    CurvesData::Curve wave;
    for (int p = 0; p < 200; ++p) {
        wave.positions.push_back(p);
        wave.values.push_back(3 * std::sin(0.5 * p));
    }
    data->curves = {wave, wave};
    Store store;
    const std::unique_ptr<Plot> plot = findPlot("curves")->make(store, nullptr);
    plot->setTheme(Theme::light().forFigure());
    plot->show(data);
    ViewState view;
    view.zoom[AxisKind::Position] = Interval{10.3, 20.7};
    plot->showView(view);
    FigureFrame frame;
    frame.size = {252, 187};
    frame.vector = true;
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(frame.size);
    plot->draw(generator, frame);
    const QList<QPolygonF> lines = linesOf(bytes);
    // The longest straight lines are the axes: curves have more than two points.
    QRectF axes;
    int curves = 0;
    for (const QPolygonF& line : lines)
        if (line.size() == 2 && (line[0] - line[1]).manhattanLength() > 90)
            axes |= line.boundingRect();
    QVERIFY(axes.width() > 150 && axes.height() > 90);
    for (const QPolygonF& line : lines) {
        if (line.size() < 3)
            continue;
        ++curves;
        const QRectF box = line.boundingRect();
        QVERIFY(box.left() >= axes.left() - 0.01 && box.right() <= axes.right() + 0.01);
        QVERIFY(box.top() >= axes.top() - 0.01 && box.bottom() <= axes.bottom() + 0.01);
        QVERIFY(box.width() > axes.width() - 1); // cut at the edge, not left out before it
    }
    QCOMPARE(curves, 2);
}

// Rings around pairs that are closer than a ring is wide; each is drawn once.
void TestFigure::ringsAreApart()
{
    Parameters p;
    setScheme(p.encoding, "rope");
    p.attention.heads = 1;
    PipelineCache cache;
    const FigureOptions column{.size = "85x60mm"};
    const Result<QByteArray> svg
        = renderFigure(*findPlot("frequencies"), {.a = p}, {}, column, FigureFormat::Svg, cache);
    QVERIFY(svg.ok());
    QPolygonF rings;
    QXmlStreamReader xml(*svg);
    while (!xml.atEnd()) {
        xml.readNext();
        const QXmlStreamAttributes of = xml.attributes();
        if (xml.isStartElement() && xml.name() == QLatin1String("circle") && of.value("r").toDouble() > 1.5)
            rings << QPointF(of.value("cx").toDouble(), of.value("cy").toDouble());
    }
    QVERIFY2(rings.size() > 5 && rings.size() < 20, qPrintable(QString::number(rings.size())));
    for (qsizetype i = 0; i < rings.size(); ++i) {
        for (qsizetype j = 0; j < i; ++j)
            QVERIFY(QLineF(rings[i], rings[j]).length() > 4);
    }
}

void TestFigure::svgOfAnyTextIsXml_data()
{
    QTest::addColumn<QString>("text");
    for (const char* text : {"a & b < c > d", "]]>", "</desc><script>alert(1)</script>", "<!-- --", "&amp;&#0;",
                             "\x01\x02\x1b[31m", "x\t\r\ny", "\"'", "\xef\xbf\xbe\xef\xbf\xbf",
                             "\xf0\x9f\x98\x80 \xe4\xb8\xad", "<?xml ?>", "<![CDATA[ x", "\x7f\xc2\x85\xe2\x80\xae"})
        QTest::newRow(QByteArray(text).toPercentEncoding().constData()) << QString::fromUtf8(text);
}

// Well-formed, nothing of the text becomes an element, and the session inside is whole.
void TestFigure::svgOfAnyTextIsXml()
{
    QFETCH(QString, text);
    Parameters parameters = smallTable();
    parameters.sentence.text = text.toStdString();
    FigureOptions options;
    options.title = text.toStdString();
    PipelineCache cache;
    for (const PlotSpec& spec : plotSpecs()) {
        const auto bytes
            = renderFigure(spec, {.a = fitFor(spec.id, parameters)}, {}, options, FigureFormat::Svg, cache);
        QVERIFY(bytes.ok());
        QXmlStreamReader xml(*bytes);
        QString description;
        while (!xml.atEnd()) {
            xml.readNext();
            QVERIFY(!xml.isStartElement() || xml.name() != QLatin1String("script"));
            if (xml.isStartElement() && xml.name() == QLatin1String("desc") && description.isEmpty())
                description = xml.readElementText();
        }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        const QJsonObject session = QJsonDocument::fromJson(description.toUtf8()).object();
        QCOMPARE(session[QStringLiteral("parameters")].toObject()[QStringLiteral("text")].toString(), text);
    }
}

void TestFigure::exactSizes_data()
{
    QTest::addColumn<QSizeF>("millimetres");
    for (const QSizeF size : {QSizeF(85, 60), QSizeF(88.9, 66.04), QSizeF(10.1, 10.1), QSizeF(177.3, 120.7)})
        QTest::newRow(QByteArray::number(size.width()).constData()) << size;
}

// Not rounded to points.
void TestFigure::exactSizes()
{
    QFETCH(QSizeF, millimetres);
    FigureOptions options;
    options.setInches(millimetres / 25.4);
    QXmlStreamReader svg(rendered("ratio", FigureFormat::Svg, {}, options));
    QVERIFY(svg.readNextStartElement());
    const auto length = [&](const char* name) {
        return svg.attributes().value(QLatin1String(name)).toString().remove(QStringLiteral("mm")).toDouble();
    };
    QVERIFY(qAbs(length("width") - millimetres.width()) < 1e-6);
    QVERIFY(qAbs(length("height") - millimetres.height()) < 1e-6);
    static const QRegularExpression box(QStringLiteral("/MediaBox \\[([-0-9.]+) ([-0-9.]+) ([-0-9.]+) ([-0-9.]+)\\]"));
    const QByteArray pdf = rendered("ratio", FigureFormat::Pdf, {}, options);
    const QRegularExpressionMatch match = box.match(QString::fromLatin1(pdf));
    QVERIFY(match.hasMatch());
    const auto edge = [&](int i) {
        return match.captured(i).toDouble();
    };
    QVERIFY(qAbs((edge(3) - edge(1)) / 72 * 25.4 - millimetres.width()) < 1e-4);
    QVERIFY(qAbs((edge(4) - edge(2)) / 72 * 25.4 - millimetres.height()) < 1e-4);
    // The table of references still says where the objects are.
    const qsizetype table = pdf.mid(pdf.lastIndexOf("startxref\n") + 10).split('\n')[0].toLongLong();
    QCOMPARE(pdf.mid(table, 4), QByteArray("xref"));
    const QList<QByteArray> entries = pdf.mid(table).split('\n');
    for (int object = 1; entries[object + 2].endsWith("n ") || entries[object + 2].endsWith("n"); ++object) {
        const qsizetype at = entries[object + 2].left(10).toLongLong();
        QVERIFY(pdf.mid(at).startsWith(QByteArray::number(object) + " 0 obj"));
    }
}

void TestFigure::fontIsInside()
{
    static const QRegularExpression family(QStringLiteral("<text [^>]*font-family=\"([^\"]*)\""));
    const QString svg = QString::fromUtf8(rendered("heatmap", FigureFormat::Svg));
    int texts = 0;
    for (auto match = family.globalMatch(svg); match.hasNext(); ++texts)
        QCOMPARE(match.next().captured(1), QStringLiteral("DejaVu Sans"));
    QVERIFY(texts > 5);
}

void TestFigure::fontsOfTheMachine()
{
    FigureOptions options;
    options.font = "no such font";
    PipelineCache cache;
    const auto bytes = renderFigure(*findPlot("ratio"), {.a = smallTable()}, {}, options, FigureFormat::Svg, cache);
    QVERIFY(!bytes.ok());
    QCOMPARE(static_cast<int>(bytes.error().kind), 2);
    options.font = "dejavu sans";
    options.fontSize = 12;
    const QByteArray larger = rendered("ratio", FigureFormat::Svg, {}, options);
    QVERIFY(larger.contains("font-size=\"12\""));
    QVERIFY(!larger.contains("font-size=\"8\""));
    options.fontSize = 3;
    QVERIFY(rendered("ratio", FigureFormat::Svg, {}, options).isEmpty());
}

void TestFigure::withoutMetadata()
{
    FigureOptions options;
    options.metadata = false;
    Parameters parameters = smallTable();
    parameters.sentence.text = "a private sentence";
    PipelineCache cache;
    for (const FigureFormat format : {FigureFormat::Png, FigureFormat::Svg, FigureFormat::Pdf}) {
        const auto bytes = renderFigure(*findPlot("ratio"), {.a = parameters}, {}, options, format, cache);
        QVERIFY(bytes.ok());
        for (const char* text : {"phasor-session", "session.json", "a private sentence"})
            QVERIFY(!bytes->contains(text));
        for (const QByteArray& stream : streamsOf(*bytes))
            QVERIFY(!stream.contains("a private sentence"));
    }
}

void TestFigure::datesAreChecked()
{
    for (const char* date : {"abc", "1.5", "-1", "1e9", "99999999999999"}) {
        qputenv("SOURCE_DATE_EPOCH", date);
        QVERIFY2(rendered("ratio", FigureFormat::Pdf).isEmpty(), date);
    }
    qunsetenv("SOURCE_DATE_EPOCH");
}

void TestFigure::heatmapOfFewCellsIsExact()
{
    ViewState view;
    view.node = "mask";
    const QByteArray bytes = rendered("heatmap", FigureFormat::Svg, view);
    static const QRegularExpression picture(QStringLiteral("data:image/png;base64,([A-Za-z0-9+/=\\s]+)"));
    QImage mask;
    for (auto match = picture.globalMatch(QString::fromLatin1(bytes)); match.hasNext();) {
        const QImage image = QImage::fromData(QByteArray::fromBase64(match.next().captured(1).toLatin1()), "PNG");
        if (image.width() * image.height() > mask.width() * mask.height())
            mask = image;
    }
    // Whole pixels for each of the 48 x 64 cells, each of one color.
    QVERIFY(!mask.isNull());
    QCOMPARE(mask.width() % 48, 0);
    QCOMPARE(mask.height() % 64, 0);
    const QSize cell(mask.width() / 48, mask.height() / 64);
    QVERIFY(cell.width() >= 4 && cell.height() >= 4);
    int dropped = 0;
    for (int y = 0; y < mask.height(); ++y)
        for (int x = 0; x < mask.width(); ++x)
            QCOMPARE(mask.pixel(x, y), mask.pixel(x - x % cell.width(), y - y % cell.height()));
    for (int y = 0; y < 64; ++y)
        for (int x = 0; x < 48; ++x)
            dropped += qGray(mask.pixel(x * cell.width(), y * cell.height())) < 128 ? 1 : 0;
    QVERIFY(dropped > 200 && dropped < 420); // p = 0.1 of 3072
}

void TestFigure::mapsHaveTheirDotsPerInch_data()
{
    QTest::addColumn<double>("dpi"); // 0: not given
    QTest::newRow("600 if not given") << 0.0;
    for (const double dpi : {96.0, 300.0, 1234.0, 12000.0})
        QTest::addRow("%g", dpi) << dpi;
}

// 5000 positions: as many pixels an inch as asked for. 48 dimensions: a whole number of pixels each, at least as many.
void TestFigure::mapsHaveTheirDotsPerInch()
{
    QFETCH(const double, dpi);
    Parameters parameters = smallTable();
    parameters.encoding.maxLen = 5000;
    FigureOptions options;
    options.size = "1.5x1.2in";
    if (dpi > 0)
        options.dpi = dpi;
    const double wanted = dpi > 0 ? dpi : 600;
    PipelineCache cache;
    const auto drawn = [&](FigureFormat format) {
        return renderFigure(*findPlot("heatmap"), {.a = parameters}, {}, options, format, cache).value();
    };
    const PlacedImage map = largestImage(drawn(FigureFormat::Svg));
    QVERIFY(!map.image.isNull());
    const double down = map.inches.height() * wanted;
    if (down < 5000)
        QVERIFY2(std::abs(map.image.height() - down) <= 1, QByteArray::number(map.image.height() / down).constData());
    else
        QCOMPARE(map.image.height() % 5000, 0);
    const double across = map.inches.width() * wanted;
    QVERIFY(across < 48 || map.image.width() % 48 == 0);
    QVERIFY(map.image.width() >= across - 1 && map.image.width() < across + 49);
    const QByteArray size = "/Width " + QByteArray::number(map.image.width()) + "\n/Height "
        + QByteArray::number(map.image.height()) + '\n';
    QVERIFY(drawn(FigureFormat::Pdf).contains(size));
}

// A map of many cells is reduced before its colors are chosen: no pixel is a mixture of two colors.
void TestFigure::mapsHaveOnlyTheirColors()
{
    Parameters parameters = smallTable();
    parameters.encoding.maxLen = 5000;
    PipelineCache cache;
    const auto svg = renderFigure(*findPlot("heatmap"), {.a = parameters}, {}, {}, FigureFormat::Svg, cache);
    const QImage map = largestImage(*svg).image.convertToFormat(QImage::Format_RGB32);
    const ColorMap& colors = defaultColorMap(true);
    for (int y = 0; y < map.height(); ++y)
        for (int x = 0; x < map.width(); x += 7)
            QVERIFY(std::ranges::find(colors.table, map.pixel(x, y)) != colors.table.end());
}

void TestFigure::impossibleMapsAreRefused()
{
    FigureOptions options;
    options.size = "200x200in";
    options.dpi = 3e4;
    PipelineCache cache;
    for (const FigureFormat format : {FigureFormat::Svg, FigureFormat::Pdf}) {
        const auto bytes = renderFigure(*findPlot("heatmap"), {.a = smallTable()}, {}, options, format, cache);
        QVERIFY(!bytes.ok());
        QCOMPARE(static_cast<int>(bytes.error().kind), 5);
        QVERIFY(english(bytes.error().remedy).find("fewer dots per inch") != std::string::npos);
    }
}

void TestFigure::curvesDoNotDependOnDotsPerInchOfMaps()
{
    qputenv("SOURCE_DATE_EPOCH", "0");
    FigureOptions options;
    options.dpi = 150;
    for (const FigureFormat format : {FigureFormat::Svg, FigureFormat::Pdf})
        QCOMPARE(rendered("curves", format, {}, options), rendered("curves", format));
    qunsetenv("SOURCE_DATE_EPOCH");
}

void TestFigure::darkOnlyWhenAsked()
{
    FigureOptions options;
    options.theme = "dark";
    const QImage dark = QImage::fromData(rendered("curves", FigureFormat::Png, {}, options), "PNG");
    QCOMPARE(QColor(dark.pixel(1, 1)), Theme::dark().background);
}

void TestFigure::sizes_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QSizeF>("inches");
    QTest::newRow("in") << "3.5x2.6in" << QSizeF(3.5, 2.6);
    QTest::newRow("mm") << "254x127mm" << QSizeF(10, 5);
    QTest::newRow("cm") << "2.54X5.08 cm" << QSizeF(1, 2);
    QTest::newRow("pt") << "72x36pt" << QSizeF(1, 0.5);
    QTest::newRow("px") << "300x150px" << QSizeF(2, 1);
}

void TestFigure::sizes()
{
    QFETCH(QString, text);
    QFETCH(QSizeF, inches);
    const Result<QSizeF> size = FigureOptions{.size = text.toStdString(), .dpi = 150}.inches();
    QVERIFY(size.ok());
    QVERIFY(qAbs(size->width() - inches.width()) < 1e-12 && qAbs(size->height() - inches.height()) < 1e-12);
}

void TestFigure::badSizes_data()
{
    QTest::addColumn<QString>("text");
    for (const char* text : {"", "3.5x2.6", "3.5in", "0x0in", "-1x2in", "nanx2in", "infx1in", "1x2x3in",
                             "40000x40000in", "1,5x2in", "axbin", "1e999x1in"})
        QTest::newRow(text) << text;
}

void TestFigure::badSizes()
{
    QFETCH(QString, text);
    const Result<QSizeF> size = FigureOptions{.size = text.toStdString(), .dpi = 150}.inches();
    QVERIFY(!size.ok());
    QCOMPARE(static_cast<int>(size.error().kind), 2);
    QVERIFY(!size.error().remedy.empty());
}

void TestFigure::badOptions_data()
{
    QTest::addColumn<double>("dpi");
    QTest::addColumn<QSizeF>("inches");
    QTest::addColumn<QString>("theme");
    QTest::addColumn<int>("exitCode");
    const QSizeF page(3.5, 2.6);
    QTest::newRow("dpi 0") << 0.0 << page << "light" << 2;
    QTest::newRow("dpi -1") << -1.0 << page << "light" << 2;
    QTest::newRow("dpi 2e9") << 2e9 << page << "light" << 2;
    QTest::newRow("dpi nan") << qQNaN() << page << "light" << 2;
    QTest::newRow("no size") << 150.0 << QSizeF(0, 0) << "light" << 2;
    QTest::newRow("theme") << 150.0 << page << "nope" << 2;
    QTest::newRow("memory") << 10000.0 << QSizeF(199, 199) << "light" << 5;
    QTest::newRow("too wide") << 1000.0 << QSizeF(100, 0.01) << "light" << 5;
}

void TestFigure::badOptions()
{
    QFETCH(double, dpi);
    QFETCH(QSizeF, inches);
    QFETCH(QString, theme);
    QFETCH(int, exitCode);
    FigureOptions options;
    options.dpi = dpi;
    options.setInches(inches);
    options.theme = theme.toStdString();
    PipelineCache cache;
    const auto bytes = renderFigure(*findPlot("curves"), {.a = smallTable()}, {}, options, FigureFormat::Png, cache);
    QVERIFY(!bytes.ok());
    QCOMPARE(static_cast<int>(bytes.error().kind), exitCode);
}

void TestFigure::themes()
{
    for (const ParameterChoice& theme : themeChoices())
        QCOMPARE(Theme::named(QString::fromStdString(std::string(theme.id))).id.toStdString(), std::string(theme.id));
}

void TestFigure::formats()
{
    QVERIFY(*figureFormatOf(QStringLiteral("a.b.PDF")) == FigureFormat::Pdf);
    QVERIFY(*figureFormatOf(QStringLiteral("x.svg")) == FigureFormat::Svg);
    const auto tex = figureFormatOf(QStringLiteral("x.tex"));
    QVERIFY(!tex.ok());
    QVERIFY(english(tex.error().remedy).find(".png, .svg or .pdf") != std::string::npos);
}

QTEST_MAIN(TestFigure)
#include "tst_figure.moc"
