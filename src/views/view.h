// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/scene.h"
#include "views/restriction.h"
#include "views/viewstate.h"

#include <numeric>

namespace phasor {

struct DeadDimensions;

// Numbers that a view draws, as columns of a table: copied from a plot or saved as CSV.
struct DataTable
{
    struct Column
    {
        std::string name; // "position", "norm_scaled"
        std::vector<double> values; // NaN: no value
        bool key = false; // ascending: places of the next columns' values, up to the next key
    };
    std::vector<Column> columns; // equally long, or shorter if a curve has fewer points

    void add(std::string name, std::vector<double> values, bool key = false)
    {
        columns.push_back({std::move(name), std::move(values), key});
    }
    void append(const std::string& prefix, DataTable table); // its columns, with the prefix before their names
    bool empty() const { return columns.empty(); }
};

inline constexpr bool kKey = true; // Column::key

// A number of each item: `of` is a member, or a function of an item.
template <typename Items, typename Number> std::vector<double> columnFrom(const Items& items, Number&& of)
{
    std::vector<double> column;
    for (const auto& item : items)
        column.push_back(static_cast<double>(std::invoke(of, item)));
    return column;
}

// first, first + 1, …: `count` of them.
inline std::vector<double> countedFrom(double first, std::size_t count)
{
    std::vector<double> column(count);
    std::iota(column.begin(), column.end(), first);
    return column;
}

// The places where both have the same key: pairs of indices. Keys are ascending.
std::vector<std::pair<std::size_t, std::size_t>> commonRows(const std::vector<double>& a, const std::vector<double>& b);

// a − b at the common keys: columns of both after keys of the same name. Columns without a key, and keys without common
// values, are left out.
DataTable differenceOf(const DataTable& a, const DataTable& b);

// The columns of a, then those of a second setup as "b_…" and the differences as "difference_…".
DataTable besideEachOther(DataTable a, const DataTable& b);

// RFC 4180 with "\n": names, then a line for each row. A number is the shortest text that reads back to the same
// double; NaN is empty.
std::string csvOf(const DataTable& table);

// Data of a view, ready to draw: numbers, pixels, ids and facts, never sentences. Immutable; made on a worker, drawn by
// the window.
struct ViewData
{
    virtual ~ViewData() = default;
    // Numbers of the drawing; empty: none (strip, read-out).
    virtual DataTable table() const { return {}; }
    bool coarse = false; // a quick picture: Effort::Still has a better one
    Restriction restriction = {}; // the part that was measured
    // For a view with an axis of dimensions: A's dimensions in long-wave pairs. Null: no meaning here.
    std::shared_ptr<const DeadDimensions> dead = {};
    std::vector<std::int64_t> notFinite = {}; // rows with NaN or infinite values, of A and B: noteLeftOut()
    std::optional<Error> withoutB = {}; // why a comparison shows A alone
    bool goesOn = false; // coarse, as a long computation (training) continues: request it again at once
};

using ViewDataPtr = std::shared_ptr<const ViewData>;

// Time that a view may take: a frame while something moves, or longer for a still picture.
enum class Effort { Frame, Still };

// Request for a view: a value of the view's type R, such as HeatmapRequest (kViewOf), a plain struct with
//     bool operator==(const R&) const = default;
// and a pure function, on any thread:
//     Result<ViewDataPtr> compute(const R& request, SceneReader& scene, Effort effort);
// A view is not computed again if its request is equal and it would read the same parts of the scene.
class ViewRequest
{
public:
    template <typename R>
    requires(!std::is_same_v<R, ViewRequest>)
        ViewRequest(R request) // NOLINT(google-explicit-constructor): `return HeatmapRequest{…};`
        : m_side(sideOf(request))
        , m_view(kViewOf<R>)
        , m_id(kViewOf<R>)
        , m_request(std::move(request))
        , m_compute([](const AnySettings& asked, SceneReader& scene, Effort effort) -> Result<ViewDataPtr> {
            return compute(*asked.find<R>(), scene, effort);
        })
    {
    }

