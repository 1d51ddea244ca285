// SPDX-License-Identifier: GPL-3.0-or-later
#include "random/drawcheck.h"

#include "text/numbers.h"

#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace phasor {

namespace {

__extension__ using Count = unsigned __int128;

constexpr Count kMostSequential = Count{1} << 34;
constexpr Count kMost = Count{1} << 62;

Error outOfRange(std::string where, std::string what, std::string remedy)
{
    return usageError("RANGE", std::move(where), std::move(what), std::move(remedy));
}

bool isFloat(double value)
{
    return std::fabs(value) <= std::numeric_limits<float>::max(); // false for NaN
}

std::optional<Error> refuseShape(Shape shape, Reach reach)
{
    const std::string size = printInteger(shape.rows) + " × " + printInteger(shape.cols);
    if (shape.rows < 0 || shape.cols < 0)
        return outOfRange("--generator", "cannot draw a table of " + size + " values", "ask for no negative size");
    const Count count = static_cast<Count>(shape.rows) * static_cast<Count>(shape.cols);
    const bool sequential = reach == Reach::Sequential;
    if (count <= (sequential ? kMostSequential : kMost))
        return std::nullopt;
    if (sequential)
        return Error{ErrorKind::Resource, "SIZE", "--generator",
                     "a table of " + size
                         + " values is more than the 2^34 draws that a sequential generator is taken through",
                     "use --generator philox, which draws any part on its own, or ask for a smaller table"};
    return Error{ErrorKind::Resource, "SIZE", "--generator", "a table of " + size + " values is more than 2^62",
                 "ask for a smaller table"};
}

std::optional<Error> refuseRange(double low, double high)
{
    // the width must be a float32, too: uniform_ multiplies by it
    if (isFloat(low) && isFloat(high) && low <= high && isFloat(high - low))
        return std::nullopt;
    return outOfRange("--embedding", "cannot draw from " + printReal(low) + " … " + printReal(high),
                      "give two float32 numbers, the lower one first");
}

std::optional<Error> refuseMoments(double mean, double std)
{
    if (!isFloat(mean))
        return outOfRange("--embedding", "the mean " + printReal(mean) + " is not a float32 number",
                          "give a finite mean");
    if (!isFloat(std) || !(std >= 0))
        return outOfRange("--embedding-std",
                          "the standard deviation " + printReal(std) + " is not a float32 number >= 0",
                          "give a number that is not negative");
    return std::nullopt;
}

} // namespace

std::optional<Error> refuseNormal(Shape shape, Reach reach, double mean, double std)
{
    auto error = refuseShape(shape, reach);
    return error ? error : refuseMoments(mean, std);
}

std::optional<Error> refuseUniform(Shape shape, Reach reach, double low, double high)
{
    auto error = refuseShape(shape, reach);
    return error ? error : refuseRange(low, high);
}

std::optional<Error> refuseTruncated(Shape shape, Reach reach, double mean, double std, double low, double high)
{
    if (auto error = refuseNormal(shape, reach, mean, std))
        return error;
    if (!(std > 0))
        return outOfRange("--embedding-std", "a truncated normal distribution needs a standard deviation above 0",
                          "give a positive number");
    return refuseRange(low, high);
}

std::optional<Error> refuseMask(Shape shape, Reach reach, double p)
{
    if (!(p >= 0 && p <= 1))
        return outOfRange("--dropout", "the probability " + printReal(p) + " is not in 0 … 1",
                          "give a number from 0 to 1");
    return refuseShape(shape, reach);
}

} // namespace phasor
