// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/coretexts.h"

#include "random/generator.h"
#include "words/numbers.h"

#include <QCoreApplication>

#include <string>

namespace phasor::words {

namespace {

// clang-format off
constexpr const char* kTexts[] = {
    // Nodes of the pipeline.
    QT_TRANSLATE_NOOP("Core", "tokens"),
    QT_TRANSLATE_NOOP("Core", "mask"),
    QT_TRANSLATE_NOOP("Core", "output"),
    QT_TRANSLATE_NOOP("Core", "Token ids"),
    QT_TRANSLATE_NOOP("Core", "Embedding E"),
    QT_TRANSLATE_NOOP("Core", "Scaled embedding s·E"),
    QT_TRANSLATE_NOOP("Core", "Positional encoding PE"),
    QT_TRANSLATE_NOOP("Core", "cos, sin"),
    QT_TRANSLATE_NOOP("Core", "Rotation: cosines and sines"),
    QT_TRANSLATE_NOOP("Core", "Sum s·E + PE"),
    QT_TRANSLATE_NOOP("Core", "Concatenation [s·E, PE]"),
    QT_TRANSLATE_NOOP("Core", "Scaled embedding s·E: no position is added"),
    QT_TRANSLATE_NOOP("Core", "Keep mask"),
    QT_TRANSLATE_NOOP("Core", "Output after dropout"),
    QT_TRANSLATE_NOOP("Core", "bias"),
    QT_TRANSLATE_NOOP("Core", "scores"),
    QT_TRANSLATE_NOOP("Core", "attention"),
    QT_TRANSLATE_NOOP("Core", "Queries q of a head"),
    QT_TRANSLATE_NOOP("Core", "Keys k of a head"),
    QT_TRANSLATE_NOOP("Core", "Bias of a head"),
    QT_TRANSLATE_NOOP("Core", "Attention scores of a head"),
    QT_TRANSLATE_NOOP("Core", "Attention of a head"),
    // Symbols of pictures that are no node's.
    QT_TRANSLATE_NOOP("Core", "differs"),
    QT_TRANSLATE_NOOP("Core", "PE − exact"),
    QT_TRANSLATE_NOOP("Core", "cos, sin − exact"),
    QT_TRANSLATE_NOOP("Core", "A − B"),
    // What dropout acts on.
    QT_TRANSLATE_NOOP("Core", "the sum"),
    QT_TRANSLATE_NOOP("Core", "the embedding only"),
    QT_TRANSLATE_NOOP("Core", "the encoding only"),
    QT_TRANSLATE_NOOP("Core", "both, separately"),
    QT_TRANSLATE_NOOP("Core", "whole tokens"),
    QT_TRANSLATE_NOOP("Core", "whole dimensions"),
    QT_TRANSLATE_NOOP("Core", "the sum, masked_fill"),
    QT_TRANSLATE_NOOP("Core", "The paper, PyTorch and Hugging Face: each element of the sum is dropped on its own, word and position together."),
    QT_TRANSLATE_NOOP("Core", "The encoding stays whole; only what the word says is dropped."),
    QT_TRANSLATE_NOOP("Core", "The word stays whole; only where it stands is dropped."),
    QT_TRANSLATE_NOOP("Core", "Two masks, drawn one after the other: an element loses word and position independently. The mask shows that of s·E and, to its right, that of PE."),
    QT_TRANSLATE_NOOP("Core", "nn.Dropout1d on [batch, tokens, d_model] takes tokens for channels: one number for each token, which is kept or lost whole with probability p."),
    QT_TRANSLATE_NOOP("Core", "Spatial dropout, as Keras' SpatialDropout1D: one number for each dimension, which is kept or lost at every position."),
    QT_TRANSLATE_NOOP("Core", "Published as protection of [CLS] and [SEP], but it protects no token: the padding is set to zero, in eval too, and everything else is dropped as on the sum. The mask shows the padding as dropped."),
    // Generators.
    QT_TRANSLATE_NOOP("Core", "PyTorch, CPU"),
    QT_TRANSLATE_NOOP("Core", "PyTorch, CPU with MKL"),
    QT_TRANSLATE_NOOP("Core", "PyTorch, GPU"),
    QT_TRANSLATE_NOOP("Core", "NumPy, np.random.seed"),
    QT_TRANSLATE_NOOP("Core", "NumPy, default_rng"),
    QT_TRANSLATE_NOOP("Core", "Philox (any size)"),
    QT_TRANSLATE_NOOP("Core", "torch.manual_seed(seed) on a CPU: the numbers of the Linux x86 builds. Masks as in builds without MKL, on ARM, and from 2.7 on everywhere. Checked bit for bit against PyTorch 1.13.1 without MKL."),
    QT_TRANSLATE_NOOP("Core", "As torch, but masks are drawn by Intel MKL: the x86 wheels from about 2.0 to 2.6, earlier ones on Intel processors only. Checked against published outputs only, not against a build with MKL."),
    QT_TRANSLATE_NOOP("Core", "The layer is made on the CPU, with its numbers, and moved to the GPU, as notebooks do; masks are those of fused dropout (float32). Large masks depend on the GPU's multiprocessors and threads: the default is an A100. Checked against published outputs only, not on a GPU."),
    QT_TRANSLATE_NOOP("Core", "numpy.random.RandomState(seed): randn, uniform and random_sample in double precision, rounded to float32. No truncated normal."),
    QT_TRANSLATE_NOOP("Core", "numpy.random.default_rng(seed), PCG64: normal, uniform and random in double precision, rounded to float32. No truncated normal."),
    QT_TRANSLATE_NOOP("Core", "Counter-based: any part of a table of any size, at once. The distributions are right; the numbers are Phasor's own and not those of a framework."),
};
// clang-format on

} // namespace

QString ofCore(std::string_view text)
{
    return QCoreApplication::translate("Core", std::string(text).c_str());
}

std::span<const char* const> coreTexts()
{
    return kTexts;
}

QString generator(std::string_view id)
{
    for (const GeneratorInfo& info : generators()) {
        if (info.id == id)
            return QCoreApplication::translate("Core", "%1: %2", "a generator, what it is")
                .arg(ofCore(info.label), ofCore(info.explanation));
    }
    return {};
}

} // namespace phasor::words
