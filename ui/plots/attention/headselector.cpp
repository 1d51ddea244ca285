// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/attention/headselector_p.h"

#include "session/store.h"

#include <QSignalBlocker>

namespace phasor {

HeadSelector::HeadSelector(Store& store, QWidget* parent)
    : QSpinBox(parent)
    , m_store(store)
{
    setObjectName(QStringLiteral("head-selector"));
    setAccessibleName(tr("Head"));
    setToolTip(tr("The head that is looked at, counted from 0"));
    setPrefix(tr("head ", "before its number"));
    setFrame(false);
    setWrapping(true);
    setKeyboardTracking(false);
    showHead();
    connect(&store, &Store::parametersChanged, this, &HeadSelector::showHead);
    connect(this, &QSpinBox::valueChanged, this,
            [this](int head) { m_store.edit([head](Parameters& p) { p.attention.head = head; }); });
}

void HeadSelector::showHead()
{
    const AttentionSettings& attention = m_store.parameters().attention;
    const QSignalBlocker quiet(this);
    setRange(0, static_cast<int>(attention.heads) - 1);
    setSuffix(tr(" of %1", "after the number of a head").arg(attention.heads));
    setValue(static_cast<int>(attention.head));
}

} // namespace phasor
