// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/summaries/summaries.h"

namespace phasor::words {

// The shortest and the longest wavelength of a setup's curves that are waves; nothing: none is.
static std::optional<Interval> wavelengthsOf(const CurvesData& data, Side side)
{
    std::optional<Interval> all;
    for (const CurvesData::Curve& curve : data.curves) {
        if (curve.side != side || !curve.wave)
            continue;
        const double length = curve.wave->wavelength();
        all = all ? Interval{std::min(all->low, length), std::max(all->high, length)} : Interval{length, length};
    }
    return all;
}

// "Neighboring grid cells look almost alike (cosine 0.97)": `of` is the beginning.
static QString alike(const QString& of, const Estimate& cosine)
{
    const QString text = rounded(cosine);
    if (std::isnan(cosine.value))
        return Words::tr("%1 have no cosine", "neighbors").arg(of);
    if (cosine.value > 0.9)
        return Words::tr("%1 look almost alike (cosine %2)", "neighbors, a number").arg(of, text);
    return (std::abs(cosine.value) < 0.1
                ? Words::tr("%1 have almost nothing in common (cosine %2)", "neighbors, a number")
                : Words::tr("%1 have cosine %2 on average", "neighbors, a number"))
        .arg(of, text);
}

// Index of the point nearest to the position; nullopt: none within `reach` positions.
static std::optional<std::size_t> pointAt(const std::vector<double>& positions, double position, double reach)
{
    const auto distance = [position](double other) {
        return std::abs(other - position);
    };
    const auto nearest = std::ranges::min_element(positions, {}, distance);
    if (nearest == positions.end() || distance(*nearest) > reach)
        return std::nullopt;
    return static_cast<std::size_t>(nearest - positions.begin());
}

static QStringList rowNumbersOf(const RatioCurves& curves, double position, double reach, bool divided)
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
    if (const auto out = pointAt(curves.output.positions, position, reach))
        lines += line(names.output, factor * curves.output.numbers[*out]);
    lines += line(QStringLiteral("R"), curves.ratio[*at]);
    if (!curves.angle.empty())
        lines += Words::tr("angle  %1°").arg(number(curves.angle[*at], kDigits));
    const double word = curves.scaled[*at] * curves.scaled[*at];
    const double place = curves.encoding[*at] * curves.encoding[*at];
    if (word + place > 0)
        lines += Words::tr("PE  %1 of the energy").arg(share(place / (word + place)));
    return lines;
}

QString wavelengthsText(const Interval& wavelengths, bool grid)
{
    const QString low = rounded(wavelengths.low);
    if (!std::isfinite(wavelengths.high))
        return grid ? Words::tr("%1 cells and more").arg(low) : Words::tr("%1 positions and more").arg(low);
    return (grid ? Words::tr("%1 cells", "wavelengths") : Words::tr("%1 positions", "wavelengths"))
        .arg(fromTo(low, rounded(wavelengths.high), Words::tr("%1 to %2", "wavelengths")));
}

QString onePosition()
{
    return Words::tr("There is only one position, so nothing changes with it");
}

QString summary(const BuildsData& data)
{
    if (data.probability == 0)
        return Words::tr("Nothing is dropped, so both builds agree");
    if (data.differingShare.value == 0)
        return Words::tr("Both builds drop the same values here");
    return Words::tr("With the same seed the two builds disagree on %1 of the values")
        .arg(roundedShare(data.differingShare));
}

QString detail(const BuildsData&)
{
    return paragraphs({Words::tr("With the same seed, builds with MKL (x86 up to 2.6) sample masks with MKL's own "
                                 "generator."),
                       generator("torch"), generator("torch-mkl")});
}

QString curveName(const CurvesData::Curve& curve)
{
    QString name = Words::tr("dimension %1").arg(curve.dimension);
    if (curve.wave && std::isfinite(curve.wave->wavelength()))
        name = (curve.wave->cosine ? Words::tr("dimension %1 · cos · λ %2") : Words::tr("dimension %1 · sin · λ %2"))
                   .arg(QString::number(curve.dimension), grouped(curve.wave->wavelength()));
    if (curve.life == PairLife::Dead)
        name = Words::tr("%1 · long-wave", "a dimension whose pair completes no period").arg(name);
    if (curve.life == PairLife::Frozen)
        name = Words::tr("%1 · near-constant", "a dimension whose pair hardly moves").arg(name);
    return name;
}

