// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/summaries/summaries.h"

#include "words/coretexts.h"
#include "words/pictures.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace phasor::words {

namespace {

const QString kComma = QStringLiteral(", ");
const QString kSemicolon = QStringLiteral("; ");

double wavelengthOf(const CurvesData::Curve& curve)
{
    return curve.wave ? curve.wave->wavelength() : std::numeric_limits<double>::infinity();
}

QString howLong(const RatioCurves& of)
{
    const Estimate& measured = of.meanRatio;
    const double ratio = measured.value;
    if (!of.scaled.empty() && std::isnan(estimatedMean(of.scaled, true).value))
        return Words::tr("R has no value, as every row has values that are not finite");
    if (std::isnan(ratio))
        return Words::tr("both s·E and PE are zero, R has no value");
    if (std::isinf(ratio))
        return Words::tr("the encoding is zero");
    if (ratio == 0)
        return Words::tr("R = 0: s·E is zero");
    const QString r = equals(measured);
    if (ratio >= 0.95 && ratio <= 1.05)
        return Words::tr("R %1: s·E is as long as PE", "%1: = a number").arg(r);
    const Estimate shorter{1 / ratio, measured.error / (ratio * ratio)};
    return ratio > 1 ? Words::tr("R %1: s·E is %2 × as long as PE", "%1: = a number").arg(r, estimate(measured))
                     : Words::tr("R %1: s·E is %2 × shorter than PE", "%1: = a number").arg(r, estimate(shorter));
}

QString collisions(const PrecisionData& data)
{
    const int n = pluralOf(data.collidingCount);
    if (data.allChecked)
        return n == 0 ? Words::tr("no two positions are the same")
                      : Words::tr("%1 positions are the same as another", nullptr, n).arg(data.collidingCount);
    return n == 0 ? Words::tr("no two of the first %1 positions are the same").arg(data.checked.size())
                  : Words::tr("%1 of the first %2 positions are the same as another", nullptr, n)
                        .arg(data.collidingCount)
                        .arg(data.checked.size());
}

// Index of the point nearest to the position; nullopt: none within `reach` positions.
std::optional<std::size_t> pointAt(const std::vector<double>& positions, double position, double reach)
{
    const auto after = std::lower_bound(positions.begin(), positions.end(), position);
    std::optional<std::size_t> nearest;
    double least = reach;
    for (const auto candidate : {after, after == positions.begin() ? after : std::prev(after)}) {
        if (candidate != positions.end() && std::abs(*candidate - position) <= least) {
            least = std::abs(*candidate - position);
            nearest = static_cast<std::size_t>(candidate - positions.begin());
        }
    }
    return nearest;
}

QStringList rowNumbersOf(const RatioCurves& curves, double position, double reach, bool divided)
{
    const auto at = pointAt(curves.positions, position, reach);
    if (!at)
        return {};
    constexpr int kDigits = 4;
    const LengthNames names = lengthNames(curves, divided);
    const double factor = divided ? 1 / std::abs(curves.scale) : 1;
    const auto line = [](const QString& name, double value) {
        return QStringLiteral("%1  %2").arg(name, number(value, kDigits));
    };
    QStringList lines{line(QStringLiteral("‖E‖"), curves.embedding[*at])};
    if (!divided)
        lines += line(QStringLiteral("‖s·E‖"), curves.scaled[*at]);
    lines += line(names.encoding, factor * curves.encoding[*at]);
    if (!curves.sum.empty())
        lines += line(names.sum, factor * curves.sum[*at]);
    if (const auto out = pointAt(curves.outputPositions, position, reach))
        lines += line(names.output, factor * curves.output[*out]);
    lines += line(QStringLiteral("R"), curves.ratio[*at]);
    if (!curves.angle.empty())
        lines += Words::tr("angle  %1°").arg(number(curves.angle[*at], kDigits));
    const double word = curves.scaled[*at] * curves.scaled[*at];
    const double place = curves.encoding[*at] * curves.encoding[*at];
    if (word + place > 0)
        lines += Words::tr("PE  %1 of the energy").arg(share(place / (word + place)));
    return lines;
}

} // namespace

QString summary(const BuildsData& data)
{
    if (data.probability == 0)
        return Words::tr("nothing is dropped, so all builds agree");
    if (data.differingShare.value == 0)
        return Words::tr("the masks agree here");
    return Words::tr(
               "%1 of the cells differ: with the same seed, MKL (x86 builds up to 2.6) draws masks from a generator "
               "of its own")
        .arg(estimatedShare(data.differingShare));
}

