// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/datatable.h"

#include "text/numbers.h"
#include "views/builds.h"
#include "views/comparison.h"
#include "views/curves.h"
#include "views/dropout.h"
#include "views/precision.h"
#include "views/ratio.h"

#include <algorithm>
#include <cmath>

namespace phasor {

void addPicture(DataTable& table, const Picture& picture, const std::string& name)
{
    const auto [height, width] = picture.values.shape();
    const auto middles = [](const Axis& axis, Interval visible, std::int64_t pixels, std::int64_t i) {
        const double step = (visible.high - visible.low) / static_cast<double>(pixels);
        const double index = visible.low + (static_cast<double>(i) + 0.5) * step - 0.5;
        return static_cast<double>(axis.first) + (step >= 1 ? index : std::round(index));
    };
    std::vector<double> rows;
    std::vector<double> columns;
    std::vector<double> values;
    for (std::int64_t r = 0; r < height; ++r) {
        for (std::int64_t c = 0; c < width; ++c) {
            rows.push_back(middles(picture.rows, picture.visibleRows, height, r));
            columns.push_back(middles(picture.columns, picture.visibleColumns, width, c));
            values.push_back(static_cast<double>(picture.values(r, c)));
        }
    }
    table.add(name + "row", std::move(rows));
    table.add(name + "column", std::move(columns));
    table.add(name + "value", std::move(values));
}

namespace {

void addRatio(DataTable& table, const RatioCurves& curves, const std::string& name)
{
    table.add(name + "position", curves.positions);
    table.add(name + "norm_embedding", curves.embedding);
    table.add(name + "norm_scaled", curves.scaled);
    table.add(name + "norm_encoding", curves.encoding);
    table.add(name + "ratio", curves.ratio);
    if (!curves.angle.empty())
        table.add(name + "angle_degrees", curves.angle);
    table.add(name + "norm_sum", curves.sum);
    table.add(name + "output_position", curves.outputPositions);
    table.add(name + "norm_output", curves.output);
}

void addDropout(DataTable& table, const DropoutMeasure& measure, const std::string& name)
{
    table.add(name + "position", measure.positions);
    table.add(name + "dropped_by_position", measure.droppedByPosition);
    table.add(name + "dimension", measure.dimensions);
    table.add(name + "dropped_by_dimension", measure.droppedByDimension);
}

std::string quoted(const std::string& name)
{
    if (name.find_first_of(",\"\n\r") == std::string::npos)
        return name;
    std::string text = "\"";
    for (const char c : name)
        text += c == '"' ? std::string("\"\"") : std::string(1, c);
    return text + '"';
}

} // namespace

std::string csvOf(const DataTable& table)
{
    std::string text;
    std::size_t rows = 0;
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        text += (c == 0 ? "" : ",") + quoted(table.columns[c].name);
        rows = std::max(rows, table.columns[c].values.size());
    }
    text += '\n';
    for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t c = 0; c < table.columns.size(); ++c) {
            if (c > 0)
                text += ',';
            const std::vector<double>& values = table.columns[c].values;
            if (r < values.size() && !std::isnan(values[r]))
                text += printReal(values[r]);
        }
        text += '\n';
    }
    return text;
}

DataTable PicturesData::table() const
{
    DataTable table;
    addPicture(table, picture, "");
    if (b)
        addPicture(table, *b, "b_");
    if (difference)
        addPicture(table, *difference, "difference_");
    return table;
}

DataTable CurvesData::table() const
{
    DataTable table;
    for (const Curve& curve : curves) {
        const std::string name
            = (curve.side == Side::B ? "b_" : "") + std::string("dimension_") + std::to_string(curve.dimension);
        table.add(name + "_position", curve.positions);
        table.add(name, curve.values);
    }
    return table;
}

DataTable RatioData::table() const
{
    DataTable table;
    addRatio(table, a, "");
    if (b)
        addRatio(table, *b, "b_");
    return table;
}

DataTable DropoutData::table() const
{
    DataTable table;
    addDropout(table, a, "");
    if (b)
        addDropout(table, *b, "b_");
    return table;
}

DataTable PrecisionData::table() const
{
    DataTable table;
    table.add("position", positions);
    table.add("greatest_error", greatestError);
    table.add("colliding_position", colliding);
    return table;
}

DataTable BuildsData::table() const
{
    DataTable table;
    addPicture(table, withoutMkl, "without_mkl_");
    addPicture(table, withMkl, "with_mkl_");
    addPicture(table, differing, "differing_");
    return table;
}

} // namespace phasor