    // The same view in another place, which is computed for itself: "ratio@answers".
    ViewRequest in(std::string_view place) const
    {
        ViewRequest placed = *this;
        placed.m_id = std::string(m_view) + '@' + std::string(place);
        return placed;
    }

    const std::string& id() const { return m_id; } // "ratio", or with a place; the data's key in a snapshot
    std::optional<Side> side() const { return m_side; } // the only setup that it reads; nothing: all
    bool operator==(const ViewRequest& other) const { return m_request == other.m_request; }
    // Errors: those of the nodes that it needs, Cancelled. `scene` records what was read.
    Result<ViewDataPtr> computed(SceneReader& scene, Effort effort) const
    {
        return m_compute(m_request, scene, effort);
    }

private:
    template <typename R> static std::optional<Side> sideOf([[maybe_unused]] const R& request)
    {
        if constexpr (requires { request.side; })
            return request.side;
        return std::nullopt;
    }

    std::optional<Side> m_side;
    std::string_view m_view;
    std::string m_id;
    AnySettings m_request; // an R
    Result<ViewDataPtr> (*m_compute)(const AnySettings& asked, SceneReader& scene, Effort effort);
};

// A view's Measure of each setup. Next to the Measure is a function that makes its numbers a table:
//     DataTable tableOf(const Measure& measure);
template <typename Measure> struct SidesData : ViewData
{
    Measure a;
    std::optional<Measure> b; // when comparing, and B has one

    DataTable table() const override { return b ? besideEachOther(tableOf(a), tableOf(*b)) : tableOf(a); }
    // Whether `is`, a member or a function of a Measure, is true for one of the setups.
    template <typename Is> bool either(Is&& is) const { return std::invoke(is, a) || (b && std::invoke(is, *b)); }
};

// Which errors of B's leave it out, so that A is shown alone: a scheme that has no such thing (Usage SCHEME), or all.
enum class LeavesOutB { NoSuchThing, AnyError };

// Makes Data, a SidesData, from the results of `measured(side)`. Errors: those of A, and of B where it isn't left out;
// Cancelled, also if `measured` returned an incomplete Measure because of it.
template <typename Data, typename Measuring>
Result<std::shared_ptr<Data>> sidesOf(SceneReader& scene, Measuring&& measured,
                                      LeavesOutB leaves = LeavesOutB::NoSuchThing)
{
    auto data = std::make_shared<Data>();
    TRY(data->a, measured(Side::A));
    if (scene.comparing() && !cancelled()) {
        auto b = measured(Side::B);
        if (b.ok())
            data->b = std::move(*b);
        else if (data->withoutB = b.error(); leaves == LeavesOutB::NoSuchThing && b.error().code != "SCHEME")
            return b.error();
    }
    if (cancelled())
        return cancelledError();
    return data;
}

// Usage EMPTY: there are no tokens to show.
Error noTokens();

// The node of that name if it has numbers, else the encoding, else the sum. `byPosition`: only with a row for each
// position.
NodePtr nodeOfNumbers(const NodeId& id, SceneReader& scene, Side side, bool byPosition = false);

// Node of the encoding's values by position: a table, or the cosines and sines of a rotation. Error: Usage SCHEME if
// the scheme has none, so that a view has nothing to show.
Result<NodePtr> encodingNode(SceneReader& scene, Side side = Side::A);

// The same, if its numbers are waves: the model then has frequencies.
Result<NodePtr> wavesNode(SceneReader& scene, Side side = Side::A);

// The same, if each frequency has a sine and a cosine: a hand that turns.
Result<NodePtr> pairsNode(SceneReader& scene, Side side = Side::A);

// The same, if it is a table that is added or concatenated.
Result<NodePtr> tableNode(SceneReader& scene, Side side = Side::A);

// Node of the chosen head's biases. Error: Usage SCHEME if the scheme adds none to the scores.
Result<NodePtr> biasNode(SceneReader& scene, Side side = Side::A);

} // namespace phasor
