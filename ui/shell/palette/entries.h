// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/valuespec.h"
#include "ui/shell/actions/actionset.h"

namespace phasor {

struct Parameters;
struct ParameterSpec;
class Store;

// What the palette finds.
struct Entry
{
    Topic topic = Topic::Action;
    QString title; // "Scale s", "Theme ▸ Dark"
    QString names; // other names that find it: its id
    QString value = {}; // of a setting, now
    QString says = {}; // one sentence
    QString shortcut = {};
    QString reason = {}; // why it does not apply; empty: it does
    bool listed = true; // also before anything is typed
    std::function<void()> run = {}; // empty: it cannot be chosen
};

// Of the actions with the states of now. `menu`: shown before their names, and they are not listed; empty: the window's
// actions, by the names of their submenus.
std::vector<Entry> entriesOf(const ActionSet& set, const QString& menu = {});

// What the palette does with a setting.
struct SettingActs
{
    std::function<void(const ParameterSpec& spec, const ParameterValue& value)> set;
    std::function<void(const QString& parameter)> show; // its control
};

QString settingTitle(const ParameterSpec& spec, const ParameterValue& value); // "Scale s: none"

// Of the parameters and their choices.
std::vector<Entry> entriesOf(const Parameters& now, const SettingActs& acts);

// Of the options of the views on the board, which are reached through their controls in `plots`.
std::vector<Entry> optionEntries(Store& store, const QWidget& plots);

// A parameter and a value, "d_model 256" or "dm 256". One that is refused only if the parameter is spelled out.
std::vector<Entry> typedEntries(const QString& typed, const Parameters& now, const SettingActs& acts);

// How well a text has what was typed: its letters in this order, best at beginnings of words or after each other.
// 0: not, or by chance.
int likeness(const QString& typed, const QString& text);

// The entries that are found, the best first; of equal ones those of `first`, then in the order of topics.
std::vector<const Entry*> found(const std::vector<Entry>& entries, const QString& typed, bool settingsFirst);

} // namespace phasor
