// SPDX-License-Identifier: GPL-3.0-or-later
// What the next layer can recover, and the effect of a sum or dropout on it.
#include "text/numbers.h"
#include "words/coretexts.h"
#include "words/numbers.h"
#include "words/summaries/summaries.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace phasor::words {

QString summaryOf(const RecoveryMeasure& measure)
{
    const QString p = number(measure.p);
    const QString position = recovered(measure.now.position);
    const QString token = recovered(measure.now.token);
    if (std::isfinite(measure.now.position.share) && std::isfinite(measure.now.token.share))
        return Words::tr("position %2, token %3: read right at p = %1, by the nearest row of PE and of s·E")
            .arg(p, position, token);
    if (std::isfinite(measure.now.position.share))
        return Words::tr("position %2: read right at p = %1, by the nearest row of PE; s·E is zero, so no token "
                         "can be read")
            .arg(p, position);
    return Words::tr("token %2: read right at p = %1, by the nearest row of s·E; PE is undefined, so no position "
                     "can be read")
        .arg(p, token);
}

QString summaryOf(const OverlapMeasure& measure)
{
    const SpaceOverlap& spaces = measure.spaces;
    if (measure.concatenated)
        return Words::tr("Concatenated, embedding (%1) and encoding (%2) share no dimension", "numbers of dimensions")
            .arg(count(measure.embeddingWidth), count(measure.positionWidth));
    if (spaces.byRank.empty())
        return Words::tr("Embedding or encoding is zero or not finite, so there is no overlap");
    const QString overlap = rounded(spaces.measured());
    const double beyond = spaces.measured() - spaces.randomAtRank();
    if (spaces.rank() >= spaces.width)
        return Words::tr("Embedding and encoding both use all %1 dimensions").arg(count(spaces.width));
    if (std::abs(beyond) <= 3 * spaces.randomDeviation())
        return Words::tr("Embedding and encoding overlap by %1, no more than by chance").arg(overlap);
    return (beyond > 0 ? Words::tr("Embedding and encoding overlap by %1, more than by chance (%2)")
                       : Words::tr("Embedding and encoding overlap by %1, less than by chance (%2)"))
        .arg(overlap, rounded(spaces.randomAtRank()));
}

QString change(const OverlapMeasure& a, const OverlapMeasure& b)
{
    return std::isfinite(a.spaces.measured() + b.spaces.measured())
        ? changed(Words::tr("The overlap"), a.spaces.measured(), b.spaces.measured())
        : QString();
}

QStringList detailOf(const OverlapMeasure& measure)
{
    const SpaceOverlap& spaces = measure.spaces;
    if (measure.concatenated || spaces.byRank.empty())
        return {};
    QStringList sentences{
        Words::tr("Compared are the %1 principal directions of s·E and of PE.").arg(count(spaces.rank())),
        Words::tr("Random directions overlap by %1 on average.").arg(rounded(spaces.randomAtRank()))};
    if (!spaces.allRows)
        sentences += Words::tr("They are those of the first %1 rows.").arg(count(spaces.rows));
    return sentences;
}

QString summaryOf(const ScoreTermsMeasure& measure)
{
    const QString sizes
        = Words::tr("content with content %1, content with position %2 and %3, position with position %4: spread "
                    "of the scores")
              .arg(orUndefined(measure.sizes[0]), orUndefined(measure.sizes[1]), orUndefined(measure.sizes[2]),
                   orUndefined(measure.sizes[3]));
    const QString rows
        = measure.allRows ? sizes : Words::tr("%1, of the first %2 rows").arg(sizes, count(measure.rows));
    return measure.projected
        ? Words::tr("%1; head %2 of %3, with its W_q and W_k").arg(rows).arg(measure.head.head).arg(measure.head.heads)
        : Words::tr("%1; over all dimensions, not only those of one head").arg(rows);
}

QString summaryOf(const HistogramMeasure& measure)
{
    if (measure.p == 0)
        return Words::tr("nothing is dropped: the output is the input");
    QStringList parts{Words::tr("%1 of the outputs are exactly 0").arg(share(measure.spread.zeros))};
    if (std::isfinite(measure.cosine))
        parts += (measure.zeroRows > 0 ? Words::tr("cos(input, output) %1, without %2 zero rows")
                                       : Words::tr("cos(input, output) %1"))
                     .arg(number(measure.cosine))
                     .arg(measure.zeroRows);
    if (measure.mean)
        parts += Words::tr("the mean of %1 masks is %2 of the input away from it")
                     .arg(measure.mean->masks.size())
                     .arg(share(measure.mean->distance.back()));
    if (!measure.allRows)
        parts += Words::tr("%1 rows, evenly spread").arg(count(measure.rows));
    return parts.join(QStringLiteral(", "));
}

