// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/summaries/summaries.h"

#include "views/waves/wavefacts.h"

#include <set>

namespace phasor::words {

static bool isShareOf(const Quantity& quantity, std::string_view what)
{
    return quantity.family == QuantityFamily::Share && quantity.symbol.english() == what;
}

// "3.2 positions"
static QString cells(AxisKind kind, double perPixel)
{
    const QString many = number(perPixel, perPixel < 100 ? 2 : 3);
    const bool one = perPixel <= 1 || many == QStringLiteral("1");
    const int n = pluralOf(static_cast<std::int64_t>(std::ceil(perPixel)));
    switch (kind) {
    case AxisKind::Position:
        return one ? Words::tr("1 position") : Words::tr("%1 positions", nullptr, n).arg(many);
    case AxisKind::Dimension:
        return one ? Words::tr("1 dimension") : Words::tr("%1 dimensions", nullptr, n).arg(many);
    case AxisKind::Key:
        return one ? Words::tr("1 key") : Words::tr("%1 keys", nullptr, n).arg(many);
    default:
        return one ? Words::tr("1 column") : Words::tr("%1 columns", nullptr, n).arg(many);
    }
}

// How a pixel's cells became its value.
static QString reduction(const Picture& picture)
{
    if (picture.reduction == Reduction::Envelope)
        return picture.sampled ? Words::tr("envelope of a sample") : Words::tr("envelope");
    if (picture.reduction == Reduction::Nearest)
        return Words::tr("nearest value");
    if (isShareOf(picture.quantity, "mask"))
        return picture.sampled ? Words::tr("share kept of a sample") : Words::tr("share kept");
    if (isShareOf(picture.quantity, "differs"))
        return picture.sampled ? Words::tr("share that differs of a sample") : Words::tr("share that differs");
    if (picture.sampled)
        return Words::tr("mean of a sample");
    return picture.reduction == Reduction::Smooth ? Words::tr("smooth") : Words::tr("mean");
}

// From the smallest to the largest of the values and 0; NaN are left out.
static Interval rangeWithZero(const Matrix& values)
{
    Interval range{0, 0};
    for (std::int64_t i = 0; i < values.rows() * values.cols(); ++i) {
        const auto value = static_cast<double>(values.data()[i]);
        range = {std::min(range.low, value), std::max(range.high, value)};
    }
    return range;
}

static QString findingOfTokens(const Node& node)
{
    const TokenSequence* tokens = node.rows.tokens.get(); // null: row i has token i
    std::set<std::int64_t> ids;
    const bool text = tokens != nullptr && tokens->hasText();
    const std::int64_t length = text ? tokens->textLength() : node.rows.count;
    for (std::int64_t row = 0; text && row < length; ++row)
        ids.insert(tokens->id(row));
    const auto different = static_cast<std::int64_t>(ids.size());
    if (length == 1)
        return Words::tr("There is only one token");
    return text && different < length
        ? Words::tr("%1 tokens have %2 different ids").arg(count(length), count(different))
        : Words::tr("All %1 tokens have different ids").arg(count(length));
}

static QString findingOfScale(double scale)
{
    if (scale == 0)
        return Words::tr("The scale is 0, so nothing is left of the embedding");
    return scale == 1 ? Words::tr("The scale is 1, so the embedding stays as it is")
                      : Words::tr("The scale multiplies the embedding by %1").arg(rounded(scale));
}

static QString findingOfEncoding(const HeatmapData& data)
{
    const bool grid = data.picture.rows.gridColumns > 0;
    if (data.pairsOfTokens.frozen > 0)
        return Words::tr("%1 of %2 waves hardly change over %3 tokens")
            .arg(count(data.pairsOfTokens.frozen), count(data.pairsOfTokens.pairs),
                 count(static_cast<std::int64_t>(data.tokenRows->high - data.tokenRows->low)));
    const QString columns = count(data.picture.columns.count);
    const QString lengths = wavelengthsText(data.wavelengths.value_or(Interval()), grid);
    if (data.waves == data.picture.columns.count)
        return (data.node->find<PositionFacts>()->model->table ? Words::tr("Dimensions are waves, %1 long")
                                                               : Words::tr("Pairs turn once in %1"))
            .arg(lengths);
    if (data.waves > 0)
        return Words::tr("%1 of %2 dimensions are waves, %3 long").arg(count(data.waves), columns, lengths);
    return (grid ? Words::tr("A model learns the %1 values of each grid cell")
                 : Words::tr("A model learns the %1 values of each position"))
        .arg(columns);
}

static QString findingOfSum(const HeatmapData& data)
{
    if (data.node->operation == Operation::Concatenate)
        return Words::tr("The embedding fills the first dimensions, the encoding the rest");
    if (data.node->operation == Operation::Same)
        return Words::tr("No position is added, so equal tokens have equal rows");
    if (!data.angle || !std::isfinite(data.angle->value))
        return Words::tr("The encoding is added to the embedding");
    const QString degrees = rounded(*data.angle);
    if (data.angle->value > 45)
        return Words::tr("The encoding turns the embedding by %1° and dominates the sum").arg(degrees);
    return data.angle->value < 5 ? Words::tr("Adding PE hardly turns the embedding (%1°)").arg(degrees)
                                 : Words::tr("Adding PE turns the embedding by %1°").arg(degrees);
}

static QString findingOfMask(const HeatmapData& data)
{
    if (!data.dropped || data.dropped->value == 0)
        return Words::tr("The mask keeps every value");
    return data.dropped->value == 1 ? Words::tr("The mask drops every value")
                                    : Words::tr("The mask drops %1 of the values").arg(roundedShare(*data.dropped));
}

static QString findingOfOutput(const Node& node)
{
    const auto& dropout = *node.find<DropoutFacts>();
    if (dropout.probability == 0)
        return dropout.mode == DropoutMode::Eval ? Words::tr("Dropout is off in evaluation, so nothing is dropped")
                                                 : Words::tr("Dropout is off, so nothing is dropped");
    const Placement::Operand operand = placementOf(dropout.placement).operand;
    const bool parts = std::ranges::count(node.inputs, "position") > 0; // dropped before they are combined
    if (parts && operand == Placement::Operand::Embedding)
        return Words::tr("Dropout with p = %1 acts on s·E alone, and PE stays whole").arg(rounded(dropout.probability));
    if (parts && operand == Placement::Operand::Position)
        return Words::tr("Dropout with p = %1 acts on PE alone, and s·E stays whole").arg(rounded(dropout.probability));
    if (parts && dropout.probability < 1)
        return Words::tr("Dropout with p = %1 acts on s·E and PE with separate masks")
            .arg(rounded(dropout.probability));
    if (dropout.probability == 1)
        return Words::tr("Dropout zeroes everything");
    return Words::tr("Dropout with p = %1 zeroes values and multiplies the rest by %2")
        .arg(rounded(dropout.probability), rounded(dropout.factor));
}

static QString findingOfHead(const Node& node)
{
    const bool queries = node.id == "queries";
    const QString width = count(node.columns.count);
    if (node.positionEnters)
        return (queries ? Words::tr("Position rotates pairs of the %1 values of each query")
                        : Words::tr("Position rotates pairs of the %1 values of each key"))
            .arg(width);
    if (node.columns.kind == AxisKind::Id)
        return (queries ? Words::tr("Each query mixes all dimensions into %1")
                        : Words::tr("Each key mixes all dimensions into %1"))
            .arg(width);
    return (queries ? Words::tr("Each query is a copy of %1 dimensions of the output")
                    : Words::tr("Each key is a copy of %1 dimensions of the output"))
        .arg(width);
}

static QString findingOfBias(const HeatmapData& data)
{
    const auto [low, high] = rangeWithZero(data.picture.values);
    const auto head = data.node->find<AttentionFacts>()->head;
    if (low == 0 && high == 0)
        return Words::tr("Head %1 adds no bias").arg(head);
    if (high <= 0)
        return Words::tr("Head %1 lowers scores by up to %2").arg(head).arg(rounded(-low));
    return Words::tr("Head %1 changes scores by %2 to %3").arg(head).arg(rounded(low), rounded(high));
}

static QString findingOfScores(const HeatmapData& data)
{
    const auto& head = *data.node->find<AttentionFacts>();
    const std::int64_t queries = data.node->rows.count;
    const bool attention = data.node->operation == Operation::SoftMax;
    if (!data.selfFirst)
        return (head.causal ? Words::tr("Each of %1 queries of head %2 meets its own and earlier keys")
                            : Words::tr("Each of %1 queries of head %2 meets all keys"))
            .arg(count(queries), QString::number(head.head));
    if (*data.selfFirst == queries)
        return (attention ? Words::tr("In head %1 every token attends most to itself")
                          : Words::tr("In head %1 every token scores itself highest"))
            .arg(head.head);
    return (attention ? Words::tr("In head %1, %2 of %3 tokens attend most to themselves")
                      : Words::tr("In head %1, %2 of %3 tokens score themselves highest"))
        .arg(QString::number(head.head), QString::number(*data.selfFirst), QString::number(queries));
}

// What a picture of the stage tells.
static QString stageFinding(const HeatmapData& data)
{
    const Node& node = *data.node;
    switch (node.operation) {
    case Operation::Input:
        return findingOfTokens(node);
    case Operation::LookUp:
        return Words::tr("Each token is a vector of %1 values, standard deviation %2")
            .arg(count(node.columns.count), rounded(data.sigma.value_or(1)));
    case Operation::Scale:
        return findingOfScale(data.scale.value_or(1));
    case Operation::Encode:
        return node.find<PositionFacts>() != nullptr ? findingOfEncoding(data) : findingOfBias(data);
    case Operation::Add:
    case Operation::Concatenate:
    case Operation::Same:
        return findingOfSum(data);
    case Operation::Draw:
        return findingOfMask(data);
    case Operation::Drop:
        return findingOfOutput(node);
    case Operation::Project:
        return findingOfHead(node);
    default:
        return findingOfScores(data);
    }
}

QString pixelText(const Picture& picture, AxisKind columns)
{
    if (picture.rowsPerPixel <= 1 && picture.columnsPerPixel <= 1)
        return {};
    return Words::tr("each pixel: %1 × %2, %3", "rows, columns, how they become one value")
        .arg(cells(picture.rows.kind, picture.rowsPerPixel), cells(columns, picture.columnsPerPixel),
             reduction(picture));
}

QString shortPixelText(const Picture& picture)
{
    return Words::tr("each pixel: %1 × %2, %3", "numbers of rows, of columns, how they become one value")
        .arg(number(std::max(1.0, picture.rowsPerPixel), 2), number(std::max(1.0, picture.columnsPerPixel), 2),
             reduction(picture));
}

QString valueLabel(const Picture& picture)
{
    if (picture.reduction == Reduction::Nearest)
        return Words::tr("nearest value");
    if (isShareOf(picture.quantity, "mask"))
        return Words::tr("share kept");
    if (picture.quantity.family == QuantityFamily::Id)
        return Words::tr("token id");
    return ofCore(picture.quantity.symbol);
}

QString summary(const HeatmapData& data)
{
    if (data.otherShape)
        return Words::tr("A has %1 × %2 values and B %3 × %4, so A − B is missing", "rows, columns")
            .arg(count(data.picture.rows.count), count(data.picture.columns.count), count(data.otherShape->rows),
                 count(data.otherShape->cols));
    if (!data.difference)
        return stageFinding(data);
    const auto [low, high] = rangeWithZero(data.difference->values);
    const double reach = std::max(-low, high);
    return reach == 0 ? Words::tr("A and B are equal here")
                      : Words::tr("A and B differ by up to %1 here").arg(rounded(reach));
}

QString summaryOf(const PrecisionMeasure& of)
{
    if (of.exact)
        return Words::tr("Every value is exact, rounded once");
    const std::vector<double>& errors = of.errors.numbers;
    const auto none = std::ranges::find_if(errors, [](double error) { return std::isnan(error); });
    if (none != errors.end()) {
        const double at = of.errors.positions[static_cast<std::size_t>(none - errors.begin())];
        return Words::tr("From about position %1 on, values are undefined").arg(rounded(at));
    }
    const QString worst = (of.errors.sampled ? Words::tr("%1 or more") : QStringLiteral("%1")).arg(rounded(of.worst));
    return of.collidingCount == 0 ? Words::tr("All positions differ, and the largest error is %1").arg(worst)
                                  : Words::tr("%1 of %2 positions cannot be told from another (largest error %3)")
                                        .arg(count(of.collidingCount), count(of.checked.size()), worst);
}

QString change(const PrecisionMeasure& a, const PrecisionMeasure& b)
{
    const auto undefined = [](const PrecisionMeasure& of) {
        return std::ranges::any_of(of.errors.numbers, [](double error) { return std::isnan(error); });
    };
    if (undefined(a) || undefined(b) || (a.exact && b.exact))
        return {};
    const bool alike = a.exact || b.exact || a.checked == b.checked;
    return alike && a.collidingCount != b.collidingCount
        ? changed(Words::tr("The number of confused positions"), static_cast<double>(a.collidingCount),
                  static_cast<double>(b.collidingCount))
        : changed(Words::tr("The largest error"), a.worst, b.worst, a.errors.sampled || b.errors.sampled);
}

QStringList detailOf(const PrecisionMeasure& of)
{
    if (of.exact)
        return {};
    QStringList sentences{Words::tr("The largest error is %1.").arg(rounded(of.worst))};
    if (of.errors.sampled)
        sentences += Words::tr("The errors are of a sample of the rows.");
    sentences += of.collidingCount == 0
        ? Words::tr("No two of the %1 compared positions have the same row.").arg(count(of.checked.size()))
        : Words::tr("Compared positions whose row equals another one: %1 of %2.")
              .arg(count(of.collidingCount), count(of.checked.size()));
    if (!of.allChecked)
        sentences += Words::tr("Later positions are not compared.");
    return sentences;
}

QString detail(const HeatmapData& data)
{
    const Picture& picture = data.picture;
    QStringList sentences{
        Words::tr("%1 has %2 × %3 values.", "a stage, its rows and columns")
            .arg(ofCore(picture.quantity.title), count(picture.rows.count), count(picture.columns.count))};
    if (data.difference)
        sentences += stageFinding(data) + u'.';
    if (data.positionColumns > 0 && picture.columns.period > 0)
        sentences += Words::tr("The mask of s·E is at the left, that of PE at the right.");
    if (data.scale)
        sentences += Words::tr("The embedding scale s is %1.").arg(rounded(*data.scale));
    if (data.sigma)
        sentences += Words::tr("The embedding's values have standard deviation %1.").arg(rounded(*data.sigma));
    if (data.scale || data.sigma)
        sentences += Words::tr("Colors cover ±%1.").arg(rounded(picture.range.high));
    if (data.dead != nullptr) {
        const QString rows
            = picture.rows.gridColumns > 0 ? Words::tr("the grid") : Words::tr("%1 rows").arg(count(data.dead->rows));
        sentences
            += (data.dead->dead == data.dead->frozen
                    ? Words::tr("The line below the picture marks dimensions that move less than 0.1 rad in %1.",
                                "rows")
                    : Words::tr("The line below the picture marks long-wave dimensions, which complete no full period "
                                "in %1. It is thicker for near-constant ones, which move less than 0.1 rad.",
                                "rows"))
                   .arg(rows);
    }
    return paragraphs(sentences);
}

} // namespace phasor::words
