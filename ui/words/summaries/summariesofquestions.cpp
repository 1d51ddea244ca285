// SPDX-License-Identifier: GPL-3.0-or-later
// What the next layer can recover, and the effect of a sum or dropout on it.
#include "words/summaries/summaries.h"

namespace phasor::words {

namespace {

// "12.5 % (11–14 %)"
QString recovered(const Recovered& of)
{
    if (!std::isfinite(of.share))
        return Words::tr("undefined");
    const QString low = number(100 * of.low);
    const QString interval = fromTo(low, number(100 * of.high), Words::tr("%1–%2", "an interval"));
    return interval == low ? share(of.share)
                           : Words::tr("%1 (%2 %)", "a share, its interval").arg(share(of.share), interval);
}

// Of the score's terms: the spread of content, and the largest one in which position takes part.
struct Weights
{
    explicit Weights(const ScoreTermSizes& sizes)
        : content(sizes[0])
        , position(std::max({sizes[1], sizes[2], sizes[3]}))
        , defined(std::ranges::all_of(sizes, [](double size) { return std::isfinite(size); }))
    {
    }
    bool equal() const { return content < 1.05 * position && position < 1.05 * content; }
    bool positionLeads() const { return position > content; }
    bool comparable() const { return defined && content > 0 && position > 0; }
    // "24 : 1", the larger one first.
    QString ratio() const
    {
        return QStringLiteral("%1 : 1").arg(rounded(std::max(content, position) / std::min(content, position)));
    }

    double content;
    double position;
    bool defined;
};

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
};

QList<Figure> figuresOf(const HistogramMeasure& measure)
{
    const auto number = [](double value) {
        return orUndefined(value);
    };
    QList<Figure> figures{{Words::tr("probability p"), measure.p, shareOrUndefined},
                          {Words::tr("exactly 0"), measure.spread.zeros, shareOrUndefined},
                          {Words::tr("cosine to input"), measure.cosine, number, measure.expectedCosine}};
    if (measure.mean)
        figures += Figure{Words::tr("variance / x²"), measure.mean->variance, number, measure.mean->expectedVariance};
    if (measure.pairs) {
        const std::array<QString, 3> names{Words::tr("pairs: both kept"), Words::tr("one kept"),
                                           Words::tr("none kept")};
        for (std::size_t i = 0; i < names.size(); ++i)
            figures += Figure{names[i], measure.pairs->shares[i], shareOrUndefined, measure.pairs->expected[i]};
    }
    return figures;
}

} // namespace

QString recoveredRows(const Recovered& of)
{
    if (of.isAll())
        return Words::tr("all rows");
    return of.share == 0 ? Words::tr("no row") : Words::tr("%1 of rows", "a share").arg(roundedShare(of.share));
}

QString recoveryCompared(const Recovery& a, const Recovery& b)
{
    const auto differ = [](const Recovered& one, const Recovered& other) {
        return (one.low > other.high || other.low > one.high) && std::isfinite(one.share + other.share);
    };
    if (differ(a.position, b.position))
        return Words::tr("Position is recovered in %1 in A and %2 in B")
            .arg(recoveredRows(a.position), recoveredRows(b.position));
    if (differ(a.token, b.token))
        return Words::tr("The token is recovered in %1 in A and %2 in B")
            .arg(recoveredRows(a.token), recoveredRows(b.token));
    if (!std::isfinite(a.position.share + b.position.share + a.token.share + b.token.share))
        return {};
    return Words::tr("A and B can't be told apart in how well position and token are recovered");
}

QString summaryOf(const RecoveryMeasure& measure)
{
    const Recovery& now = measure.now;
    const Recovered& position = now.position;
    const Recovered& token = now.token;
    if (!std::isfinite(position.share) && !std::isfinite(token.share))
        return Words::tr("Neither position nor token is defined in this setup");
    if (!std::isfinite(token.share))
        return Words::tr("Position is recovered in %1, but no token, as s·E is zero").arg(recoveredRows(position));
    if (!std::isfinite(position.share))
        return Words::tr("The token is recovered in %1, but no position, as PE is undefined").arg(recoveredRows(token));
    if (now.guessesPosition())
        return now.guessesToken()
            ? Words::tr("Neither position nor token is recovered better than by chance")
            : Words::tr("Position is recovered no better than by chance, the token in %1").arg(recoveredRows(token));
    if (now.guessesToken())
        return Words::tr("Position is recovered in %1, the token no better than by chance")
            .arg(recoveredRows(position));
    return recoveredRows(position) == recoveredRows(token)
        ? Words::tr("Position and token are both recovered in %1").arg(recoveredRows(token))
        : Words::tr("Position is recovered in %1, the token in %2").arg(recoveredRows(position), recoveredRows(token));
}

