// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/dimensionedit_p.h"

#include "plots/dimensionlist.h"
#include "session/store.h"
#include "words/errors.h"

#include <algorithm>

namespace phasor {

DimensionEdit::DimensionEdit(Store& store, QWidget* parent)
    : QLineEdit(parent)
    , m_store(store)
{
    setObjectName(QStringLiteral("dimensions"));
    setPlaceholderText(tr("dimensions: 4-7, 12"));
    setAccessibleName(tr("Dimensions"));
    connect(this, &QLineEdit::textEdited, this, &DimensionEdit::edited);
    connect(this, &QLineEdit::editingFinished, this, [this] {
        if (m_valid)
            setText(printDimensions(m_shown));
    });
    showDimensions(store.view().dimensions);
    setFault({});
}

void DimensionEdit::showDimensions(const std::vector<std::int64_t>& dimensions)
{
    if (dimensions == m_shown)
        return;
    m_shown = dimensions;
    const auto typed = parseDimensions(text(), widthsOf(m_store.scene().a).position);
    if (hasFocus() && typed.ok() && *typed == dimensions)
        return;
    setText(printDimensions(dimensions));
    setFault({});
}

void DimensionEdit::edited(const QString& text)
{
    const auto dimensions = parseDimensions(text, widthsOf(m_store.scene().a).position);
    if (!dimensions.ok())
        return setFault(words::faultText(dimensions.error()));
    setFault({});
    m_shown = *dimensions;
    m_store.editView([&](ViewState& view) { view.dimensions = *dimensions; });
}

void DimensionEdit::setFault(const QString& fault)
{
    m_valid = fault.isEmpty();
    setToolTip(
        m_valid ? tr("Dimensions with a curve, by number and range: 4-7, 12. Clicking a column of the heatmap adds or "
                     "removes one.")
                : fault);
    restyle();
}

void DimensionEdit::setTheme(const Theme& theme)
{
    m_theme = theme;
    setFont(theme.smallFont);
    setFixedWidth(QFontMetrics(theme.smallFont).averageCharWidth() * 20);
    restyle();
}

void DimensionEdit::restyle()
{
    setStyleSheet(QStringLiteral("QLineEdit { color: %1; background: %2; border: 1px solid %3; border-radius: 3px; "
                                 "padding: 0 4px; margin: 1px 8px 1px 0; } QLineEdit:focus { border-color: %4; }")
                      .arg(m_theme.foreground.name(), m_theme.background.name(),
                           (m_valid ? m_theme.grid : m_theme.warning).name(),
                           (m_valid ? m_theme.muted : m_theme.warning).name()));
}

} // namespace phasor