QString detail(const BuildsData&)
{
    return generator("torch") + QStringLiteral("\n\n") + generator("torch-mkl");
}

QString curveName(const CurvesData::Curve& curve)
{
    QString name = Words::tr("dim %1", "a dimension, short").arg(curve.dimension);
    if (curve.wave && std::isfinite(curve.wave->wavelength()))
        name = (curve.wave->cosine ? Words::tr("dim %1 · cos · λ %2") : Words::tr("dim %1 · sin · λ %2"))
                   .arg(curve.dimension)
                   .arg(number(curve.wave->wavelength()));
    if (curve.life == PairLife::Dead)
        name = Words::tr("%1 · dead", "a dimension whose pair completes no period").arg(name);
    if (curve.life == PairLife::Frozen)
        name = Words::tr("%1 · frozen", "a dimension whose pair hardly moves").arg(name);
    return name;
}

QString summary(const CurvesData& data)
{
    if (data.curves.empty())
        return Words::tr("No dimension is chosen.");
    const auto [shortest, longest]
        = std::minmax_element(data.curves.begin(), data.curves.end(),
                              [](const auto& a, const auto& b) { return wavelengthOf(a) < wavelengthOf(b); });
    const double least = wavelengthOf(*shortest);
    const double greatest = wavelengthOf(*longest);
    const bool waves
        = std::any_of(data.curves.begin(), data.curves.end(), [](const auto& c) { return c.wave.has_value(); });
    const QString range = least == greatest ? number(least) : Words::tr("%1 … %2").arg(number(least), number(greatest));
    QString text = !waves           ? Words::tr("columns that are no waves")
        : data.rows.gridColumns > 0 ? Words::tr("λ %1 cells along a side of the grid").arg(range)
                                    : Words::tr("λ %1 positions").arg(range);
    if (data.curves.front().envelope)
        text = Words::tr("%1, drawn as min–max envelope").arg(text);
    if (data.leftOut.empty())
        return text;
    const auto count = static_cast<std::int64_t>(data.leftOut.size());
    return count == 1
        ? Words::tr("%1; 1 chosen one is beyond d_model").arg(text)
        : Words::tr("%1; %2 chosen ones are beyond d_model", nullptr, pluralOf(count)).arg(text).arg(count);
}

QString leftOut(const ViewData& data)
{
    QStringList parts;
    for (std::size_t i = 0; i < data.notFinite.size(); ++i) {
        const QString part
            = Words::tr("rows left out, as they have values that are not finite: %1").arg(count(data.notFinite[i]));
        if (data.notFinite[i] > 0)
            parts += data.notFinite.size() > 1 ? ofSide(static_cast<Side>(i), part) : part;
    }
    return parts.join(kSemicolon);
}

QString facts(const HeatmapData& data)
{
    QStringList facts{
        Words::tr("%1 × %2", "rows, columns").arg(data.picture.rows.count).arg(data.picture.columns.count)};
    if (data.positionColumns > 0 && data.picture.columns.period > 0)
        facts += Words::tr("that of s·E and, to its right, that of PE", "of two masks");
    if (data.scale)
        facts += QStringLiteral("s = %1").arg(number(*data.scale, 4));
    if (data.sigma)
        facts += QStringLiteral("σ = %1").arg(number(*data.sigma));
    if (data.scale || data.sigma)
        facts += Words::tr("colours ± %1").arg(number(data.picture.range.high));
    const QString text = facts.join(kComma);
    return !data.otherShape ? text
                            : Words::tr("%1; B is %2 × %3, so that there is no difference to show")
                                  .arg(text)
                                  .arg(data.otherShape->rows)
                                  .arg(data.otherShape->cols);
}

QString summary(const HeatmapData& data)
{
    return Words::tr("%1: %2", "what is shown, its facts").arg(ofCore(data.picture.quantity.title), facts(data));
}

QString summary(const PrecisionData& data)
{
    if (data.exact)
        return Words::tr("exact: every value is the correctly rounded one");
    QStringList parts{data.sampled ? Words::tr("off by %1 or more (a sample of the rows)").arg(number(data.worst))
                                   : Words::tr("off by up to %1").arg(number(data.worst))};
    parts += collisions(data);
    const auto none
        = std::find_if(data.greatestError.begin(), data.greatestError.end(), [](double e) { return std::isnan(e); });
    if (none != data.greatestError.end()) {
        const auto at = static_cast<std::size_t>(none - data.greatestError.begin());
        parts += Words::tr("no numbers from about position %1 on").arg(number(data.positions[at], 6));
    }
    return parts.join(kSemicolon);
}