QString change(const RecoveryMeasure& a, const RecoveryMeasure& b)
{
    return a.now == b.now ? QString() : recoveryCompared(a.now, b.now);
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
    const Meeting meeting = meetingOf(spaces);
    if (meeting == Meeting::AllDirections)
        return spaces.width == 1
            ? Words::tr("Embedding and encoding share the only dimension")
            : Words::tr("Embedding and encoding both use all %1 dimensions").arg(count(spaces.width));
    if (meeting == Meeting::AsByChance)
        return Words::tr("Embedding and encoding overlap by %1, about as much as by chance").arg(overlap);
    if (measure.drawnAlike)
        return Words::tr("Embedding and encoding overlap by %1, as both come from the same seed").arg(overlap);
    return (meeting == Meeting::MoreThanByChance
                ? Words::tr("Embedding and encoding overlap by %1, more than by chance (%2)")
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
    const Weights weights(measure.sizes);
    if (measure.rows < kLeastScoreRows)
        return Words::tr("With fewer than %1 tokens content and position can't be compared").arg(kLeastScoreRows);
    if (!weights.defined)
        return Words::tr("The terms of the score are undefined here, as there are no finite pairs to compare");
    if (weights.content == 0 || weights.position == 0)
        return weights.content == weights.position ? Words::tr("Neither content nor position changes the scores")
            : weights.content == 0                 ? Words::tr("Content adds nothing to the scores")
                                                   : Words::tr("Position adds nothing to the scores");
    if (weights.equal())
        return Words::tr("Content and position change the scores equally");
    return (weights.positionLeads() ? Words::tr("Position outweighs content %1 in the scores")
                                    : Words::tr("Content outweighs position %1 in the scores"))
        .arg(weights.ratio());
}

QString summaryOf(const HistogramMeasure& measure)
{
    const QString zeros = roundedShare(measure.spread.zeros);
    if (measure.p == 0)
        return measure.spread.zeros > 0 ? Words::tr("Dropout is off, but %1 of the output is exactly 0").arg(zeros)
                                        : Words::tr("Dropout is off, so the output equals the input");
    if (measure.spread.zeros == 1)
        return Words::tr("The output is exactly 0 everywhere");
    return measure.spread.zeros > 0 ? Words::tr("The output is exactly 0 in %1 of the values").arg(zeros)
                                    : Words::tr("No output is exactly 0");
}

QString change(const HistogramMeasure& a, const HistogramMeasure& b)
{
    const QString ofA = roundedShare(a.spread.zeros);
    const QString ofB = roundedShare(b.spread.zeros);
    const QString zeros = Words::tr("The output is exactly 0 in %1 of the values").arg(ofA);
    return ofA == ofB ? bothSides(zeros, zeros) : Words::tr("%1 in A and %2 in B").arg(zeros, ofB);
}

QStringList detailOf(const HistogramMeasure& measure)
{
    QStringList parts;
    if (std::isfinite(measure.cosine))
        parts += Words::tr("Input and output have cosine %1.").arg(number(measure.cosine));
    if (measure.zeroRows > 0)
        parts += Words::tr("Without a cosine: %1 rows that are zero.").arg(count(measure.zeroRows));
    parts += Words::tr("An unprotected token is zeroed completely: %1.").arg(likelihood(measure.log10TokenLoss));
    if (!measure.allRows)
        parts += Words::tr("Measured on %1 rows, evenly spread.").arg(count(measure.rows));
    if (measure.mean)
        parts += Words::tr("The mean over %1 masks differs from the input by %2.")
                     .arg(count(std::ssize(measure.mean->masks)), roundedShare(measure.mean->distance.back()));
    if (measure.mean && measure.mean->rows < measure.rows)
        parts += Words::tr("The mean over masks: %1 rows, evenly spread.").arg(count(measure.mean->rows));
    return parts;
}

QString detail(const RecoverabilityData& data)
{
    const auto factsOf = [](const RecoveryMeasure& measure) {
        return QStringList{Words::tr("At p = %1: position %2 (chance %3), token %4 (chance %5).")
                               .arg(number(measure.p), recovered(measure.now.position),
                                    roundedShare(measure.now.positionByChance()), recovered(measure.now.token),
                                    roundedShare(measure.now.tokenByChance()))};
    };
    const Recovery& now = data.a.now;
    return paragraphs(
        {detailOf(factsOf(data.a), data.b ? std::optional(factsOf(*data.b)) : std::nullopt),
         Words::tr("A row is recovered if the nearest row of PE is its position, or the nearest row of s·E its token."),
         Words::tr("Discs: %1 rows of the output, looked up among %2 rows of PE and %3 of s·E, for masks of %4 seeds. "
                   "Strokes: the 95 % interval over these.")
             .arg(count(now.rows), count(now.positions), count(now.vocabulary), QString::number(now.seeds)),
         Words::tr("Other points: %1 rows for positions, %2 for tokens, evenly spread, %3 seeds.")
             .arg(count(data.a.curveRows), count(data.a.curveTokenRows), QString::number(data.a.curveSeeds))});
}

// A table of what addition and concatenation cost; of two setups that differ only concatenation.
QStringList figures(const OverlapData& data)
{
    QStringList lines{QStringLiteral("\t%1\t%2\t%3")
                          .arg(Words::tr("for s·E", "dimensions"), Words::tr("for PE", "dimensions"),
                               Words::tr("weights of the next layer"))};
    const bool differ = data.b && !(data.a.beside == data.b->beside);
    const auto add = [&lines, differ](const Widths& widths, const QString& before) {
        const auto row = [&](const QString& name, const Widths& of) {
            lines += QStringLiteral("%1\t%2\t%3\t%4")
                         .arg(before + name, count(of.embedding), count(of.position), count(of.whole * of.whole));
        };
        const std::int64_t whole = widths.whole;
        if (!differ)
            row(Words::tr("added"), {whole, whole, whole});
        if (widths.embedding < 1 || widths.position < 1)
            return;
        row(Words::tr("concatenated"), widths);
        row(Words::tr("concatenated, wider"), {whole + widths.position, whole, widths.position});
    };
    add(data.a.beside, differ ? ofSide(Side::A, {}) : QString());
    if (differ)
        add(data.b->beside, ofSide(Side::B, {}));
    return lines;
}

QString change(const ScoreTermsMeasure& ofA, const ScoreTermsMeasure& ofB)
{
    const Weights a(ofA.sizes);
    const Weights b(ofB.sizes);
    if (!a.comparable() || !b.comparable() || summaryOf(ofA) == summaryOf(ofB))
        return {};
    if (a.positionLeads() != b.positionLeads())
        return (a.positionLeads() ? Words::tr("Position outweighs content %1 in A, content position %2 in B")
                                  : Words::tr("Content outweighs position %1 in A, position content %2 in B"))
            .arg(a.ratio(), b.ratio());
    return (a.positionLeads() ? Words::tr("Position outweighs content %1 in A and %2 in B")
                              : Words::tr("Content outweighs position %1 in A and %2 in B"))
        .arg(a.ratio(), b.ratio());
}

QString detail(const ScoreTermsData& data)
{
    const auto factsOf = [](const ScoreTermsMeasure& measure) {
        QStringList parts{
            Words::tr("Standard deviation of each term: content with content %1, content with position %2, position "
                      "with content %3, position with position %4.")
                .arg(orUndefined(measure.sizes[0]), orUndefined(measure.sizes[1]), orUndefined(measure.sizes[2]),
                     orUndefined(measure.sizes[3])),
            measure.projected
                ? Words::tr("For head %1 of %2, with its W_q and W_k.").arg(measure.head.head).arg(measure.head.heads)
                : Words::tr("Over all dimensions, not only those of one head.")};
        if (!measure.allRows)
            parts += Words::tr("Measured on the first %1 rows.").arg(count(measure.rows));
        return parts;
    };
    QStringList parts{detailOf(factsOf(data.a), data.b ? std::optional(factsOf(*data.b)) : std::nullopt),
                      Words::tr("The finding compares content with content to the largest term that has position.")};
    if (data.options.minusRowMeans)
        parts += Words::tr("The maps are without row means, which softmax ignores.");
    return paragraphs(parts);
}

// A table: name, value and expected value; while comparing A, B, A − B.
QStringList figures(const HistogramData& data)
{
    const QList<Figure> ofB = data.b ? figuresOf(*data.b) : QList<Figure>();
    QStringList lines{data.b
                          ? QStringLiteral("\t%1\t%2\t%3").arg(sideName(Side::A), sideName(Side::B), differenceName())
                          : QStringLiteral("\t%1\t%2").arg(Words::tr("measured"), Words::tr("expected"))};
    for (const Figure& figure : figuresOf(data.a)) {
        lines += QStringLiteral("%1\t%2").arg(figure.name, figure.print(figure.value));
        const auto other = std::ranges::find(ofB, figure.name, &Figure::name);
        if (other != ofB.end()) {
            lines.last() += u'\t' + other->print(other->value);
            if (const double less = figure.value - other->value; std::isfinite(less))
                lines.last() += u'\t' + inPoints(figure.print(less));
        } else if (!data.b && figure.expected && std::isfinite(*figure.expected)) {
            lines.last() += u'\t' + figure.print(*figure.expected);
        }
    }
    return lines;
}

} // namespace phasor::words
