// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/questions/asked.h"

#include <functional>

namespace phasor {

Result<PipelinePtr> Asked::changed(const std::function<void(Parameters&)>& change) const
{
    return scene.beside(Side::A, change);
}

Result<Recovery> Asked::recoveryAfter(const std::function<void(Parameters&)>& change) const
{
    return recoveryOf(
        [&](const std::function<void(Parameters&)>& further) {
            return changed([&](Parameters& p) {
                change(p);
                further(p);
            });
        },
        recovery, scene.cancel());
}

} // namespace phasor
