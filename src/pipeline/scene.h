// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/pipeline.h"

namespace phasor {

// The setups on the screen: A, and B when comparing. A plain value.
struct Scene
{
    Parameters a;
    std::optional<Parameters> b = {};
    bool operator==(const Scene&) const = default;
};

enum class Side { A, B };

// The pipelines of a Scene. Immutable.
struct Pipelines
{
    PipelinePtr a;
    PipelinePtr b; // null: nothing is compared

    // Errors: those of Pipeline::make; of two setups `where` begins with "A: " or "B: ".
    static Result<Pipelines> make(const Scene& scene, PipelineCache& cache, const CancelToken& cancel = {});
    Status inputs() const; // of both: Pipeline::inputs
};

// Access of a view to a scene. It records what was read, so that the view is computed again only if some of that
// changes; a view need not declare its dependencies.
class SceneReader
{
public:
    SceneReader(const Pipelines& pipelines, PipelineCache& cache, const CancelToken& cancel);

    bool comparing() const { return m_pipelines.b != nullptr; }

    // The node; null if that setup has no such node. Any thread.
    NodePtr node(std::string_view id, Side side = Side::A);
    std::vector<NodePtr> nodes(Side side = Side::A);
    // A group of the parameters: `read(&Parameters::dropout)`. Any thread.
    template <typename Group> const Group& read(Group Parameters::*group, Side side = Side::A)
    {
        const Group& value = of(m_pipelines, side).parameters().*group;
        note([group, side, value](const Pipelines& now) { return of(now, side).parameters().*group == value; });
        return value;
    }
    // Another setup from the same cache, made from one side's parameters by `change` (such as the exact table next to a
    // rounded one). It counts as read from that side's parameters.
    Result<PipelinePtr> beside(
        Side side, const std::function<void(Parameters&)>& change = [](Parameters&) {});

    // A view's measure of nodes that it has read, cached under the value of `key` for the next snapshot: see
    // PipelineCache. A new base does not repeat a measure of the mask. Any thread.
    template <typename Measure, typename Key, typename Make>
    Result<std::shared_ptr<const Measure>> kept(const Key& key, Make&& make)
    {
        return m_cache.part<Measure>(key, std::forward<Make>(make));
    }

    // Object that outlives the pictures that use it: PipelineCache::lasting.
    template <typename Part> std::shared_ptr<Part> lasting() { return m_cache.lasting<Part>(); }
    // The view's data depend on something outside the pipelines, such as a lasting part: they stay valid until same()
    // is false.
    void readBeside(std::function<bool()> same)
    {
        note([same = std::move(same)](const Pipelines&) { return same(); });
    }

    // Whether everything that was read is the same in other pipelines; both scenes compare, or neither does.
    using Reading = std::vector<std::function<bool(const Pipelines&)>>;
    Reading reading() const;

private:
    static const Pipeline& of(const Pipelines& pipelines, Side side)
    {
        return side == Side::A ? *pipelines.a : *pipelines.b;
    }
    void note(std::function<bool(const Pipelines&)> same);

    const Pipelines& m_pipelines;
    PipelineCache& m_cache;
    CancelToken m_cancel;
    mutable std::mutex m_mutex;
    Reading m_reading;
};

} // namespace phasor
