// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/palette/palette.h"

#include "encodings/schemes.h"
#include "pipeline/parameters/parameterspec.h"
#include "plots/fields/valuefield.h"
#include "plots/plot.h"
#include "ui/forms/text.h"

#include <QAbstractButton>
#include <QAction>

#include <algorithm>
#include <limits>
#include <tuple>

namespace phasor {

constexpr int kGood = 8; // points of the first letter if it begins a word, and of one that follows the letter before it
constexpr int kNear = 6; // of one that begins another word, or is in the same word as the letter before it
constexpr int kJump = -1; // of another letter

// Lower case, each other character than letters and digits a space.
static QString plain(const QString& text)
{
    QString plain = text.toLower();
    for (QChar& c : plain) {
        if (!c.isLetterOrNumber())
            c = u' ';
    }
    return plain.simplified();
}

// Its value now, or why there is none.
static QString valueOf(const ParameterSpec& spec, const Parameters& now)
{
    const ParameterValue value = spec.get(now);
    return value == ParameterValue() ? words::ofCore(spec.absent) : words::valueText(spec, value).simplified();
}

// Why the setup with that value is refused; empty: it isn't.
static QString refusal(const ParameterSpec& spec, Parameters setup, const ParameterValue& value)
{
    const bool wasValid = validate(setup).ok();
    spec.set(setup, value);
    const Status status = validate(setup);
    return status.ok() || !wasValid ? QString() : words::faultText(status.error());
}

static Entry settingEntry(const ParameterSpec& spec, const ParameterValue& value, const Parameters& now,
                          const SettingActs& acts)
{
    Entry entry{.topic = Topic::Setting,
                .title = settingTitle(spec, value),
                .names = qs(spec.id) + u' ' + qs(printValue(value)),
                .value = spec.get(now) == value ? Shell::tr("now") : Shell::tr("now %1").arg(valueOf(spec, now)),
                .says = words::ofCore(spec.help),
                .reason = refusal(spec, now, value),
                .listed = false};
    if (entry.reason.isEmpty())
        entry.run = [&spec, value, set = acts.set] {
            set(spec, value);
        };
    return entry;
}

static QString noEffect()
{
    return Shell::tr("It has no effect with the other settings.");
}

static bool matters(const ParameterSpec& spec, const Parameters& now)
{
    return spec.matters == nullptr || spec.matters(now);
}

// The one choice with which the setting has an effect, as a title; empty: it needs more than one.
static QString whatItNeeds(const ParameterSpec& spec, const Parameters& now)
{
    for (const ParameterSpec* other : specsOf(now)) {
        for (const ParameterChoice& choice : other->choices ? other->choices() : std::vector<ParameterChoice>()) {
            const ParameterValue value = std::string(choice.id);
            Parameters changed = now;
            other->set(changed, value);
            if (matters(spec, changed) && refusal(*other, now, value).isEmpty())
                return settingTitle(*other, value);
        }
    }
    return {};
}

static bool isChoice(const ParameterSpec& spec, const ParameterValue& value)
{
    const auto* id = std::get_if<std::string>(&value);
    return id != nullptr && spec.choices != nullptr
        && std::ranges::count(spec.choices(), std::string_view(*id), &ParameterChoice::id) > 0;
}

QString settingTitle(const ParameterSpec& spec, const ParameterValue& value)
{
    return Shell::tr("%1: %2", "a setting, its value").arg(words::ofCore(spec.label), words::valueText(spec, value));
}

std::vector<Entry> entriesOf(const ActionSet& set, const QString& menu)
{
    std::vector<Entry> entries;
    for (const ActionSet::Made& one : set.made()) {
        if (!one.action->isVisible())
            continue;
        const bool command = one.entry.topic == Topic::Action;
        QStringList path = menu.isEmpty() ? one.menus.mid(1) : QStringList(menu) + one.menus;
        if (!command)
            path.clear();
        path << one.action->iconText();
        Entry& entry = entries.emplace_back(Entry{.topic = one.entry.topic,
                                                  .title = path.join(u" ▸ "_s),
                                                  .names = command ? one.entry.id : one.entry.id.section(u'-', 1),
                                                  .says = one.entry.statusTip,
                                                  .shortcut = one.action->shortcut().toString(QKeySequence::NativeText),
                                                  .reason = set.whyDisabled(one),
                                                  .listed = menu.isEmpty()});
        if (one.action->isEnabled())
            entry.run = [action = one.action] {
                action->trigger();
            };
    }
    return entries;
}

std::vector<Entry> entriesOf(const Parameters& now, const SettingActs& acts)
{
    std::vector<Entry> entries;
    for (const ParameterSpec& spec : parameterSpecs()) {
        const ParameterSpec* present = findParameter(spec.id, now);
        if (present != &spec && present != nullptr)
            continue; // another scheme's, by the same name
        Entry& entry = entries.emplace_back(Entry{.topic = Topic::Setting,
                                                  .title = words::ofCore(spec.label),
                                                  .names = qs(spec.id),
                                                  .says = words::ofCore(spec.help),
                                                  .listed = present != nullptr});
        if (present == nullptr) {
            entry.value = words::ofCore(findScheme(spec.scheme)->label);
            entry.reason = Shell::tr("Only for the scheme %1.").arg(entry.value);
            continue;
        }
        entry.value = valueOf(spec, now);
        if (!matters(spec, now)) {
            const QString needs = whatItNeeds(spec, now);
            entry.reason
                = needs.isEmpty() ? noEffect() : Shell::tr("It has no effect without %1.", "a setting").arg(needs);
            continue;
        }
        entry.run = [show = acts.show, id = qs(spec.id)] {
            show(id);
        };
        if (spec.choices == nullptr)
            continue;
        for (const ParameterChoice& choice : spec.choices())
            entries.push_back(settingEntry(spec, std::string(choice.id), now, acts));
    }
    return entries;
}

std::vector<Entry> optionEntries(Store& store, const QWidget& plots)
{
    std::vector<Entry> entries;
    const Board& board = store.view().board;
    for (int cell = 0; cell < board.size(); ++cell) {
        const auto* plot = plots.findChild<Plot*>(qs(board.nameOf(cell)));
        for (const ViewOption* option : optionsOfView(board.cell(cell).view)) {
            auto* control = plot != nullptr ? plot->findChild<QWidget*>(qs(option->id)) : nullptr;
            if (control == nullptr || control->isHidden())
                continue; // the view was never shown, or the option needs B
            Entry& entry = entries.emplace_back(Entry{
                .topic = Topic::Setting,
                .title
                = Shell::tr("%1 ▸ %2", "a view, its option").arg(plot->windowTitle(), words::ofCore(option->label)),
                .names = qs(option->id),
                .value = words::valueText(*option, option->get(board.cell(cell).options)),
                .says = control->toolTip(),
                .reason = control->isEnabled() ? QString() : noEffect(),
                .listed = false});
            if (entry.reason.isEmpty())
                entry.run = [&store, cell, control,
                             more = plot->findChild<QAbstractButton*>(u"more-"_s + plot->objectName())] {
                    store.editView([cell](ViewState& view) { view.board.setFocus(cell); }); // its tab is shown
                    auto* button = qobject_cast<QAbstractButton*>(control);
                    if (button == nullptr && !control->isVisible())
                        more->click(); // the menu has what the header has no room for
                    control->setFocus(Qt::OtherFocusReason);
                    if (button != nullptr)
                        button->click();
                };
        }
    }
    return entries;
}

std::vector<Entry> typedEntries(const QString& typed, const Parameters& now, const SettingActs& acts)
{
    std::vector<std::pair<int, Entry>> ranked;
    for (const ParameterSpec* spec : specsOf(now)) {
        const QString label = plain(words::ofCore(spec->label));
        for (qsizetype end = 1; matters(*spec, now) && end + 1 < typed.size(); ++end) {
            if (!u" =:"_s.contains(typed[end]))
                continue;
            const QString name = plain(typed.left(end));
            const bool exact = name == label || name == plain(qs(spec->id)) || label.split(u' ').contains(name);
            const int likely = exact ? std::numeric_limits<int>::max()
                                     : std::max(likeness(name, label), likeness(name, qs(spec->id)));
            const Result<ParameterValue> value = typedValue(*spec, typed.mid(end + 1).trimmed());
            if (likely == 0 || (!exact && (!value.ok() || spec->kind == ParameterKind::Text)))
                continue;
            if (!value.ok())
                ranked.push_back({0,
                                  {.topic = Topic::Setting,
                                   .title = typed,
                                   .names = {},
                                   .value = Shell::tr("now %1").arg(valueOf(*spec, now)),
                                   .reason = words::faultText(value.error())}});
            else if (!isChoice(*spec, *value)) // else it has an entry
                ranked.push_back({likely, settingEntry(*spec, *value, now, acts)});
        }
    }
    std::ranges::stable_sort(ranked, std::greater(), &std::pair<int, Entry>::first);
    std::vector<Entry> entries;
    for (auto& [likely, entry] : ranked) {
        if (likely > 0 || entries.empty())
            entries.push_back(std::move(entry));
    }
    return entries;
}

// The best way to place the letters, by a table: best[j] has the points of the letters so far, the last one at j.
int likeness(const QString& typed, const QString& text, int percent)
{
    constexpr int kNever = -1'000'000;
    constexpr int kLongest = 100; // of a text
    const QString letters = plain(typed).remove(u' ');
    const QString in = plain(text).left(kLongest);
    if (letters.isEmpty() || letters.size() > in.size())
        return 0;
    std::vector<int> best;
    for (const QChar letter : letters) {
        std::vector<int> next(static_cast<std::size_t>(in.size()), kNever);
        const bool isFirst = best.empty();
        int before = isFirst ? 0 : kNever; // the best of the letters before, wherever they end
        int inWord = kNever; // the best that end in this word
        for (std::size_t j = 0; j < next.size(); ++j) {
            const auto at = static_cast<qsizetype>(j);
            const bool begins = at == 0 || in[at - 1] == u' ';
            if (begins)
                inWord = kNever;
            if (in[at] == letter) {
                next[j] = std::max(before + (!begins ? kJump : isFirst ? kGood : kNear), inWord + kNear);
                // Over a space, too: "d model" and "dmodel" are the same.
                if (j > 0 && !isFirst)
                    next[j] = std::max(next[j], best[j - 1] + kGood);
            }
            if (!isFirst) {
                before = std::max(before, best[j]);
                inWord = std::max(inWord, best[j]);
            }
        }
        best = std::move(next);
    }
    const int points = *std::ranges::max_element(best);
    const int most = kGood * static_cast<int>(letters.size());
    return 100 * points < percent * most ? 0 : kLongest * points - static_cast<int>(in.size());
}

// 0: not found.
static int pointsOf(const Entry& entry, const QString& wanted, int percent)
{
    const qsizetype behind = std::max(entry.title.indexOf(u':'), entry.title.lastIndexOf(u'▸'));
    if (entry.topic == Topic::Setting && behind > 0 && plain(entry.title.mid(behind)) == wanted)
        return std::numeric_limits<int>::max(); // the very choice, before presets that are named after it
    // A title counts more than another name, and this more than words in any order, or a word of the sentence.
    const int ofNames = likeness(wanted, entry.names, percent) * 3 / 4;
    if (const int points = std::max(likeness(wanted, entry.title, percent), ofNames); points > 0)
        return points;
    const QString all = topicText(entry.topic) + u' ' + entry.title + u' ' + entry.names;
    const QStringList words = wanted.split(u' ');
    if (std::ranges::all_of(words, [&](const QString& word) { return likeness(word, all, percent) > 0; }))
        return 2;
    return (u' ' + plain(entry.says)).contains(u' ' + wanted) ? 1 : 0;
}

std::vector<const Entry*> found(const std::vector<Entry>& entries, const QString& typed, bool settingsFirst,
                                int percent)
{
    const QString wanted = plain(typed);
    std::vector<std::pair<int, const Entry*>> all;
    for (const Entry& entry : entries) {
        const int points = wanted.isEmpty() ? (entry.listed ? 1 : 0) : pointsOf(entry, wanted, percent);
        if (points > 0)
            all.push_back({points, &entry});
    }
    std::ranges::stable_sort(all, std::greater(), [settingsFirst](const auto& one) {
        return std::tuple(settingsFirst && one.second->topic == Topic::Setting, one.first,
                          -static_cast<int>(one.second->topic));
    });
    std::vector<const Entry*> list(all.size());
    std::ranges::transform(all, list.begin(), &std::pair<int, const Entry*>::second);
    return list;
}

std::vector<const Entry*> nearlyFound(const std::vector<Entry>& entries, const QString& typed, bool settingsFirst)
{
    constexpr qsizetype kLeast = 5; // letters, of which one may be wrong
    constexpr int kAlike = 80; // percent
    std::vector<const Entry*> list;
    for (qsizetype i = 0; list.empty() && typed.size() >= kLeast && i < typed.size(); ++i)
        list = found(entries, QString(typed).remove(i, 1), settingsFirst, kAlike);
    return list;
}

} // namespace phasor
