// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/figureoptions.h"

#include <QStringList>

#include <algorithm>
#include <array>

namespace phasor {

constexpr double kMostInches = 200; // largest page of PDF 1.4
constexpr double kMostDpi = 30000;

std::vector<ParameterChoice> themeChoices()
{
    return {{"light", WORDS("Light"), {}}, {"dark", WORDS("Dark"), {}}, {"projector", WORDS("Projector"), {}}};
}

Result<QSizeF> FigureOptions::inches() const
{
    const std::array<std::pair<QString, double>, 5> units{{{QStringLiteral("in"), 1.0},
                                                           {QStringLiteral("mm"), 1 / 25.4},
                                                           {QStringLiteral("cm"), 1 / 2.54},
                                                           {QStringLiteral("pt"), 1 / 72.0},
                                                           {QStringLiteral("px"), 1 / dpiOf(FigureFormat::Png)}}};
    const std::string where = "--size";
    const QString plain = QString::fromStdString(size).trimmed().toLower();
    for (const auto& [unit, length] : units) {
        if (!plain.endsWith(unit))
            continue;
        const QStringList sides = plain.chopped(2).split(QLatin1Char('x'));
        const Result<double> width = parseReal(sides.value(0).trimmed().toStdString());
        const Result<double> height = parseReal(sides.value(1).trimmed().toStdString());
        if (sides.size() != 2 || !width.ok() || !height.ok())
            break;
        const QSizeF inches(*width * length, *height * length);
        if (std::min(inches.width(), inches.height()) <= 0 || std::max(inches.width(), inches.height()) > kMostInches)
            return usageError("RANGE", where, WORDS("%1 is not a page size").with(inQuotes(size)),
                              WORDS("use more than 0 and at most 200 inches in each direction"));
        return inches;
    }
    return usageError("SYNTAX", where, WORDS("%1 is not WIDTHxHEIGHT with a unit").with(inQuotes(size)),
                      WORDS("use for example 3.5x2.6in, 89x60mm or 1280x720px (in, mm, cm, pt, px)"));
}

// The menu of a dialog; any other size is valid, too.
static std::vector<ParameterChoice> sizeChoices()
{
    return {{"85x60mm", WORDS("Column, 85 mm"), {}},        {"180x110mm", WORDS("Page, 180 mm"), {}},
            {"3.5x2.6in", WORDS("Column, 3.5 inches"), {}}, {"7.16x4in", WORDS("Page, 7.16 inches"), {}},
            {"13.333x7.5in", WORDS("Slide 16:9"), {}},      {"1920x1080px", WORDS("Full HD"), {}}};
}

std::span<const Setting<FigureOptions>> figureSettings()
{
    using F = FigureOptions;
    static const Setting<F> kSettings[] = {
        setting({.id = "size",
                 .label = WORDS("Size"),
                 .kind = ParameterKind::Text,
                 .help = WORDS("Width and height: 3.5x2.6in (in, mm, cm, pt, px)."),
                 .choices = sizeChoices,
                 .placeholder = "WxH"},
                &F::size),
        setting(real("dpi", WORDS("Resolution (dpi)"), 1, kMostDpi)
                    .offering("96,150,300,600")
                    .given("N")
                    .orElse(WORDS("150, heatmaps of PDF and SVG 600"))
                    .says(WORDS("Resolution of PNG. PDF and SVG stay vector except heatmaps, whose resolution is 600 "
                                "if not given.")),
                &F::dpi),
        setting(choice("theme", WORDS("Theme"), themeChoices)
                    .says(WORDS("Colors: light, dark or projector; light if not given.")),
                &F::theme),
        setting(text("title", WORDS("Title"))
                    .orElse(WORDS("the finding"))
                    .says(WORDS("Title above the figure. If not given: the finding, with the view's question.")),
                &F::title)
            .onlyWhen([](const F& options) { return !options.noTitle; }),
        setting(flag("no-title", WORDS("No title")).says(WORDS("Leave out the title.")), &F::noTitle),
        setting(text("panels", WORDS("Panels"))
                    .given("LIST")
                    .orElse(WORDS("all"))
                    .says(WORDS("Only these panels of a view with several, such as accuracy,loss.")),
                &F::panels),
        setting(flag("caption", WORDS("Caption with finding and parameters"))
                    .says(WORDS("Write the finding and the parameters below the figure.")),
                &F::caption),
        setting(text("font", WORDS("Font"))
                    .given("NAME")
                    .orElse(WORDS("DejaVu Sans"))
                    .says(WORDS("Font family of this machine. DejaVu Sans, which comes with Phasor, if not given.")),
                &F::font),
        setting(integer("font-size", WORDS("Label size, pt"), 4, 72)
                    .given("PT")
                    .orElse(WORDS("8, in the projector theme 13"))
                    .says(WORDS("Size of labels in points, from 4 to 72. If not given: 8, in the projector theme 13.")),
                &F::fontSize),
        {flag("no-metadata", WORDS("Without session"))
             .says(WORDS("Leave out the session. Otherwise everyone who gets the figure can read its parameters and "
                         "its sentence.")),
         [](const F& options) { return toValue(!options.metadata); },
         [](F& options, const ParameterValue& value) {
             options.metadata = value != toValue(true);
         }},
    };
    return kSettings;
}

} // namespace phasor