QString summary(const CurvesData& data)
{
    if (data.curves.empty())
        return Words::tr("No dimension is chosen");
    const std::optional<Interval> waves = wavelengthsOf(data, Side::A);
    const std::optional<Interval> ofB = wavelengthsOf(data, Side::B);
    if (waves && ofB && !(*waves == *ofB))
        return waves->high == ofB->high
            ? changed(Words::tr("The shortest of these wavelengths"), waves->low, ofB->low)
            : changed(Words::tr("The longest of these wavelengths"), waves->high, ofB->high);
    const bool comparing = std::ranges::count(data.curves, Side::B, &CurvesData::Curve::side) > 0;
    const bool grid = data.rows.gridColumns > 0;
    if (comparing && waves.has_value() != ofB.has_value()) {
        const QString text = Words::tr("waves of %1", "%1: 6.28 to 54,400 positions")
                                 .arg(wavelengthsText(waves ? *waves : *ofB, grid));
        const QString without = Words::tr("values without a period");
        return bothSides(waves ? text : without, waves ? without : text);
    }
    if (!waves)
        return Words::tr("Values of these dimensions have no period");
    const auto slow = std::ranges::count_if(data.curves, [](const CurvesData::Curve& curve) {
        return curve.side == Side::A && curve.life != PairLife::Turning;
    });
    const auto all = std::ranges::count(data.curves, Side::A, &CurvesData::Curve::side);
    if (slow == 0) {
        const QString text = (all == 1 ? Words::tr("This dimension is a wave of %1", "%1: 6.28 positions")
                                       : Words::tr("These dimensions are waves of %1", "%1: 6.28 to 54,400 positions"))
                                 .arg(wavelengthsText(*waves, grid));
        return ofB ? bothSides(text, text) : text;
    }
    if (data.rows.count == 1)
        return onePosition();
    if (all == 1)
        return grid ? Words::tr("This dimension completes no period along its side")
                    : Words::tr("This dimension completes no period in %1 positions").arg(count(data.rows.count));
    if (grid)
        return Words::tr("%1 of these %2 dimensions cannot complete a period along their side").arg(slow).arg(all);
    return Words::tr("%1 of these %2 dimensions cannot complete a period in %3 positions")
        .arg(QString::number(slow), QString::number(all), count(data.rows.count));
}

QString detail(const CurvesData& data)
{
    QStringList sentences;
    if (const std::optional<Interval> waves = wavelengthsOf(data, Side::A))
        sentences += Words::tr("Wavelengths: %1.").arg(wavelengthsText(*waves, data.rows.gridColumns > 0));
    if (!data.curves.empty() && data.curves.front().envelope)
        sentences += Words::tr("Each pixel shows the range from the smallest to the largest of its values.");
    if (!data.leftOut.empty())
        sentences += Words::tr("Chosen dimensions beyond the encoding's width: %1.")
                         .arg(count(static_cast<std::int64_t>(data.leftOut.size())));
    return paragraphs(sentences);
}

QString leftOut(const ViewData& data)
{
    QStringList parts;
    for (std::size_t i = 0; i < data.notFinite.size(); ++i) {
        const QString part = Words::tr("Rows left out because they have values that are not finite: %1.")
                                 .arg(count(data.notFinite[i]));
        if (data.notFinite[i] > 0)
            parts += data.notFinite.size() > 1 ? ofSide(static_cast<Side>(i), part) : part;
    }
    if (data.withoutB)
        parts += ofSide(Side::B, reasonText(*data.withoutB));
    return paragraphs(parts);
}

QString restrictedTo(const Restriction& part, const QString& sentence)
{
    const auto indices = [](Span of) {
        return fromTo(count(of.begin), count(of.end - 1), Words::tr("%1–%2", "indices"));
    };
    QStringList parts;
    if (part.positions)
        parts += (part.positions->size() == 1 ? Words::tr("position %1") : Words::tr("positions %1"))
                     .arg(indices(*part.positions));
    if (part.dimensions)
        parts += (part.dimensions->size() == 1 ? Words::tr("dimension %1") : Words::tr("dimensions %1"))
                     .arg(indices(*part.dimensions));
    if (parts.isEmpty() || sentence.isEmpty())
        return sentence;
    return Words::tr("%1 (%2)", "what is said of a part of the tables, the part")
        .arg(sentence, parts.join(QStringLiteral(", ")));
}

QString summaryOf(const RatioCurves& of)
{
    const double ratio = of.meanRatio.value;
    if (!of.scaled.empty() && std::isnan(estimatedMean(of.scaled, true).value))
        return Words::tr("R has no value because every row has values that are not finite");
    if (std::isnan(ratio))
        return Words::tr("Embedding and encoding are both zero, so R has no value");
    if (std::isinf(ratio))
        return Words::tr("The encoding is zero, so only the embedding is left");
    return restrictedTo(of.part, lengthsCompared(of.meanRatio));
}

