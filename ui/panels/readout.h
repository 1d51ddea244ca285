// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/readout.h"
#include "views/view.h"
#include "views/viewstate.h"

#include <QCoreApplication>
#include <QPlainTextEdit>
#include <QWidget>

#include <optional>

class QToolButton;

namespace phasor {

// The bar below the plots, about the cell under the cross-hair: how its encoding is computed, then how its embedding
// becomes the output. The text wraps, and scrolls beyond three lines; it can be selected and copied. A button shows
// each value to the bit. The bar's height never changes.
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
    QString text() const { return m_text->toPlainText(); } // for copying

private:
    void clear();
    void fill();

    QPlainTextEdit* m_text = nullptr; // token, position, dimension, PE; then E, s·E, sum, kept or dropped, output
    QToolButton* m_exact = nullptr; // digits and bits
    QToolButton* m_copy = nullptr;
    std::shared_ptr<const ReadoutData> m_data;
    bool m_withheld = false; // by a lesson
    Cursor m_gone = {}; // the cross-hair whose token is gone, as the sentence became shorter
};

} // namespace phasor
