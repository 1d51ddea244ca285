// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/attention/headselector_p.h"

#include "plots/drawingkind.h"
#include "session/store.h"

#include <QSignalBlocker>
#include <QSpinBox>

namespace phasor {

QWidget* makeHeadSelector(Store& store, QWidget* parent)
{
    auto* selector = new QSpinBox(parent);
    selector->setObjectName(QStringLiteral("head-selector"));
    selector->setAccessibleName(PlotWords::tr("Head"));
    selector->setToolTip(PlotWords::tr("The head that is looked at, counted from 0"));
    selector->setPrefix(PlotWords::tr("head ", "before its number"));
    selector->setFrame(false);
    selector->setWrapping(true);
    selector->setKeyboardTracking(false);
    const auto show = [selector, &store] {
        const AttentionSettings& attention = store.parameters().attention;
        const QSignalBlocker quiet(selector);
        selector->setRange(0, static_cast<int>(attention.heads) - 1);
        selector->setSuffix(PlotWords::tr(" of %1", "after the number of a head").arg(attention.heads));
        selector->setValue(static_cast<int>(attention.head));
    };
    show();
    QObject::connect(&store, &Store::parametersChanged, selector, show);
    QObject::connect(selector, &QSpinBox::valueChanged, selector,
                     [&store](int head) { store.edit([head](Parameters& p) { p.attention.head = head; }); });
    return selector;
}

} // namespace phasor
