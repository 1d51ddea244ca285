// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/attention/schemeselector_p.h"

#include "encodings/schemes.h"
#include "session/store.h"
#include "words/coretexts.h"

#include <QMenu>
#include <QSignalBlocker>

#include <algorithm>

namespace phasor {

SchemeSelector::SchemeSelector(Store& store, QWidget* parent)
    : QToolButton(parent)
{
    setObjectName(QStringLiteral("relative-schemes"));
    setText(tr("lay over"));
    setToolTip(tr("Schemes whose law of the distance is laid over, with their standard values"));
    setAutoRaise(true);
    setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(this);
    for (const Scheme& scheme : schemes()) {
        if (scheme.kind == SchemeKind::None)
            continue;
        QAction* action = menu->addAction(words::ofCore(scheme.label));
        action->setCheckable(true);
        action->setData(QString::fromUtf8(scheme.id.data(), static_cast<qsizetype>(scheme.id.size())));
        connect(action, &QAction::toggled, this, [&store, id = std::string(scheme.id)](bool on) {
            store.editView([&](ViewState& view) {
                std::erase(view.schemes, id);
                if (on)
                    view.schemes.push_back(id);
            });
        });
        m_schemes.push_back(action);
    }
    setMenu(menu);
    showState(store.view());
    connect(&store, &Store::viewChanged, this, &SchemeSelector::showState);
}

void SchemeSelector::showState(const ViewState& view)
{
    for (QAction* action : m_schemes) {
        const QSignalBlocker quiet(action);
        action->setChecked(std::ranges::count(view.schemes, action->data().toString().toStdString()) > 0);
    }
}

} // namespace phasor