QString restrictedTo(const Restriction& part, const QString& sentence)
{
    QStringList parts;
    if (part.positions)
        parts += Words::tr("positions %1 to %2").arg(count(part.positions->begin), count(part.positions->end - 1));
    if (part.dimensions)
        parts += Words::tr("dimensions %1 to %2").arg(count(part.dimensions->begin), count(part.dimensions->end - 1));
    if (parts.isEmpty() || sentence.isEmpty())
        return sentence;
    return Words::tr("%1: %2", "a part of the tables, what is said of it").arg(parts.join(kComma), sentence);
}

QString summaryOf(const RatioCurves& curves)
{
    const QString ratio = howLong(curves);
    if (curves.concatenated)
        return Words::tr("%1; put beside each other they do not mix").arg(ratio);
    if (std::isnan(curves.meanAngle.value)) // vectors of norm 0 have no angle
        return ratio;
    return (curves.sampled ? Words::tr("%1; their sum points %2° away (a sample of the rows)")
                           : Words::tr("%1; their sum points %2° away"))
        .arg(ratio, estimate(curves.meanAngle));
}

LengthNames lengthNames(const RatioCurves& curves, bool divided)
{
    const QString output = QStringLiteral("‖%1‖").arg(Words::tr("output"));
    if (divided)
        return {QStringLiteral("‖PE/s‖"), QStringLiteral("‖E + PE/s‖"),
                Words::tr("%1/s", "a length, divided by the scale").arg(output)};
    return {QStringLiteral("‖PE‖"), curves.concatenated ? QStringLiteral("‖[s·E, PE]‖") : QStringLiteral("‖s·E + PE‖"),
            output};
}

QString rowNumbers(const RatioData& data, std::int64_t position, bool divided)
{
    const double rows = data.visible.high - data.visible.low + 1;
    const double perPoint = rows / std::max<double>(1, static_cast<double>(data.a.positions.size()));
    const auto at = static_cast<double>(position);
    QStringList lines = rowNumbersOf(data.a, at, perPoint / 2 + 0.5, divided);
    if (lines.isEmpty())
        return {};
    if (data.b) {
        for (QString& line : lines)
            line = ofSide(Side::A, line);
        for (const QString& line : rowNumbersOf(*data.b, at, perPoint / 2 + 0.5, divided))
            lines += ofSide(Side::B, line);
    }
    lines.prepend(perPoint > 1 ? Words::tr("about position %1: means of %2 rows", nullptr,
                                           pluralOf(static_cast<std::int64_t>(std::ceil(perPoint))))
                                     .arg(count(position), number(perPoint, 3))
                               : Words::tr("position %1").arg(count(position)));
    return lines.join(u'\n');
}

QString summary(const SimilarityData& data)
{
    const bool cosine = data.measure == SimilarityMeasure::Cosine;
    QStringList parts{
        (cosine ? Words::tr("cosine of any two rows of %1") : Words::tr("dot product of any two rows of %1"))
            .arg(ofCore(data.symbol))};
    if (data.nearest)
        parts += Words::tr("of neighbours %1 on average").arg(estimate(*data.nearest));
    if (data.closest) {
        const QString closest = data.closest->checked < data.rows.count
            ? Words::tr("the closest two of the first %1 are %2 and %3, %4 apart").arg(count(data.closest->checked))
            : Words::tr("the closest two are %1 and %2, %3 apart");
        parts += closest.arg(count(data.rows.coordinate(data.closest->first)),
                             count(data.rows.coordinate(data.closest->second)), number(data.closest->distance));
    }
    if (data.ofA.kernel && data.ofA.kernel->half)
        parts += Words::tr("at distance %1 it is down to a half").arg(count(*data.ofA.kernel->half));
    if (data.ofA.kernel && data.ofA.kernel->firstRise)
        parts += Words::tr("it falls with the distance, and rises first at %1").arg(count(*data.ofA.kernel->firstRise));
    if (data.options.minusMeanRow)
        parts += Words::tr("rows less their mean row");
    return parts.join(kSemicolon);
}

} // namespace phasor::words
