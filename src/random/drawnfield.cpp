// SPDX-License-Identifier: GPL-3.0-or-later
#include "random/drawnfield.h"

#include "field/matrix.h"
#include "field/matrixfield.h"
#include "field/parallel.h"
#include "system/cancelscope.h"
#include "text/numbers.h"

#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace phasor {

namespace {

__extension__ using Count = unsigned __int128;

constexpr Count kMostSequential = Count{1} << 34;
constexpr Count kMostCount = Count{1} << 62;

Error outOfRange(std::string where, Message what, Message remedy)
{
    return usageError("RANGE", std::move(where), std::move(what), std::move(remedy));
}

Error tooLarge(Message what, Message remedy)
{
    return Error{.kind = ErrorKind::Resource,
                 .code = "SIZE",
                 .where = Message::option("--generator"),
                 .what = std::move(what),
                 .remedy = std::move(remedy)};
}

bool isFloat(double value)
{
    return std::fabs(value) <= std::numeric_limits<float>::max(); // false for NaN
}

Status checkShape(Shape shape, Reach reach)
{
    const Message size = WORDS("%1 × %2").with(shape.rows, shape.cols);
    if (shape.rows < 0 || shape.cols < 0)
        return outOfRange("--generator", WORDS("cannot sample a table of %1 values").with(size),
                          WORDS("use a size that is not negative"));
    const Count count = static_cast<Count>(shape.rows) * static_cast<Count>(shape.cols);
    const bool sequential = reach == Reach::Sequential;
    if (count <= (sequential ? kMostSequential : kMostCount))
        return Done{};
    if (sequential)
        return tooLarge(WORDS("a table of %1 values is too large for a sequential generator (limit 2^34)").with(size),
                        WORDS("use %1 philox").with(Message::option("--generator")));
    return tooLarge(WORDS("a table of %1 values is more than 2^62").with(size), WORDS("use a smaller table"));
}

Status checkRange(double low, double high)
{
    // the width must be a float32, too: uniform_ multiplies by it
    if (isFloat(low) && isFloat(high) && low <= high && isFloat(high - low))
        return Done{};
    return outOfRange("--embedding", WORDS("cannot sample from %1 to %2").with(printReal(low), printReal(high)),
                      WORDS("use two float32 numbers, the lower one first"));
}

Status checkMoments(double mean, double std)
{
    if (!isFloat(mean))
        return outOfRange("--embedding", WORDS("the mean %1 is not a float32 number").with(printReal(mean)),
                          WORDS("use a finite mean"));
    if (!isFloat(std) || !(std >= 0))
        return outOfRange("--embedding-std",
                          WORDS("the standard deviation %1 is not a float32 number >= 0").with(printReal(std)),
                          WORDS("use a number that is not negative"));
    return Done{};
}

} // namespace

Status checkNormal(Shape shape, Reach reach, double mean, double std)
{
    TRY_DONE(checkShape(shape, reach));
    return checkMoments(mean, std);
}

Status checkUniform(Shape shape, Reach reach, double low, double high)
{
    TRY_DONE(checkShape(shape, reach));
    return checkRange(low, high);
}

Status checkTruncated(Shape shape, Reach reach, double mean, double std, double low, double high)
{
    TRY_DONE(checkNormal(shape, reach, mean, std));
    if (!(std > 0))
        return outOfRange("--embedding-std",
                          WORDS("a truncated normal distribution needs a standard deviation above 0"),
                          WORDS("use a positive number"));
    return checkRange(low, high);
}

Status checkMask(Shape shape, Reach reach, double p)
{
    if (!(p >= 0 && p <= 1))
        return outOfRange("--dropout", WORDS("the probability must be between 0 and 1, but is %1").with(printReal(p)),
                          WORDS("use a number from 0 to 1"));
    return checkShape(shape, reach);
}

namespace {

constexpr std::int64_t kLargestInMemory = std::int64_t{1} << 24;
constexpr std::int64_t kGrain = std::int64_t{1}
    << 16; // elements a task: drawing them takes far longer than finding the first

class LazyTable final : public Field
{
public:
    LazyTable(Shape shape, Sequence sequence, Interval bounds)
        : m_shape(shape)
        , m_sequence(std::move(sequence))
        , m_bounds(bounds)
    {
    }

    Shape shape() const override { return m_shape; }
    Interval bounds() const override { return m_bounds; }

    void fill(Rect rect, MatrixView<float> out) const override
    {
        if (rect.empty())
            return;
        const std::int64_t first = rect.row * m_shape.cols + rect.col;
        if (rect.cols == m_shape.cols && out.contiguous())
            m_sequence({first, rect.rows * rect.cols, rect.rows * rect.cols, 1, out.data(), 0});
        else
            m_sequence({first, rect.cols, m_shape.cols, rect.rows, out.data(), out.stride()});
    }

private:
    Shape m_shape;
    Sequence m_sequence;
    Interval m_bounds;
};

} // namespace

Result<Drawn> drawnTable(Shape shape, Sequence sequence, Interval bounds, std::shared_ptr<const Generator> after)
{
    const std::int64_t count = shape.rows * shape.cols;
    if (count > kLargestInMemory)
        return Drawn{std::make_shared<LazyTable>(shape, std::move(sequence), bounds), std::move(after)};
    Matrix values(shape);
    parallelFor(0, count, kGrain, [&](Span span) {
        if (!cancelled())
            sequence({span.begin, span.size(), span.size(), 1, values.data() + span.begin, 0});
    });
    if (cancelled())
        return cancelledError();
    auto stored = std::make_shared<const Matrix>(std::move(values));
    return Drawn{std::make_shared<MatrixField>(std::move(stored), bounds), std::move(after)};
}

} // namespace phasor
