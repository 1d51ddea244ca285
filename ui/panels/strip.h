// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/readout.h"
#include "views/strip.h"
#include "views/viewstate.h"

#include <QScrollArea>

#include <optional>
#include <vector>

class QHBoxLayout;
class QLabel;

namespace phasor {

class OperatorLabel;
class StageButton;
class Store;

// The pipeline from left to right: a live thumbnail of each node; between them operators with their numbers. The place
// where position enters is lit. A click, or Space on the focused node, shows that node in the heatmap and marks it.
// While comparing, the strip shows the edited setup. Thumbnails shrink while still readable, then the strip scrolls.
// Object names: stage-NAME, operator-NAME (before that node), NAME as on the command line.
class Strip : public QScrollArea
{
    Q_OBJECT

public:
    Strip(Store& store, QWidget* parent);

    std::optional<ViewRequest> request(const ViewState& view) const; // nullopt while hidden
    // The node whose box is `place`; nullopt for another widget or null.
    std::optional<NodeId> nodeAt(const QWidget* place) const;
    void show(const ViewDataPtr& part); // StripData
    void showPointed(const ViewDataPtr& part); // ReadoutData: the cell under the cross-hair, in every box
    void fit(); // to a new width or type
    // Why the old thumbnails are still shown. They are dimmed meanwhile. Empty: up to date.
    void setReason(const QString& reason);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {1, sizeHint().height()}; }

signals:
    void resized(); // its request has changed
    void clicked(); // a box

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void showNodes();
    void arrange(const std::vector<const StripData::Thumbnail*>& shown);
    void takeFocusPlace();
    void mark();
    void point();
    void dim();

    Store& m_store;
    QLabel* m_side; // "A" or "B" while comparing
    QHBoxLayout* m_row;
    std::shared_ptr<const StripData> m_data;
    std::shared_ptr<const ReadoutData> m_pointed;
    QString m_reason;
    NodeId m_asked; // viewed node, if the strip has it only on request
    bool m_withheld = false; // its numbers, by a lesson
    NodeId m_looked; // the viewed node at the last showNodes()
    std::vector<StageButton*> m_buttons;
    std::vector<OperatorLabel*> m_operators; // m_operators[i] is before m_buttons[i + 1]
};

} // namespace phasor
