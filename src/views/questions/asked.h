// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/measures/measure.h"
#include "views/questions/answers.h"

namespace phasor {

// The setup that the questions are about, and how much of it is measured.
struct Asked
{
    SceneReader& scene;
    Side side = Side::A;
    PipelinePtr setup; // its nodes embedding, scaled, position, sum, mask and output work; at least one row
    std::int64_t rows = 0; // the first ones, which are measured
    RecoverySize recovery; // how much is looked up
    bool firstRowsOfOverlap = false; // else all of them

    bool withTable() const { return setup->model().table != nullptr; }
    bool concatenated() const { return concatenates(setup->parameters()); }
    // Arguments for measures: the first rows, all of their cells.
    MeasuredPart measured() const
    {
        const std::int64_t first = setup->find("embedding")->rows.first;
        return {scene, side, {.positions = Span{first, first + rows}}};
    }
    const Field& field(const char* node) const { return **setup->find(node)->field; }
    // Recovery of the setup after the change. Errors: those of recoveryOf.
    Result<Recovery> recoveryAfter(const std::function<void(Parameters&)>& change) const
    {
        const MakeSetup make = [&](const std::function<void(Parameters&)>& further) {
            return scene.beside(side, [&](Parameters& p) {
                change(p);
                further(p);
            });
        };
        return recoveryOf(make, recovery, scene.cancel());
    }
};

// Parts of the answers. Errors: those of the nodes of changed setups, Cancelled.
Result<DropoutAnswer> dropoutAnswer(const Asked& asked);
Result<LossAnswer> lossAnswer(const Asked& asked);
Result<CombinationAnswer> combinationAnswer(const Asked& asked, const Recovery& now); // with a table
Result<ScaleAnswer> scaleAnswer(const Asked& asked);
// Newest finished experiment with this setup, for each Question.
std::array<std::optional<SetupAnswers::Trained>, 5> trainedAnswers(SceneReader& scene, const Parameters& parameters);

} // namespace phasor
