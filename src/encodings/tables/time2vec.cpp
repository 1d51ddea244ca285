// SPDX-License-Identifier: GPL-3.0-or-later
// Time2Vec: sines of frequencies and phases to be learned, and one line.
#include "encodings/drawncode.h"
#include "encodings/schemes.h"
#include "encodings/sinusoidal/notebook.h"
#include "encodings/tables/joinedtable.h"
#include "encodings/tables/phasedtable.h"
#include "field/matrix.h"
#include "text/bundled.h"
#include "text/numbers.h"
#include "text/pythontext.h"

#include <cmath>

namespace phasor {

namespace {

enum class LinearPlace { First, Last };

std::span<const EnumChoice<LinearPlace>> choicesOf(LinearPlace)
{
    static constexpr EnumChoice<LinearPlace> kChoices[] = {
        {LinearPlace::First, {"first", WORDS("first"), WORDS("as in the paper")}},
        {LinearPlace::Last, {"last", WORDS("last"), WORDS("as in its PyTorch code")}},
    };
    return kChoices;
}

struct Time2VecSettings
{
    Seed seed;
    LinearPlace linear = LinearPlace::First;
    bool operator==(const Time2VecSettings&) const = default;
};

// What is drawn, in the order of the published code: the line's slope and height, then frequencies, then phases.
struct Weights
{
    float slope = 0;
    float height = 0;
    std::vector<float> frequencies;
    std::vector<float> phases;
};

Result<Weights> draw(const Generator& generator, std::int64_t sines)
{
    Weights weights;
    const auto take = [](const Drawn& drawn, std::int64_t count) {
        std::vector<float> values(static_cast<std::size_t>(count));
        drawn.values->fill({0, 0, 1, count}, {values.data(), 1, count, count});
        return values;
    };
    TRY(Drawn drawn, generator.normal({1, 1}, 0, 1));
    weights.slope = take(drawn, 1)[0];
    TRY(drawn, drawn.after->normal({1, 1}, 0, 1));
    weights.height = take(drawn, 1)[0];
    if (sines == 0)
        return weights;
    TRY(drawn, drawn.after->normal({1, sines}, 0, 1));
    weights.frequencies = take(drawn, sines);
    TRY(drawn, drawn.after->normal({1, sines}, 0, 1));
    weights.phases = take(drawn, sines);
    return weights;
}

// "0.5·37 − 0.25"
std::string line(float slope, std::int64_t position, float height)
{
    const auto signedText = [](float value, const char* minus, const char* plus) {
        return std::string(std::signbit(value) ? minus : plus) + printReal(std::fabs(static_cast<double>(value)));
    };
    return signedText(slope, "−", "") + "·" + std::to_string(position) + signedText(height, " − ", " + ");
}

Result<PositionModel> makeTime2Vec(const PositionSetup& setup)
{
    const auto settings = setup.own.as<Time2VecSettings>();
    TRY(const auto generator, makeGenerator(setup.generator, settings.seed, setup.grid));
    TRY(Weights weights, draw(*generator, setup.width - 1));
    const PositionTablePtr linear
        = linearTable({setup.maxLen, 1},
                      {.a = static_cast<double>(weights.slope),
                       .b = static_cast<double>(weights.height),
                       .text = [slope = weights.slope, height = weights.height](std::int64_t position) {
                           return line(slope, position, height);
                       }});
    std::vector<double> frequencies(weights.frequencies.begin(), weights.frequencies.end());
    std::vector<TablePart> parts{
        {linear},
        {phasedTable(setup.maxLen, std::move(weights.frequencies), std::move(weights.phases), line), setup.width - 1}};
    if (settings.linear == LinearPlace::Last)
        std::swap(parts[0], parts[1]);
    return PositionModel{.kind = SchemeKind::Table,
                         .table = joinedTable(std::move(parts)),
                         .waves = Waves{.frequencies = std::move(frequencies), .paired = false, .alone = false}};
}

SchemeCode time2VecNotebook(NotebookLibrary library, const PositionSetup& setup)
{
    const auto settings = setup.own.as<Time2VecSettings>();
    const DrawnArray arrays[] = {{.name = "w0", .shape = "1, 1"},
                                 {.name = "b0", .shape = "1,"},
                                 {.name = "w", .shape = "1, WIDTH - 1"},
                                 {.name = "b", .shape = "WIDTH - 1,"}};
    std::string code = replaced(bundledPython("time2vec", "table"), "SINES\n", exactSinesCode("max_len"));
    code = replaced(std::move(code), "ORDER",
                    settings.linear == LinearPlace::First ? "linear, sine(whole + phases)"
                                                          : "sine(whole + phases), linear");
    return {.note = drawNote(library, setup.generator),
            .imports = "import math\nfrom decimal import Decimal, getcontext\n",
            .body = "# Time2Vec: PE [max_len, WIDTH], one line and sines.\n"
                + drawnArrays(library, setup.generator, settings.seed, arrays) + code};
}

} // namespace

Scheme time2vecScheme()
{
    return {
        .id = "time2vec",
        .label = WORDS("Time2Vec"),
        .kind = SchemeKind::Table,
        .formula = WORDS("PE[p] = [w_0·p + b_0, sin(w_i·p + b_i)], all drawn from N(0, 1)"),
        .source = WORDS("Kazemi et al. 2019, Time2Vec: Learning a Vector Representation of Time, equation 1"),
        .draws = true,
        .own = {
            tableSeed(WORDS("Seeds the generator before frequencies and phases are drawn from N(0, 1)."),
                      &Time2VecSettings::seed),
            schemeParameter(choice("linear-term", WORDS("Linear term"), enumChoices<LinearPlace>)
                                .says(WORDS("Which column the line is; the others are sines.")),
                            &Time2VecSettings::linear),
        },
        .make = makeTime2Vec,
        .notebook = time2VecNotebook,
    };
}

} // namespace phasor
