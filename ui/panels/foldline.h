// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QStringList>
#include <QWidget>

class QLabel;
class QToolButton;

namespace phasor {

class FaultFrame;

// A line that folds what is below it. showFolded() sets its arrow and what a screen reader says of it.
QToolButton* foldLine(const QString& name, const QString& text, QWidget* parent);
void showFolded(QToolButton& line, bool open);

// The line that folds the settings of a section: names what is inside and how many of them were changed. It is never
// wider than its room. Its parts are "fold-ID" and "changed-ID". GUI thread only.
class FoldLine : public QWidget
{
    Q_DECLARE_TR_FUNCTIONS(FoldLine)

public:
    FoldLine(const QString& id, QWidget* parent);

    QToolButton& button() { return *m_button; } // a click opens or folds
    bool isOpen() const { return m_open; }
    bool isChosen() const { return m_chosen; } // opened by the user
    void setOpen(bool open, bool byUser);
    void setInside(const QStringList& names, const QStringList& changed);
    void markFault(bool inside); // outlined while folded

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void fit();
    void tint();

    QToolButton* m_button;
    QLabel* m_changed;
    FaultFrame* m_fault;
    QStringList m_names;
    bool m_open = false;
    bool m_chosen = false;
    bool m_faulty = false;
};

} // namespace phasor
