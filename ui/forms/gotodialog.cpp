// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/gotodialog.h"

#include "session/store.h"
#include "ui/forms/numbers/typednumber.h"
#include "ui/forms/text.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>

#include <algorithm>
#include <optional>

namespace phasor {

namespace {

// The zoom as wide as before, about a coordinate that it does not show.
void reveal(std::optional<Interval>& zoom, double at, const Axis& axis)
{
    if (!zoom || (at >= zoom->low && at + 1 <= zoom->high))
        return;
    const double width = zoom->high - zoom->low;
    const auto first = static_cast<double>(axis.first);
    const double most = first + static_cast<double>(axis.count) - width;
    const double low = std::max(first, std::min(at + 0.5 - width / 2, most));
    zoom = Interval{low, low + width};
}

} // namespace

GoToDialog::GoToDialog(Store& store, const Axis& positions, const Axis& dimensions, QWidget* parent)
    : QDialog(parent)
    , m_store(store)
    , m_axes{positions, dimensions}
    , m_complaint(new QLabel(this))
{
    setObjectName(QStringLiteral("go-to"));
    setWindowTitle(tr("Go to"));
    auto* form = new QFormLayout(this);
    const QString labels[] = {tr("Position"), tr("Dimension")};
    const char* const names[] = {"go-to-position", "go-to-dimension"};
    for (int i = 0; i < 2; ++i) {
        m_fields[i] = new QLineEdit(this);
        m_fields[i]->setObjectName(QLatin1String(names[i]));
        m_fields[i]->setPlaceholderText(
            tr("%1 … %2")
                .arg(m_axes[i].firstLabel)
                .arg(m_axes[i].firstLabel + std::max<std::int64_t>(0, m_axes[i].count - 1)));
        form->addRow(labels[i], m_fields[i]);
    }
    m_complaint->setObjectName(QStringLiteral("go-to-complaint"));
    m_complaint->setWordWrap(true);
    form->addRow(m_complaint);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    connect(buttons, &QDialogButtonBox::accepted, this, &GoToDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    form->addRow(buttons);
}

void GoToDialog::accept()
{
    ViewState view = m_store.view();
    for (int i = 0; i < 2; ++i) {
        if (m_fields[i]->text().trimmed().isEmpty())
            continue;
        const Axis& axis = m_axes[i];
        const std::int64_t last = axis.firstLabel + axis.count - 1;
        const ValueSpec spec = integer("coordinate", {}, axis.firstLabel, last);
        const Result<ParameterValue> typed = parseValue(spec, utf8(plainNumber(spec, m_fields[i]->text())));
        if (!typed.ok()) {
            m_complaint->setText(
                tr("%1 is not there: give %2 … %3").arg(m_fields[i]->text()).arg(axis.firstLabel).arg(last));
            m_fields[i]->setFocus();
            m_fields[i]->selectAll();
            return;
        }
        const std::int64_t at = axis.coordinate(std::get<std::int64_t>(*typed) - axis.firstLabel);
        view.cursor[axis.kind] = at;
        reveal(view.zoom[axis.kind], static_cast<double>(at), axis);
    }
    m_store.setView(view);
    QDialog::accept();
}

} // namespace phasor
