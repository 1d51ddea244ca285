// SPDX-License-Identifier: GPL-3.0-or-later
// What the next layer can read, and what a sum or dropout does to it.
#include "text/shownnumber.h"
#include "words/compare.h"
#include "words/coretexts.h"
#include "words/numbers.h"
#include "words/summaries/summaries.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace phasor::words {

namespace {

struct QuestionWords
{
    Q_DECLARE_TR_FUNCTIONS(QuestionWords)
};

QString shareOrUndefined(double value)
{
    return std::isfinite(value) ? share(value) : QuestionWords::tr("undefined");
}

} // namespace

QString summaryOf(const RecoveryMeasure& measure)
{
    const QString p = number(measure.p);
    const QString position = recovered(measure.now.position);
    const QString token = recovered(measure.now.token);
    if (std::isfinite(measure.now.position.share) && std::isfinite(measure.now.token.share))
        return QuestionWords::tr("position %2, token %3: read right at p = %1, by the nearest row of PE and of s·E")
            .arg(p, position, token);
    if (std::isfinite(measure.now.position.share))
        return QuestionWords::tr(
                   "position %2: read right at p = %1, by the nearest row of PE; s·E is zero, so no token "
                   "can be read")
            .arg(p, position);
    return QuestionWords::tr(
               "token %2: read right at p = %1, by the nearest row of s·E; PE is undefined, so no position "
               "can be read")
        .arg(p, token);
}

QString summaryOf(const OverlapMeasure& measure)
{
    if (measure.concatenated)
        return QuestionWords::tr(
                   "put beside each other they have no direction in common: %1 dimensions for the embedding, %2 for "
                   "the encoding")
            .arg(measure.embeddingWidth)
            .arg(measure.positionWidth);
    const SpaceOverlap& spaces = measure.spaces;
    if (spaces.byRank.empty())
        return QuestionWords::tr("the overlap is undefined: one of the two is zero, no number, or too large");
    const QString text
        = QuestionWords::tr("overlap %2, at random %3: of the leading directions of s·E and of PE, %1 each")
              .arg(spaces.rank())
              .arg(number(spaces.measured()), number(spaces.random(spaces.rank())));
    return spaces.allRows ? text : QuestionWords::tr("%1 (the first %2 rows)").arg(text, count(spaces.rows));
}

QString summaryOf(const ScoreTermsMeasure& measure)
{
    const QString sizes
        = QuestionWords::tr(
              "content with content %1, content with position %2 and %3, position with position %4: spread "
              "of the scores")
              .arg(orUndefined(measure.sizes[0]), orUndefined(measure.sizes[1]), orUndefined(measure.sizes[2]),
                   orUndefined(measure.sizes[3]));
    const QString rows
        = measure.allRows ? sizes : QuestionWords::tr("%1, of the first %2 rows").arg(sizes, count(measure.rows));
    return measure.projected ? QuestionWords::tr("%1; head %2 of %3, with its W_q and W_k")
                                   .arg(rows)
                                   .arg(measure.head.head)
                                   .arg(measure.head.heads)
                             : QuestionWords::tr("%1; without projections").arg(rows);
}

QString summaryOf(const HistogramMeasure& measure)
{
    if (measure.p == 0)
        return QuestionWords::tr("nothing is dropped: the output is the input");
    QStringList parts{QuestionWords::tr("%1 of the outputs are exactly 0").arg(share(measure.spread.zeros))};
    if (std::isfinite(measure.cosine))
        parts += QuestionWords::tr("cos(input, output) %1").arg(number(measure.cosine));
    if (measure.mean)
        parts += QuestionWords::tr("the mean of %1 masks is %2 of the input away from it")
                     .arg(measure.mean->masks.size())
                     .arg(share(measure.mean->distance.back()));
    if (!measure.allRows)
        parts += QuestionWords::tr("%1 rows, evenly spread").arg(count(measure.rows));
    return parts.join(QStringLiteral(", "));
}

QString recovered(const Recovered& of)
{
    if (!std::isfinite(of.share))
        return QuestionWords::tr("undefined");
    if (of.low == of.high)
        return share(of.share);
    return QuestionWords::tr("%1 (%2 to %3)", "a share, its interval")
        .arg(share(of.share), share(of.low), share(of.high));
}

