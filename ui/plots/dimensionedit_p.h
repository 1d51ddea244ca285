// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/theme.h"
#include "text/result.h"

#include <QLineEdit>
#include <QTimer>

#include <cstdint>
#include <vector>

namespace phasor {

class Store;

// A field for the dimensions that have curves. Invalid text is outlined, explained in the tool tip and changes nothing.
class DimensionEdit : public QLineEdit
{
    Q_OBJECT

public:
    DimensionEdit(Store& store, QWidget* parent);
    void showDimensions(const std::vector<std::int64_t>& dimensions); // keeps a text with the same meaning
    void setTheme(const Theme& theme);

signals:
    void refused(const QString& message); // typed text names no dimensions

protected:
    bool event(QEvent* event) override;

private:
    void commit();
    void finish();
    void edited();
    Result<std::vector<std::int64_t>> typed() const;
    void setFault(const QString& fault);
    void restyle();

    Store& m_store;
    Theme m_theme = Theme::light();
    std::vector<std::int64_t> m_shown;
    QTimer m_pause;
    bool m_valid = true;
};

} // namespace phasor
