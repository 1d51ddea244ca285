// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/palette/entries.h"
#include "ui/shell/windowcontext.h"

#include <QFrame>
#include <QPointer>

class QLabel;
class QLineEdit;
class QListWidget;
class QListWidgetItem;

namespace phasor {

class Thumbnails;

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
