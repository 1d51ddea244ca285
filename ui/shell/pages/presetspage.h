// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/presets.h"
#include "ui/shell/pages/cardpage.h"

namespace phasor {

// The presets of a group, with the group's title as a menu has it ("&1. Dropout on the sum").
struct PresetList
{
    PresetGroup group;
    QString menu;
    std::vector<Preset> presets;

    QString title() const { return QString(menu).remove(u'&'); }
};
std::vector<PresetList> presetLists(); // all, in the order of PresetGroup

// The page *Presets*: all presets by group, each with its first view.
class PresetsPage : public CardPage
{
    Q_OBJECT

public:
    explicit PresetsPage(QWidget* parent);

    void open(PresetGroup group); // the page, at this group
};

} // namespace phasor