QString change(const RatioCurves& a, const RatioCurves& b)
{
    const auto measured = [](const RatioCurves& of) {
        return std::isfinite(of.meanRatio.value) && of.meanRatio.value > 0;
    };
    return measured(a) && measured(b) ? changed(QStringLiteral("R"), a.meanRatio, b.meanRatio) : QString();
}

QStringList detailOf(const RatioCurves& of)
{
    QStringList sentences;
    if (std::isfinite(of.meanRatio.value))
        sentences += Words::tr("R, the mean norm of s·E divided by that of PE, is %1.").arg(rounded(of.meanRatio));
    if (of.concatenated)
        sentences += Words::tr("Concatenated, s·E and PE share no dimension, so neither changes the other.");
    else if (std::isfinite(of.meanAngle.value)) // vectors of norm 0 have no angle
        sentences += Words::tr("The mean angle between s·E and s·E + PE is %1°.").arg(rounded(of.meanAngle));
    if (of.sampled)
        sentences += Words::tr("The means are of a sample of the rows.");
    return sentences;
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
    if (data.b && data.a.nearest && data.b->nearest && std::isfinite(data.a.nearest->value + data.b->nearest->value))
        return changed(cosine ? Words::tr("The mean cosine of neighbors") : Words::tr("The dot product of neighbors"),
                       *data.a.nearest, *data.b->nearest);
    const auto& kernel = data.a.kernel;
    QString text;
    if (kernel && kernel->exact && kernel->half)
        text = Words::tr("Cosine falls to half when positions are %1 apart").arg(count(*kernel->half));
    else if (!data.a.nearest)
        text = Words::tr("One row has no other to compare with");
    else
        text = cosine
            ? alike(data.node == "position" ? Words::tr("Neighboring positions") : Words::tr("Neighboring tokens"),
                    *data.a.nearest)
            : Words::tr("Neighbors have a dot product of %1 on average").arg(rounded(*data.a.nearest));
    if (data.b)
        text = ofSide(Side::A, text);
    return data.options.minusMeanRow ? Words::tr("%1, without their mean row").arg(text) : text;
}

QString detail(const SimilarityData& data)
{
    QStringList sentences{(data.measure == SimilarityMeasure::Cosine
                               ? Words::tr("Each value is the cosine of two rows of %1.")
                               : Words::tr("Each value is the dot product of two rows of %1."))
                              .arg(ofCore(data.symbol))};
    if (data.a.nearest && std::isfinite(data.a.nearest->value))
        sentences += Words::tr("The mean of neighbors is %1.").arg(rounded(*data.a.nearest));
    if (data.closest) {
        sentences += Words::tr("The closest two rows are %1 and %2 (distance %3).")
                         .arg(count(data.rows.coordinate(data.closest->first)),
                              count(data.rows.coordinate(data.closest->second)), rounded(data.closest->distance));
        if (data.closest->checked < data.rows.count)
            sentences += Words::tr("Only the first %1 rows are searched for them.").arg(count(data.closest->checked));
    }
    if (data.a.kernel && data.a.kernel->half.value_or(0) > 0)
        sentences += Words::tr("At distance %1 the mean falls to half.").arg(count(*data.a.kernel->half));
    if (const auto& kernel = data.a.kernel; kernel && kernel->searched > 2)
        sentences += kernel->firstRise
            ? Words::tr("It falls with the distance and first rises at %1.").arg(count(*kernel->firstRise))
            : Words::tr("The mean does not rise up to distance %1.").arg(count(kernel->searched - 1));
    if (data.options.minusMeanRow)
        sentences += Words::tr("The mean row, which all positions share, is subtracted from each row.");
    return paragraphs(sentences);
}

QString detailOf(const QStringList& a, const std::optional<QStringList>& b)
{
    return !b ? paragraphs(a)
              : paragraphs({Words::tr("A: %1", "facts about a setup").arg(a.join(u' ')),
                            Words::tr("B: %1", "facts about a setup").arg(b->join(u' '))});
}

QString summaryOf(const GridMaps& mosaic)
{
    return alike(Words::tr("Neighboring grid cells"), mosaic.nearest);
}

QString change(const GridMaps& a, const GridMaps& b)
{
    return changed(Words::tr("The mean cosine of neighboring cells"), a.nearest, b.nearest);
}

QStringList detailOf(const GridMaps& mosaic)
{
    return {Words::tr("Each of the %1 × %2 maps shows the cosines of one grid cell with all cells.", "rows, columns")
                .arg(count(mosaic.rows), count(mosaic.columns)),
            Words::tr("The mean cosine of neighboring cells is %1.").arg(rounded(mosaic.nearest))};
}

} // namespace phasor::words
