// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

#include <functional>
#include <vector>

class QToolButton;

namespace phasor {

class FaultFrame;

// A line that folds what is below it. showFolded() sets its arrow and what a screen reader says of it.
QToolButton* foldLine(const QString& name, const QString& text, QWidget* parent);
void showFolded(QToolButton& line, bool open);

// Headers that fold a panel's sections. The user's choice to open or fold stays. Of the other sections, as many are
// open as fit. GUI thread only.
class Sections : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    // Makes a header for the caller to place; id "dropout" has the object name "section-dropout".
    QToolButton* add(const QString& id, const QString& title);
    bool isOpen(const QString& id) const;

    // Opens sections unless the user has folded them, then folds those of `spare` one by one while tooHigh().
    void fit(const QStringList& spare, const std::function<bool()>& tooHigh);

    // Outlines the headers of these sections, which contain an error, while they are folded.
    void markFaults(const QStringList& ids);

    // The user's choices, to be saved.
    QStringList opened() const { return withChoice(Choice::Open); }
    QStringList folded() const { return withChoice(Choice::Folded); }
    void decide(const QStringList& opened, const QStringList& folded);

signals:
    void changed(); // other sections are open

private:
    enum class Choice { None, Open, Folded };
    struct Section
    {
        QString id;
        QToolButton* header;
        Choice choice = Choice::None;
        bool open = true;
        FaultFrame* fault = nullptr; // made when first needed
    };

    void setOpen(Section& section, bool open);
    QStringList withChoice(Choice choice) const;

    std::vector<Section> m_sections;
};

} // namespace phasor