QString detail(const RecoverabilityData& data)
{
    const Recovery& now = data.a.now;
    return QuestionWords::tr(
               "Discs: %1 rows of the output, each looked up among %2 rows of PE and %3 of s·E, for masks of %4 seeds; "
               "in brackets and as strokes the 95 % interval over these.")
               .arg(count(now.rows), count(now.positions), count(now.vocabulary))
               .arg(now.seeds)
        + QStringLiteral("\n\n")
        + QuestionWords::tr("Lines: the first %1 rows for positions, %2 for tokens, %3 seeds.")
              .arg(count(data.a.curveRows), count(data.a.curveTokenRows))
              .arg(data.a.curveSeeds);
}

QStringList figures(const OverlapData& data)
{
    const auto lineOf = [](const OverlapMeasure& measure) {
        return QuestionWords::tr("s·E: %1 dimensions, length %2 · PE: %3 dimensions, length %4")
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
    return data.options.minusRowMeans ? QuestionWords::tr("%1; pictures without row means").arg(text) : text;
}

namespace {

struct Figure
{
    QString name;
    QString value;
    QString expected = {}; // empty: nothing is
    double number = std::numeric_limits<double>::quiet_NaN(); // what is subtracted; NaN: nothing
    bool isShare = false;
};

Figure shareFigure(const QString& name, double value, const QString& expected = {})
{
    return {name, shareOrUndefined(value), expected, value, true};
}

Figure numberFigure(const QString& name, double value, double law = std::numeric_limits<double>::quiet_NaN())
{
    return {name, orUndefined(value), std::isfinite(law) ? number(law) : QString(), value};
}

QList<Figure> figuresOf(const HistogramMeasure& measure)
{
    QList<Figure> figures{numberFigure(QStringLiteral("p"), measure.p),
                          shareFigure(QuestionWords::tr("exactly 0"), measure.spread.zeros),
                          numberFigure(QuestionWords::tr("cos(in, out)"), measure.cosine, measure.expectedCosine)};
    if (measure.mean)
        figures
            += numberFigure(QuestionWords::tr("variance / x²"), measure.mean->variance, measure.mean->expectedVariance);
    if (measure.pairs) {
        const std::array<QString, 3> names{QuestionWords::tr("pairs whole"), QuestionWords::tr("half"),
                                           QuestionWords::tr("gone")};
        for (std::size_t i = 0; i < names.size(); ++i)
            figures += shareFigure(names[i], measure.pairs->shares[i], share(measure.pairs->expected[i]));
    }
    figures += Figure{QuestionWords::tr("a token lost whole"), text(powerOfTen(measure.log10TokenLoss))};
    return figures;
}

QString differenceOf(const Figure& a, const Figure& b)
{
    const double less = a.number - b.number;
    if (!std::isfinite(less))
        return {};
    return a.isShare ? share(less) : number(less);
}

} // namespace

// Beside each other there is no room for what is expected.
QStringList figures(const HistogramData& data)
{
    QStringList lines;
    if (data.b)
        lines += QuestionWords::tr("A | B | A − B");
    const QList<Figure> a = figuresOf(data.a);
    const QList<Figure> b = data.b ? figuresOf(*data.b) : QList<Figure>();
    for (const Figure& figure : a) {
        const auto other
            = std::find_if(b.begin(), b.end(), [&](const Figure& second) { return second.name == figure.name; });
        const QString less = other != b.end() ? differenceOf(figure, *other) : QString();
        if (!less.isEmpty())
            lines += QuestionWords::tr("%1 %2 | %3 | %4", "a figure of A and B, their difference")
                         .arg(figure.name, figure.value, other->value, less);
        else if (other != b.end())
            lines
                += QuestionWords::tr("%1 %2 | %3", "a figure of A and B").arg(figure.name, figure.value, other->value);
        else if (figure.expected.isEmpty() || data.b)
            lines += QuestionWords::tr("%1 %2", "name and figure").arg(figure.name, figure.value);
        else
            lines += QuestionWords::tr("%1 %2, expected %3", "name and figure")
                         .arg(figure.name, figure.value, figure.expected);
    }
    return lines;
}

} // namespace phasor::words
