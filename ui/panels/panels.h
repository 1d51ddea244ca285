// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/forms/control.h"
#include "views/readout.h"
#include "views/strip.h"

#include <QCoreApplication>
#include <QPlainTextEdit>
#include <QScrollArea>

#include <array>
#include <optional>
#include <vector>

class QHBoxLayout;
class QLabel;
class QToolButton;

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
    void arrange(const std::vector<NodePtr>& nodes);
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

// The bar below the plots, about the cell under the cross-hair: how its encoding is computed, then how its embedding
// becomes the output. The text wraps; beyond three lines it scrolls. It can be selected and copied. A button shows each
// value to the bit. The bar's height follows the type alone.
class Readout : public QWidget
{
    Q_DECLARE_TR_FUNCTIONS(Readout)

public:
    explicit Readout(QWidget* parent);

    std::optional<ViewRequest> request(const ViewState& view) const; // nullopt without a cross-hair
    void show(const ViewDataPtr& part); // ReadoutData
    void showView(const ViewState& view);
    // Why the old read-out is still shown. It is dimmed meanwhile. Empty: up to date.
    void setReason(const QString& reason);
    const QString& text() const { return m_all; } // for copying

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void clear();
    void fill();
    void fitHeight();

    QPlainTextEdit* m_text = nullptr; // token, position, dimension, PE; then E, s·E, sum, kept or dropped, output
    QString m_all; // the text with what has no room
    QToolButton* m_exact = nullptr; // digits and bits
    QToolButton* m_copy = nullptr;
    std::shared_ptr<const ReadoutData> m_data;
    bool m_withheld = false; // by a lesson
    Cursor m_gone = {}; // the cross-hair whose token is gone, as the sentence became shorter
};

// Switch between setups A and B for the controls below, with their differences. Hidden unless comparing. Object names:
// setup-a, setup-b, setup-differences.
class SetupSwitch : public QWidget
{
    Q_DECLARE_TR_FUNCTIONS(SetupSwitch)

public:
    SetupSwitch(Store& store, QWidget* parent);
    void showFaults(const std::vector<Fault>& faults); // outlines the button of a setup that has some

protected:
    void changeEvent(QEvent* event) override;

private:
    void showScene(const Scene& scene);
    void showEdited();

    Store& m_store;
    std::array<QToolButton*, 2> m_buttons; // A, B
    std::array<FaultFrame*, 2> m_frames; // around them
    QLabel* m_differences;
};

} // namespace phasor