QString recovered(const Recovered& of)
{
    if (!std::isfinite(of.share))
        return Words::tr("undefined");
    if (of.low == of.high)
        return share(of.share);
    return Words::tr("%1 (%2 to %3)", "a share, its interval").arg(share(of.share), share(of.low), share(of.high));
}

QString detail(const RecoverabilityData& data)
{
    const Recovery& now = data.a.now;
    return Words::tr(
               "Discs: %1 rows of the output, each looked up among %2 rows of PE and %3 of s·E, for masks of %4 seeds; "
               "in brackets and as strokes the 95 % interval over these.")
               .arg(count(now.rows), count(now.positions), count(now.vocabulary))
               .arg(now.seeds)
        + QStringLiteral("\n\n")
        + Words::tr("Lines: the first %1 rows for positions, %2 for tokens, %3 seeds.")
              .arg(count(data.a.curveRows), count(data.a.curveTokenRows))
              .arg(data.a.curveSeeds);
}

QStringList figures(const OverlapData& data)
{
    const auto lineOf = [](const OverlapMeasure& measure) {
        return Words::tr("s·E: %1 dimensions, norm %2 · PE: %3 dimensions, norm %4")
            .arg(measure.embeddingWidth)
            .arg(orUndefined(measure.scaledNorm))
            .arg(measure.positionWidth)
            .arg(orUndefined(measure.positionNorm));
    };
    if (!data.b)
        return {lineOf(data.a)};
    return {ofSide(Side::A, lineOf(data.a)), ofSide(Side::B, lineOf(*data.b))};
}

QString summary(const ScoreTermsData& data)
{
    const QString text = summaryOf(data.a, data.b);
    return data.options.minusRowMeans ? Words::tr("%1; pictures without row means").arg(text) : text;
}

namespace {

QString shareOrUndefined(double value)
{
    return std::isfinite(value) ? share(value) : Words::tr("undefined");
}

struct Figure
{
    QString name;
    double value;
    QString (*print)(double);
    std::optional<double> expected = {};
    bool compared = true; // A − B is meaningful
};

QList<Figure> figuresOf(const HistogramMeasure& measure)
{
    const auto number = [](double value) {
        return orUndefined(value);
    };
    const auto loss = [](double log10) {
        return text(powerOfTen(log10));
    };
    QList<Figure> figures{{QStringLiteral("p"), measure.p, number},
                          {Words::tr("exactly 0"), measure.spread.zeros, shareOrUndefined},
                          {Words::tr("cos(in, out)"), measure.cosine, number, measure.expectedCosine}};
    if (measure.mean)
        figures += Figure{Words::tr("variance / x²"), measure.mean->variance, number, measure.mean->expectedVariance};
    if (measure.pairs) {
        const std::array<QString, 3> names{Words::tr("pairs whole"), Words::tr("half"), Words::tr("gone")};
        for (std::size_t i = 0; i < names.size(); ++i)
            figures += Figure{names[i], measure.pairs->shares[i], shareOrUndefined, measure.pairs->expected[i]};
    }
    figures += Figure{Words::tr("a token lost whole"), measure.log10TokenLoss, loss, {}, false};
    return figures;
}

} // namespace

// With two setups there is no room for expected values.
QStringList figures(const HistogramData& data)
{
    const QList<Figure> ofB = data.b ? figuresOf(*data.b) : QList<Figure>();
    QStringList lines;
    if (data.b)
        lines += Words::tr("A | B | A − B");
    for (const Figure& figure : figuresOf(data.a)) {
        lines += Words::tr("%1 %2", "name and figure").arg(figure.name, figure.print(figure.value));
        const auto other = std::ranges::find(ofB, figure.name, &Figure::name);
        if (other != ofB.end()) {
            lines.last() += QStringLiteral(" | ") + other->print(other->value);
            if (const double less = figure.value - other->value; figure.compared && std::isfinite(less))
                lines.last() += QStringLiteral(" | ") + figure.print(less);
        } else if (!data.b && figure.expected && std::isfinite(*figure.expected)) {
            lines.last() += Words::tr(", expected %1").arg(figure.print(*figure.expected));
        }
    }
    return lines;
}

} // namespace phasor::words
