// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/parameters/parameters.h"
#include "text/result.h"
#include "ui/shell/speaker.h"

#include <memory>
#include <optional>
#include <string>

namespace phasor {

class PipelineCache;
class Runner;
class Store;

// Makes a matrix file the embedding: reads it behind the window, and only if it is well sets the parameters (embedding,
// d_model and vocabulary of the file, no length of before). Whatever is wrong with it leaves the store as it was.
class MatrixOpener : public Speaker
{
    Q_OBJECT

public:
    MatrixOpener(Store& store, std::shared_ptr<PipelineCache> cache, Runner& runner, QObject* parent = nullptr);

    // Raw bytes; a later call wins over one that is still reading, but waits for no export.
    void open(const std::string& path);

private:
    void read(const std::string& path);
    void finish(const std::string& path, const Result<Parameters>& read);

    Store& m_store;
    std::shared_ptr<PipelineCache> m_cache; // shared with the window: nothing is read twice
    Runner& m_runner;
    bool m_reading = false; // the running job is ours
    std::optional<std::string> m_next; // asked for while another was read
};

} // namespace phasor
