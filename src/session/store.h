// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/parameters.h"
#include "views/viewstate.h"

#include <QObject>

namespace phasor {

// The state of the window: Parameters and ViewState. Controls and plots dispatch here and listen here; they never call
// each other. Setting an equal value emits nothing. GUI thread only.
class Store : public QObject
{
    Q_OBJECT

public:
    explicit Store(QObject* parent = nullptr);

    const Parameters& parameters() const { return m_parameters; }
    const ViewState& view() const { return m_view; }

    void setParameters(const Parameters& parameters);
    void setView(const ViewState& view);

    // Edits one part: store.edit([&](Parameters& p) { p.dModel = 64; });
    template <typename Edit> void edit(Edit&& change)
    {
        Parameters parameters = m_parameters;
        change(parameters);
        setParameters(parameters);
    }
    template <typename Edit> void editView(Edit&& change)
    {
        ViewState view = m_view;
        change(view);
        setView(view);
    }

signals:
    void parametersChanged(const phasor::Parameters& parameters);
    void viewChanged(const phasor::ViewState& view);

private:
    Parameters m_parameters;
    ViewState m_view;
};

} // namespace phasor
