// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/pages/presetspage.h"

#include "ui/forms/text.h"
#include "words/coretexts.h"

#include <QCoreApplication>

namespace phasor {

namespace {

// By PresetGroup.
constexpr const char* kTitles[] = {QT_TRANSLATE_NOOP("phasor::PresetsPage", "&1. Dropout on the sum"),
                                   QT_TRANSLATE_NOOP("phasor::PresetsPage", "&2. Special tokens"),
                                   QT_TRANSLATE_NOOP("phasor::PresetsPage", "&3. Add or concatenate"),
                                   QT_TRANSLATE_NOOP("phasor::PresetsPage", "&4. Multiply by √d_model"),
                                   QT_TRANSLATE_NOOP("phasor::PresetsPage", "&5. What nn.Dropout does"),
                                   QT_TRANSLATE_NOOP("phasor::PresetsPage", "&The table"),
                                   QT_TRANSLATE_NOOP("phasor::PresetsPage", "Common &mistakes"),
                                   QT_TRANSLATE_NOOP("phasor::PresetsPage", "Known &figures"),
                                   QT_TRANSLATE_NOOP("phasor::PresetsPage", "Models with &RoPE"),
                                   QT_TRANSLATE_NOOP("phasor::PresetsPage", "&Other models")};

} // namespace

std::vector<PresetList> presetLists()
{
    std::vector<PresetList> lists;
    for (const char* title : kTitles)
        lists.push_back(
            {static_cast<PresetGroup>(lists.size()), QCoreApplication::translate("phasor::PresetsPage", title), {}});
    for (const std::string_view id : presetIds()) {
        if (Result<Preset> preset = loadPreset(id); preset.ok())
            lists[static_cast<std::size_t>(preset->group)].presets.push_back(std::move(*preset));
    }
    return lists;
}

PresetsPage::PresetsPage(QWidget* parent)
    : CardPage(u"presets"_s, Card::Shape::Wide, parent)
{
    for (const PresetList& list : presetLists()) {
        cards().beginGroup(list.title());
        for (const Preset& preset : list.presets)
            cards().add(u"preset-"_s + qs(preset.id), words::ofPreset(preset.document.title),
                        words::ofPreset(preset.document.says),
                        [document = preset.document] { return firstViewOf(document); });
    }
    setTexts(tr("Presets"), tr("Setups that make one point, models and known figures."),
             tr("Search %n presets", nullptr, static_cast<int>(cards().cards().size())), tr("Open"));
}

void PresetsPage::open(PresetGroup group)
{
    const PresetList list = presetLists()[static_cast<std::size_t>(group)];
    begin(cards().card(u"preset-"_s + qs(list.presets.front().id)), list.title());
}

} // namespace phasor
