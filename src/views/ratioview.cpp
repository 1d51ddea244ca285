// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/ratioview.h"

#include "analysis/norms.h"
#include "encodings/encoding.h"
#include "field/parallel.h"
#include "views/rowsample.h"
#include "views/viewtext.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace phasor {

namespace {

// Cells that a frame visits: neighbours, or rows by themselves, each of which costs an encoding several times as much.
// When nothing moves there is time for more of them.
constexpr std::int64_t kFrameCells = std::int64_t{1} << 23;
constexpr std::int64_t kLoneFrameCells = kFrameCells / 4;
constexpr std::int64_t kStillLoneCells = kFrameCells * 8;
constexpr std::size_t kMostRowLabels = 1000;

struct Point
{
    double embedding = 0; // means over the bin's rows
    double scaled = 0;
    double encoding = 0;
    double ratio = 0;
    double angle = 0;
};

double meanOf(const std::vector<double>& values)
{
    return values.empty() ? 0 : std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// Of one row: from ‖E‖, ‖PE‖ and the cosine between them to s·E and the sum.
Point pointOf(double e, double pe, double cosine, double s)
{
    const double scaled = std::abs(s) * e;
    const double dot = s * e * pe * cosine; // s·E · PE
    const double sum = std::sqrt(std::max(0.0, scaled * scaled + 2 * dot + pe * pe));
    const double c = scaled * sum > 0 ? (scaled * scaled + dot) / (scaled * sum) : 0;
    return {e, scaled, pe, pe > 0 ? scaled / pe : std::numeric_limits<double>::infinity(),
            std::acos(std::clamp(c, -1.0, 1.0)) * 180 / std::numbers::pi};
}

Point pointOf(const Stages& stages, const Field& e, const RowSample::Bin& bin)
{
    const Field& encoding = *stages.encoding();
    Point total;
    double rows = 0;
    for (const Span run : bin.visited) {
        RowPairs pairs;
        if (stages.concatenates()) {
            pairs.normA = rowNorms(e, {run.begin, 0, run.size(), e.shape().cols});
            pairs.normB = rowNorms(encoding, {run.begin, 0, run.size(), encoding.shape().cols});
            pairs.cosine.assign(pairs.normA.size(), 0.0); // they share no dimension
        } else {
            pairs = rowPairs(e, encoding, {run.begin, 0, run.size(), e.shape().cols});
        }
        for (std::size_t i = 0; i < pairs.normA.size(); ++i) {
            const double cosine = std::isnan(pairs.cosine[i]) ? 0 : pairs.cosine[i];
            const Point p = pointOf(pairs.normA[i], pairs.normB[i], cosine, stages.scale());
            total = {total.embedding + p.embedding, total.scaled + p.scaled, total.encoding + p.encoding,
                     total.ratio + p.ratio, total.angle + p.angle};
            rows += 1;
        }
    }
    rows = std::max(rows, 1.0);
    return {total.embedding / rows, total.scaled / rows, total.encoding / rows, total.ratio / rows, total.angle / rows};
}

std::string summaryOf(const RatioData& data)
{
    const double r = data.meanRatio;
    std::string text = "R = ";
    text += shortNumber(r) + ": s·E is ";
    if (std::isinf(r))
        text = "the encoding is zero";
    else if (r >= 0.95 && r <= 1.05)
        text += "as long as PE";
    else
        text += (r > 1 ? shortNumber(r) + " × as long as PE" : shortNumber(1 / r) + " × shorter than PE");
    if (data.concatenated)
        return text + "; put beside each other they do not mix";
    text += "; their sum points " + shortNumber(data.meanAngle) + "° away";
    return data.sampled ? text + " (a sample of the rows)" : text;
}

Result<ViewDataPtr> run(const RatioRequest& request, std::int64_t loneCells, const Stages& stages,
                        const CancelToken& cancel)
{
    const Result<FieldPtr>& e = stages.field(StageId::Embedding);
    if (!e.ok())
        return e.error();
    const TokenSequence& sequence = stages.sequence();
    if (sequence.length() == 0)
        return Error{.kind = ErrorKind::Usage,
                     .code = "EMPTY",
                     .where = "--text",
                     .what = "there is no token to show",
                     .remedy = "type a word"};
    auto data = std::make_shared<RatioData>();
    const auto first = static_cast<double>(stages.parameters().firstPosition);
    const Interval visible = visiblePart(request.rows, sequence.length());
    const Span rows = cellsOf(visible, sequence.length());
    data->allPositions = {first, first + static_cast<double>(sequence.length() - 1)};
    data->visible = {first + static_cast<double>(rows.begin), first + static_cast<double>(rows.end - 1)};
    data->concatenated = stages.concatenates();
    data->expectedRatio = std::sqrt(2.0) * std::abs(stages.scale()) * stages.sigma();

    const std::int64_t cols = (*e)->shape().cols + stages.encoding()->shape().cols;
    const std::int64_t cells = rows.size() > kFrameCells / cols ? loneCells : kFrameCells;
    const RowSample sample = rowSample(rows, cols, std::max(1, request.width / 2), cells);
    data->sampled = sample.sampled;
    data->coarse = sample.sampled && loneCells < kStillLoneCells;
    std::vector<Point> points(sample.bins.size());
    parallelFor(0, static_cast<std::int64_t>(points.size()), 8, [&](Span span) {
        for (std::int64_t i = span.begin; i < span.end && !cancel.cancelled(); ++i)
            points[static_cast<std::size_t>(i)] = pointOf(stages, **e, sample.bins[static_cast<std::size_t>(i)]);
    });
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Span bin = sample.bins[i].rows;
        data->positions.push_back(first + static_cast<double>(bin.begin + bin.end - 1) / 2);
        data->embedding.push_back(points[i].embedding);
        data->scaled.push_back(points[i].scaled);
        data->encoding.push_back(points[i].encoding);
        data->ratio.push_back(points[i].ratio);
        if (!data->concatenated)
            data->angle.push_back(points[i].angle);
    }
    data->meanRatio = meanOf(data->scaled) / meanOf(data->encoding);
    data->meanAngle = meanOf(data->angle);
    if (sequence.hasText() && points.size() == static_cast<std::size_t>(rows.size())
        && points.size() <= kMostRowLabels) {
        for (std::int64_t r = rows.begin; r < rows.end; ++r)
            data->rowLabels.push_back(sequence.label(r));
    }
    data->summary = summaryOf(*data);
    return ViewDataPtr(std::move(data));
}

} // namespace

ViewJob ratioJob(const RatioRequest& request)
{
    const auto within = [&request](std::int64_t loneCells) {
        return [request, loneCells](const Stages& stages, const CancelToken& cancel) {
            return run(request, loneCells, stages, cancel);
        };
    };
    // s is in s·E: the scaled stage stands for it.
    return {"ratio",
            {StageId::Embedding, StageId::Scaled, StageId::Position, StageId::Tokens},
            keyOf(request.rows) + "|" + std::to_string(request.width),
            within(kLoneFrameCells),
            within(kStillLoneCells)};
}

} // namespace phasor
