// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/store.h"

namespace phasor {

Store::Store(QObject* parent)
    : QObject(parent)
{
}

void Store::setParameters(const Parameters& parameters)
{
    if (parameters == m_parameters)
        return;
    m_parameters = parameters;
    emit parametersChanged(m_parameters);
}

void Store::setView(const ViewState& view)
{
    if (view == m_view)
        return;
    m_view = view;
    emit viewChanged(m_view);
}

} // namespace phasor
