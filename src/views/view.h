// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/scene.h"
#include "views/datatable.h"
#include "views/restriction.h"

namespace phasor {

struct DeadDimensions;

// What a view shows, ready to draw: numbers, pixels, ids and facts, never sentences. Immutable; made on a worker, drawn
// by the window.
struct ViewData
{
    virtual ~ViewData() = default;
    // The numbers that are drawn; empty: this view has none (strip, read-out).
    virtual DataTable table() const { return {}; }
    bool coarse = false; // a quick picture: Effort::Still has a better one
    Restriction restriction = {}; // what was looked at
    // Of a view with an axis of dimensions: those of A whose pair is dead. Null: they mean nothing here.
    std::shared_ptr<const DeadDimensions> dead = {};
    bool goesOn = false; // coarse, as a long computation goes on (training): asked for again at once
};

using ViewDataPtr = std::shared_ptr<const ViewData>;

// How long a view may take: a frame while something moves, or what a still picture is worth.
enum class Effort { Frame, Still };

// What a view is asked for. A value of the view's own type R, a plain struct with
//     static constexpr std::string_view kView = "heatmap";      // the word of --view
//     bool operator==(const R&) const = default;
// and a pure function beside it, on any thread:
//     Result<ViewDataPtr> compute(const R& request, SceneReader& scene, Effort effort);
// A view whose request is equal and that would read the same of the scene is not computed again.
class ViewRequest
{
public:
    template <typename R>
    requires(!std::is_same_v<R, ViewRequest>)
        ViewRequest(R request) // NOLINT(google-explicit-constructor): `return HeatmapRequest{…};`
        : m_view(R::kView)
        , m_request(std::make_shared<const R>(std::move(request)))
        , m_equal([](const void* a, const void* b) { return *static_cast<const R*>(a) == *static_cast<const R*>(b); })
        , m_compute([](const void* asked, SceneReader& scene, Effort effort) -> Result<ViewDataPtr> {
            return compute(*static_cast<const R*>(asked), scene, effort);
        })
    {
    }

    std::string_view view() const { return m_view; }
    bool operator==(const ViewRequest& other) const
    {
        return m_view == other.m_view && m_equal(m_request.get(), other.m_request.get());
    }
    // Errors: those of the nodes that it needs, Cancelled. `scene` writes down what was read.
    Result<ViewDataPtr> computed(SceneReader& scene, Effort effort) const
    {
        return m_compute(m_request.get(), scene, effort);
    }

private:
    std::string_view m_view; // says which R it is: each has a word of its own
    std::shared_ptr<const void> m_request;
    bool (*m_equal)(const void* a, const void* b);
    Result<ViewDataPtr> (*m_compute)(const void* asked, SceneReader& scene, Effort effort);
};

} // namespace phasor
