// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

#include <functional>
#include <vector>

class QToolButton;

namespace phasor {

class FaultFrame;

// The headers of a panel's sections, which fold what is below them. What the user opened or folded stays so; of the
// others as many are open as there is room for. GUI thread only.
class Sections : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    // A header that is the caller's to place; id "dropout" has the object name "section-dropout".
    QToolButton* add(const QString& id, const QString& title);
    bool isOpen(const QString& id) const;

    // Opens what the user has not folded, then folds one of `spare` after the other while tooHigh().
    void fit(const QStringList& spare, const std::function<bool()>& tooHigh);

    // These hold something that is at fault: their headers are outlined while they are folded.
    void markFaults(const QStringList& ids);

    // What the user decided, to be kept.
    QStringList opened() const { return withChoice(Choice::Open); }
    QStringList folded() const { return withChoice(Choice::Folded); }
    void decide(const QStringList& opened, const QStringList& folded);

signals:
    void changed(); // something else is open

private:
    enum class Choice { None, Open, Folded };
    struct Section
    {
        QString id;
        QToolButton* header;
        Choice choice = Choice::None;
        bool open = true;
        FaultFrame* fault = nullptr; // made when it is first needed
    };

    void setOpen(Section& section, bool open);
    QStringList withChoice(Choice choice) const;

    std::vector<Section> m_sections;
};

} // namespace phasor
