// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/readout.h"
#include "views/view.h"
#include "views/viewstate.h"

#include <QCoreApplication>
#include <QLineEdit>
#include <QWidget>

#include <optional>

class QToolButton;

namespace phasor {

// The bar below the plots: two lines about the cell under the cross-hair. The first shows its encoding, the second how
// its embedding becomes the output. A button shows each value of the second line to the bit. Both lines can be selected
// and copied. The bar's height never changes.
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
    QString text() const { return m_cell->text() + u'\n' + m_derivation->text(); } // both lines, for copying

private:
    void clear();
    void fill();

    QLineEdit* m_cell = nullptr; // token, position, dimension, pair, wavelength, PE
    QLineEdit* m_derivation = nullptr; // E, s·E, sum, kept or dropped, output
    QToolButton* m_exact = nullptr; // digits and bits
    QToolButton* m_copy = nullptr;
    std::shared_ptr<const ReadoutData> m_data;
    Cursor m_gone = {}; // the cross-hair whose token is gone, as the sentence became shorter
};

} // namespace phasor
