// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/scene.h"
#include "text/result.h"

#include <QString>

#include <vector>

namespace phasor {

// A parameter whose value cannot be, or leads to something that cannot be.
struct Fault
{
    Side side = Side::A;
    QString parameter; // its id
    QString text; // what is wrong, and what to do
    bool operator==(const Fault&) const = default;
};

// The parameters of `scene` that `error` gives as its place: by their options, or as the file that they name. Empty
// where it has another place. GUI thread only: the text is in the window's language.
std::vector<Fault> faultsOf(const Error& error, const Scene& scene);

} // namespace phasor
