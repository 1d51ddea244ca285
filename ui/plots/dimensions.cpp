// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/dimensions.h"

#include "plots/drawings.h"
#include "plots/fieldkeys.h"
#include "session/store.h"
#include "text/numbers.h"
#include "words/coretexts.h"

#include <algorithm>
#include <optional>

namespace phasor {

namespace {

std::optional<std::int64_t> parseIndex(const QString& text)
{
    const Result<std::int64_t> value = parseInteger(text.trimmed().toStdString());
    return value.ok() && *value >= 0 ? std::optional(*value) : std::nullopt;
}

Error fault(std::string code, Message what, Message remedy)
{
    return usageError(std::move(code), "--dims", std::move(what), std::move(remedy));
}

} // namespace

Result<std::vector<std::int64_t>> parseDimensions(const QString& text, std::int64_t count)
{
    std::vector<std::int64_t> dimensions;
    const QString plain = QString(text).replace(QChar(0x2013), QLatin1Char('-'));
    if (plain.trimmed().isEmpty())
        return dimensions;
    for (const QString& part : plain.split(QLatin1Char(','))) {
        const qsizetype dash = part.indexOf(QLatin1Char('-'));
        const auto one = parseIndex(dash < 0 ? part : part.left(dash));
        const auto other = dash < 0 ? one : parseIndex(part.mid(dash + 1));
        if (!one || !other)
            return fault(
                "SYNTAX",
                WORDS("%1 is neither a dimension nor a range of them").with(inQuotes(part.trimmed().toStdString())),
                WORDS("write for example 4-7, 12"));
        const auto [first, last] = std::minmax(*one, *other);
        if (last >= count)
            return fault("RANGE", WORDS("dimension %1 does not exist").with(last), WORDS("use 0 … %1").with(count - 1));
        for (std::int64_t d = first; d <= last; ++d) {
            if (std::ranges::count(dimensions, d) > 0)
                continue;
            if (dimensions.size() == kMostCurves)
                return fault("SIZE", WORDS("more than %1 curves").with(kMostCurves), WORDS("choose fewer dimensions"));
            dimensions.push_back(d);
        }
    }
    return dimensions;
}

QString printDimensions(const std::vector<std::int64_t>& dimensions)
{
    QStringList parts;
    for (std::size_t i = 0; i < dimensions.size();) {
        std::size_t end = i + 1;
        while (end < dimensions.size() && dimensions[end] == dimensions[end - 1] + 1)
            ++end;
        const QString first = QString::number(dimensions[i]);
        if (end - i == 1)
            parts += first;
        else
            parts += first + QLatin1String(end - i == 2 ? ", " : "-") + QString::number(dimensions[end - 1]);
        i = end;
    }
    return parts.join(QStringLiteral(", "));
}

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
