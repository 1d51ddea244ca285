// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/theme.h"
#include "text/result.h"

#include <QLabel>
#include <QLineEdit>
#include <QTimer>

#include <vector>

namespace phasor {

class Store;

constexpr std::size_t kMostCurves = 64;

// "4-7, 12" ↔ {4, 5, 6, 7, 12}. Repeated dimensions count once; "7-4" is 4-7; spaces and an en dash are accepted; an
// empty text is an empty list. Errors: SYNTAX, RANGE (a dimension >= count), SIZE (more than kMostCurves).
Result<std::vector<std::int64_t>> parseDimensions(const QString& text, std::int64_t count);
QString printDimensions(const std::vector<std::int64_t>& dimensions);

// A field for the dimensions that have curves, and its caption, which is hidden while the plot, its parent, is narrow.
// Invalid text is outlined, explained in the tool tip and changes nothing.
class DimensionEdit : public QLineEdit
{
    Q_OBJECT

public:
    DimensionEdit(Store& store, QWidget* parent);
    QLabel* caption() const { return m_caption; }
    void showDimensions(const std::vector<std::int64_t>& dimensions); // keeps a text with the same meaning
    void setTheme(const Theme& theme);

signals:
    void refused(const QString& message); // typed text names no dimensions

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override; // the parent's size

private:
    void commit();
    void finish();
    void edited();
    Result<std::vector<std::int64_t>> typed() const;
    void setFault(const QString& fault);
    void restyle();

    Store& m_store;
    QLabel* m_caption; // owned by the parent
    Theme m_theme = Theme::light();
    std::vector<std::int64_t> m_shown;
    QTimer m_pause;
    bool m_valid = true;
};

} // namespace phasor
