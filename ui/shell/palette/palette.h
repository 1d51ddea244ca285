// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/valuespec.h"
#include "ui/shell/actions/actions.h"
#include "ui/shell/windowcontext.h"

#include <QFrame>
#include <QPointer>

class QLabel;
class QLineEdit;
class QListWidget;
class QListWidgetItem;

namespace phasor {

class Thumbnails;
struct ParameterSpec;

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
// 0: not, or by chance: less than `percent` of the points of the very text.
inline constexpr int kLike = 66;
int likeness(const QString& typed, const QString& text, int percent = kLike);

QString topicText(Topic topic); // "View"

// The entries that are found, the best first; of equal ones in the order of topics.
std::vector<const Entry*> found(const std::vector<Entry>& entries, const QString& typed, bool settingsFirst,
                                int percent = kLike);
// Without one of the letters, which may be wrong or in another's place.
std::vector<const Entry*> nearlyFound(const std::vector<Entry>& entries, const QString& typed, bool settingsFirst);

// A field that finds every action, view, preset, lesson and setting, with a list of them, over the window's other
// parts. "scale none" sets a value. Arrows choose, Enter or a click runs, Esc gives the focus back. Parts are
// "palette-field", "palette-list" and "palette-says". GUI thread only.
class Palette : public QFrame
{
    Q_OBJECT

public:
    // In the middle over `over`. `entries` says all but the settings, as they are now.
    Palette(const WindowContext& context, const QWidget& over, std::function<std::vector<Entry>()> entries);
    ~Palette() override;

    void open(); // with its own field, empty
    void serve(QLineEdit& field); // shows the list below that field while something is typed, settings first

signals:
    void chosen(phasor::Topic topic); // before it runs
    void settingRequested(const QString& parameter);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void find(QLineEdit& field);
    void end(bool focusBack);
    void showEntries();
    void showReason(QListWidgetItem& item, const Entry& entry);
    void describe(); // the current row
    void place();
    void run(); // the current row
    void set(const ParameterSpec& spec, const ParameterValue& value);
    void checkViews();
    void showApplies(const QString& view, const Error& error);

    const WindowContext& m_context;
    const QWidget& m_over;
    std::function<std::vector<Entry>()> m_entriesOf;
    QLineEdit* m_own;
    QLineEdit* m_field; // in use
    QList<QObject*> m_fields;
    QListWidget* m_list;
    QLabel* m_says;
    Thumbnails* m_checks; // whether views apply
    QStringList m_checked; // views
    std::vector<Entry> m_entries;
    std::vector<Entry> m_typed; // with the value that was typed
    std::vector<const Entry*> m_shown; // by row
    QPointer<QWidget> m_before; // had the focus
    bool m_isOpen = false;
};

// The field above the controls.
QLineEdit* findField(QWidget* parent);

} // namespace phasor
