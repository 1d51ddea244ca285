// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "random/generator.h"
#include "random/torch/torchscalar.h"
#include "text/seed.h"

#include <memory>

namespace phasor {

// PyTorch's CPU generator as x86 builds run it. The three makers differ in who draws the mask of nn.Dropout.
class TorchGenerator : public Generator
{
public:
    Result<Drawn> normal(Shape shape, double mean, double std) const override;
    Result<Drawn> uniform(Shape shape, double low, double high) const override;
    Result<Drawn> truncatedNormal(Shape shape, double mean, double std, double low, double high) const override;
    Result<Drawn> keepMask(Shape shape, double p) const override;
    Result<Drawn> featureMask(Shape shape, double p) const override;
    Result<std::shared_ptr<const Generator>> skipped(std::uint64_t words) const override;
    float dropoutScale(double p, DropoutOperator by) const override;

protected:
    explicit TorchGenerator(TorchPoint point);

    const TorchPoint& point() const { return m_point; }

    // A copy of this generator that stands at `point`.
    virtual std::shared_ptr<const Generator> movedTo(TorchPoint point) const = 0;

    // keepMask for 0 < p < 1 and at least one element.
    virtual Result<Drawn> drawMask(Shape shape, double keep) const = 0;

    // The same for featureMask, which is bernoulli_ on every device.
    virtual Result<Drawn> drawFeatures(Shape shape, double keep) const { return drawMask(shape, keep); }

    // Whether the mask needs all that lies before it.
    virtual bool sequentialMask() const = 0;

private:
    using DrawMask = Result<Drawn> (TorchGenerator::*)(Shape shape, double keep) const;
    Result<Drawn> mask(Shape shape, double p, DrawMask draw) const;

    TorchPoint m_point;
};

std::shared_ptr<const Generator> makeTorch(Seed seed); // bernoulli_ without MKL
std::shared_ptr<const Generator> makeTorchMkl(Seed seed); // bernoulli_ with MKL
std::shared_ptr<const Generator> makeTorchCuda(Seed seed, GpuGrid grid); // fused dropout on a GPU

} // namespace phasor
