// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inputs/filecache.h"
#include "pipeline/node.h"

#include <any>
#include <map>
#include <typeindex>

namespace phasor {

// Cache of parts of pipelines, under the values that they are made from. A part whose key did not change is the same
// object as before: in the window, for an export, for setups A and B alike. A key is a struct with ==, defined where
// the part is made. Pointers in it to other parts mean that those must be the same objects, and keep them alive.
//
// Any thread. Two requests for the same part wait for one to make it; failures are not kept.
class PipelineCache
{
public:
    // The part of `key`; `make() -> Result<Part>` or `-> Result<std::shared_ptr<const Part>>` makes it if it is not
    // cached.
    template <typename Part, typename Key, typename Make>
    Result<std::shared_ptr<const Part>> part(const Key& key, Make&& make)
    {
        const std::shared_ptr<Slot> slot = slotOf<Part>(key);
        const std::unique_lock making = lockUnlessCancelled(slot->making);
        if (!making)
            return cancelledError();
        if (!slot->value) {
            TRY(auto made, std::forward<Make>(make)());
            if constexpr (std::is_same_v<decltype(made), Part>)
                slot->value = std::make_shared<const Part>(std::move(made));
            else
                slot->value = std::move(made);
        }
        return std::static_pointer_cast<const Part>(slot->value);
    }

    // The only Part of this cache, made at the first call and kept as long as the cache, even if no picture uses it
    // (finished trainings). The Part must be thread-safe.
    template <typename Part> std::shared_ptr<Part> lasting()
    {
        const std::lock_guard lock(m_mutex);
        std::shared_ptr<void>& part = m_lasting[typeid(Part)];
        if (!part)
            part = std::make_shared<Part>();
        return std::static_pointer_cast<Part>(part);
    }

    // Cache of the files that parts are made from; use it to avoid opening a file twice.
    FileCache& files() { return m_files; }

    // After a picture: drops parts that nothing requested since the last call. Others that hold such a part keep it.
    void forgetUnused() { forget(true); }
    // After a picture that isn't shown (canceled, a frame of a file): keeps what the last shown picture used, too.
    void forgetUnshown() { forget(false); }

private:
    template <typename Part, typename Key> struct KeyOf
    {
        Key key;
    };
    struct Slot
    {
        std::any key; // KeyOf<Part, Key>
        std::mutex making;
        std::shared_ptr<const void> value; // guarded by `making`
        bool used = true; // since the last call of forget…(); guarded by m_mutex
        bool shown = false; // in the last picture; guarded by m_mutex
    };
    void forget(bool shownToo);

    template <typename Part, typename Key> std::shared_ptr<Slot> slotOf(const Key& key)
    {
        const std::lock_guard lock(m_mutex);
        for (const auto& slot : m_slots) {
            const auto* const known = std::any_cast<KeyOf<Part, Key>>(&slot->key);
            if (known != nullptr && known->key == key) {
                slot->used = true;
                return slot;
            }
        }
        m_slots.push_back(std::make_shared<Slot>());
        m_slots.back()->key = KeyOf<Part, Key>{key};
        return m_slots.back();
    }

    FileCache m_files;
    std::mutex m_mutex;
    std::vector<std::shared_ptr<Slot>> m_slots;
    std::map<std::type_index, std::shared_ptr<void>> m_lasting; // guarded by m_mutex
};

struct EmbeddingTable;
class MatrixFile;
class Pipeline;
using PipelinePtr = std::shared_ptr<const Pipeline>;

// One setup: a Node for every step from the tokens to the attention, in order, each computed on demand. A failed node
// (too many random numbers, a missing file) has the reason; the others work. Immutable, any thread.
class Pipeline
{
public:
    // Makes a pipeline. Parts that `cache` has from another setup are reused: nothing is sampled or read twice. An
    // Error if the parameters contradict each other or the text is refused, and Cancelled within 100 ms of `cancel`.
    static Result<PipelinePtr> make(const Parameters& parameters, PipelineCache& cache, const CancelToken& cancel = {});

    const Parameters& parameters() const { return m_parameters; }
    const TokenSequence& sequence() const { return *m_sequence; }
    const PositionModel& model() const { return *m_model; } // of the scheme
    const EmbeddingTable& table() const { return *m_table; } // of the embedding: a row for each token of the vocabulary
    const MatrixFile* embeddingFile() const { return m_file.get(); } // null: the embedding is sampled
    std::span<const NodePtr> nodes() const { return m_nodes; }
    NodePtr find(std::string_view id) const; // null: this setup has no such node
    // Usage ENUM, which lists the nodes.
    Result<NodePtr> node(std::string_view id) const;
    // Warnings about the text, the embedding's file, and settings without effect.
    const std::vector<Message>& warnings() const { return m_warnings; }
    // Error of a file that was unreadable, or changed, while values were computed from it. Check it before using such
    // values.
    Status inputs() const;

private:
    friend class PipelineBuilder;
    Pipeline() = default;

    Parameters m_parameters;
    std::shared_ptr<const TokenSequence> m_sequence;
    std::shared_ptr<const PositionModel> m_model;
    std::shared_ptr<const EmbeddingTable> m_table;
    std::shared_ptr<const MatrixFile> m_file; // embedding file; null: the embedding is sampled
    std::vector<NodePtr> m_nodes;
    std::vector<Message> m_warnings;
};

// Facts about nodes that need no setup: every node of every scheme's pipeline, in order.
struct NodeInfo
{
    NodeId id;
    Quantity quantity;
};
std::span<const NodeInfo> nodeInfos();
bool isNode(std::string_view id);

} // namespace phasor
