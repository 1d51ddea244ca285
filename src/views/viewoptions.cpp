// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/viewoptions.h"

#include "views/attention/relative.h"
#include "views/attention/scoreterms.h"
#include "views/measures/ratio.h"
#include "views/tables/similarity.h"
#include "views/waves/shift.h"

namespace phasor {

std::span<const ViewOption> viewOptions()
{
    static const std::vector<ViewOption> options = [] {
        std::vector<ViewOption> all;
        for (std::vector<ViewOption> (*list)() :
             {relativeOptions, shiftOptions, scoreTermsOptions, similarityOptions, ratioOptions}) {
            for (const ViewOption& option : list())
                all.push_back(option);
        }
        return all;
    }();
    return options;
}

std::vector<const ViewOption*> optionsOfView(std::string_view view)
{
    std::vector<const ViewOption*> own;
    for (const ViewOption& option : viewOptions()) {
        if (option.view == view)
            own.push_back(&option);
    }
    return own;
}

} // namespace phasor
