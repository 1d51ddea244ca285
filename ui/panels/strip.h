// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/view.h"
#include "views/viewstate.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace phasor {

class OperatorLabel;
class StageButton;
class Store;

// The pipeline from left to right, a live thumbnail for each stage and the operators with their numbers between them.
// A click, or Space on the focused stage, shows that stage in the heatmap; the one shown is marked.
// Object names: stage-NAME, operator-NAME (of the stage to its right), NAME as on the command line.
class Strip : public QWidget
{
    Q_OBJECT

public:
    Strip(Store& store, QWidget* parent);

    std::optional<ViewJob> job() const; // nothing while hidden
    void show(const ViewDataPtr& part); // StripData

signals:
    void resized(); // its job changed

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void mark(const ViewState& view);
    OperatorLabel* before(StageId stage) const;

    Store& m_store;
    std::vector<StageButton*> m_buttons; // in the order of stageInfos()
    std::vector<OperatorLabel*> m_operators; // m_operators[i] stands before m_buttons[i + 1]
};

} // namespace phasor
