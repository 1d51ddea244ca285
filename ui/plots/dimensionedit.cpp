// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/dimensionedit_p.h"

#include "plots/dimensionlist.h"
#include "plots/drawings.h"
#include "plots/fieldkeys.h"
#include "session/store.h"
#include "words/coretexts.h"

namespace phasor {

DimensionEdit::DimensionEdit(Store& store, QWidget* parent)
    : QLineEdit(parent)
    , m_store(store)
    , m_caption(new QLabel(PlotWords::tr("dimensions"), parent))
{
    m_caption->setBuddy(this);
    parent->installEventFilter(this);
    setObjectName(QStringLiteral("dimensions"));
    setPlaceholderText(tr("auto", "dimensions"));
    setAccessibleName(tr("Dimensions"));
    connect(this, &QLineEdit::textEdited, this, &DimensionEdit::edited);
    m_pause.setSingleShot(true);
    m_pause.setInterval(400); // does not show "1" while the user types "12"
    connect(&m_pause, &QTimer::timeout, this, &DimensionEdit::commit);
    connect(this, &QLineEdit::editingFinished, this, &DimensionEdit::finish);
    showDimensions(store.view().dimensions);
    setFault({});
}

Result<std::vector<std::int64_t>> DimensionEdit::typed() const
{
    return parseDimensions(text(), widthsOf(m_store.scene().a).position);
}

void DimensionEdit::showDimensions(const std::vector<std::int64_t>& dimensions)
{
    if (dimensions == m_shown)
        return;
    m_shown = dimensions;
    if (const auto now = typed(); hasFocus() && now.ok() && *now == dimensions)
        return;
    setText(printDimensions(dimensions));
    setFault({});
}

void DimensionEdit::edited()
{
    const auto dimensions = typed();
    setFault(dimensions.ok() ? QString() : words::faultText(dimensions.error()));
    m_pause.stop();
    if (dimensions.ok())
        m_pause.start();
}

void DimensionEdit::commit()
{
    m_pause.stop();
    const auto dimensions = typed();
    if (!dimensions.ok() || *dimensions == m_shown)
        return;
    m_shown = *dimensions;
    m_store.editView([&](ViewState& view) { view.dimensions = *dimensions; });
}

// On Enter, or when focus leaves: invalid text is reported and replaced.
void DimensionEdit::finish()
{
    if (m_valid)
        commit();
    else
        emit refused(tr("dimensions: %1").arg(toolTip()));
    if (!m_valid && hasFocus())
        return; // the user can correct it
    setFault({});
    setText(printDimensions(m_shown));
}

bool DimensionEdit::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride
        && !fieldNeeds(*static_cast<QKeyEvent*>(event), isUndoAvailable(), isRedoAvailable())) {
        event->ignore();
        return false;
    }
    return QLineEdit::event(event);
}

bool DimensionEdit::eventFilter(QObject* watched, QEvent* event)
{
    constexpr int kCharacters = 52; // width of a plot with room for title, caption, field and buttons
    if (event->type() == QEvent::Resize)
        m_caption->setVisible(parentWidget()->width()
                              >= kCharacters * parentWidget()->fontMetrics().averageCharWidth());
    return QLineEdit::eventFilter(watched, event);
}

void DimensionEdit::setFault(const QString& fault)
{
    m_valid = fault.isEmpty();
    setToolTip(m_valid ? tr("Dimensions with a curve, such as 4-7, 12. Empty: four that differ. Click a column of "
                            "the heatmap to add or remove one.")
                       : fault);
    restyle();
}

void DimensionEdit::setTheme(const Theme& theme)
{
    m_theme = theme;
    m_caption->setFont(theme.smallFont);
    m_caption->setStyleSheet(QStringLiteral("QLabel { color: %1; margin-right: 4px; }").arg(theme.muted.name()));
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
