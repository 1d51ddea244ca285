// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/parameterpanel.h"

#include "session/store.h"
#include "ui/forms/control.h"
#include "ui/forms/text.h"
#include "ui/panels/sections.h"
#include "words/coretexts.h"

#include <QGridLayout>
#include <QLabel>
#include <QResizeEvent>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace phasor {

namespace {

// Widths in average characters, so that controls grow with the type. 50 are 350 pixels at the usual size.
constexpr int kWidth = 50;
constexpr int kLeastWidth = 48; // minimum for labels next to controls; below it they are above
constexpr int kStackedWidth = 30;
constexpr int kNarrowWindow = 125; // widest window that counts as narrow
constexpr int kSlimMargins = 900; // pixels; narrower windows have slim margins
constexpr int kSpacing = 4;
constexpr int kTightSpacing = 2; // used if it avoids scrolling

struct Group
{
    QLatin1String id;
    const char* title;
};
constexpr Group kGroups[] = {
    // by ParameterGroup
    {QLatin1String("sentence"), QT_TRANSLATE_NOOP("phasor::ParameterPanel", "Sentence")},
    {QLatin1String("encoding"), QT_TRANSLATE_NOOP("phasor::ParameterPanel", "Encoding")},
    {QLatin1String("embedding"), QT_TRANSLATE_NOOP("phasor::ParameterPanel", "Embedding")},
    {QLatin1String("sum"), QT_TRANSLATE_NOOP("phasor::ParameterPanel", "Scale and sum")},
    {QLatin1String("dropout"), QT_TRANSLATE_NOOP("phasor::ParameterPanel", "Dropout")},
    {QLatin1String("attention"), QT_TRANSLATE_NOOP("phasor::ParameterPanel", "Attention")},
};

const Group& groupOf(const ParameterSpec& spec)
{
    return kGroups[static_cast<int>(spec.group)];
}

// Sections that are folded first in a short panel: those that users change least often.
const QStringList kSpare{QStringLiteral("attention"), QStringLiteral("embedding"), QStringLiteral("sum")};

// Grid rows reserved for each parameter of each scheme, so that controls come and go in place: the header above a
// group's first parameter, a label above its control, the control. Empty rows have no height.
constexpr int kRows = 3;

int headerRow(const ParameterSpec& spec)
{
    return kRows * static_cast<int>(&spec - parameterSpecs().data());
}

} // namespace

ParameterPanel::ParameterPanel(Store& store, QWidget* parent)
    : QScrollArea(parent)
    , m_store(store)
{
    m_sections = new Sections(this);
    setObjectName(QStringLiteral("parameters"));
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    auto* content = new QWidget;
    m_grid = new QGridLayout(content);
    m_grid->setHorizontalSpacing(8);
    m_grid->setVerticalSpacing(kSpacing);
    m_grid->setColumnStretch(1, 1);
    const ParameterSpec* previous = nullptr;
    for (const ParameterSpec& spec : parameterSpecs()) {
        if (previous == nullptr || previous->group != spec.group)
            m_grid->addWidget(m_sections->add(groupOf(spec).id, tr(groupOf(spec).title)), headerRow(spec), 0, 1, 2,
                              Qt::AlignLeft);
        previous = &spec;
    }
    m_grid->setRowStretch(kRows * static_cast<int>(parameterSpecs().size()), 1);
    setWidget(content);
    showParameters(store.parameters());
    connect(&store, &Store::parametersChanged, this, &ParameterPanel::showParameters);
    connect(&store, &Store::editedChanged, this, &ParameterPanel::markFaults);
    connect(m_sections, &Sections::changed, this, [this] {
        showRows();
        fitSpacing();
    });
}

QSize ParameterPanel::sizeHint() const
{
    const int characters = isInNarrowWindow() ? kStackedWidth : kWidth;
    return {characters * fontMetrics().averageCharWidth(), QScrollArea::sizeHint().height()};
}

QSize ParameterPanel::minimumSizeHint() const
{
    return {kStackedWidth * fontMetrics().averageCharWidth(), QScrollArea::minimumSizeHint().height()};
}

ParameterPanel::Row ParameterPanel::makeRow(const ParameterSpec& spec)
{
    Control* control = makeControl(spec, widget());
    QLabel* label = nullptr;
    if (spec.kind != ParameterKind::Text || spec.group != ParameterGroup::Sentence) {
        label = new QLabel(words::ofCore(spec.label), widget());
        label->setObjectName(QStringLiteral("label-") + qs(spec.id));
        label->setToolTip(tipOf(spec));
        label->setBuddy(control);
    }
    connect(control, &Control::edited, this, [this, &spec](const ParameterValue& value) {
        emit accepted();
        m_store.edit([&](Parameters& parameters) { spec.set(parameters, value); });
    });
    connect(control, &Control::refused, this, &ParameterPanel::refused);
    connect(control, &Control::complained, this, &ParameterPanel::complained);
    connect(control, &Control::fileRequested, this, &ParameterPanel::fileRequested);
    connect(control, &Control::gestureStarted, &m_store, &Store::beginGesture);
    connect(control, &Control::gestureFinished, &m_store, &Store::endGesture);
    const Row row{&spec, control, label, spec.standard()};
    place(row);
    return row;
}

void ParameterPanel::place(const Row& row)
{
    const int at = headerRow(*row.spec) + 2;
    const bool alone = row.label == nullptr || m_stacked;
    m_grid->addWidget(row.control, at, alone ? 0 : 1, 1, alone ? 2 : 1);
    if (row.label != nullptr)
        m_grid->addWidget(row.label, m_stacked ? at - 1 : at, 0, 1, m_stacked ? 2 : 1);
}

void ParameterPanel::remove(const Row& row)
{
    row.control->disconnect(this); // half-typed text must not edit the new scheme
    for (QWidget* part : {static_cast<QWidget*>(row.control), static_cast<QWidget*>(row.label)}) {
        if (part == nullptr)
            continue;
        part->hide();
        part->setParent(nullptr); // leaves the panel at once; deleted later, since its own event may be running
        part->deleteLater();
    }
}

// Makes rows for the present parameters; rows that stay keep their controls.
void ParameterPanel::showSpecs(const Parameters& parameters)
{
    const std::vector<const ParameterSpec*> specs = specsOf(parameters);
    if (std::ranges::equal(m_rows, specs, {}, &Row::spec))
        return;
    std::vector<Row> before = std::exchange(m_rows, {});
    for (const ParameterSpec* spec : specs) {
        const auto kept = std::ranges::find(before, spec, &Row::spec);
        m_rows.push_back(kept != before.end() ? *kept : makeRow(*spec));
        if (kept != before.end())
            before.erase(kept);
    }
    for (const Row& row : before)
        remove(row);
    QWidget* previous = nullptr; // Tab order from top to bottom, in any order of creation
    for (const Row& row : m_rows)
        previous = orderTabs(previous, row.control->findChildren<QWidget*>(Qt::FindDirectChildrenOnly));
}

void ParameterPanel::showParameters(const Parameters& parameters)
{
    showSpecs(parameters);
    for (Row& row : m_rows) {
        if (ParameterValue value = row.spec->get(parameters); value != row.shown) {
            row.control->setValue(value);
            row.shown = std::move(value);
        }
        if (row.spec->number != nullptr)
            row.control->setNumber(row.spec->number(parameters));
    }
    showRows();
}

// Shows the rows of open sections that matter now.
void ParameterPanel::showRows()
{
    for (const Row& row : m_rows) {
        const bool matters = row.spec->matters == nullptr || row.spec->matters(m_store.parameters());
        const bool shown = matters && m_sections->isOpen(groupOf(*row.spec).id);
        row.control->setVisible(shown);
        if (row.label != nullptr)
            row.label->setVisible(shown);
    }
    markFaults();
}

void ParameterPanel::showFaults(const std::vector<Fault>& faults)
{
    if (faults == m_faults)
        return;
    m_faults = faults;
    markFaults();
}

void ParameterPanel::markFaults()
{
    QStringList sections;
    for (const Row& row : m_rows) {
        const auto fault = std::ranges::find_if(
            m_faults, [&](const Fault& f) { return f.side == m_store.edited() && f.parameter == qs(row.spec->id); });
        row.control->setFault(fault != m_faults.end() ? fault->text : QString());
        if (fault != m_faults.end())
            sections << groupOf(*row.spec).id;
    }
    m_sections->markFaults(sections);
}

bool ParameterPanel::isInNarrowWindow() const
{
    return window()->width() < kNarrowWindow * fontMetrics().averageCharWidth();
}

void ParameterPanel::fitSections()
{
    const bool stacked = width() < kLeastWidth * fontMetrics().averageCharWidth();
    if (std::exchange(m_stacked, stacked) != stacked) {
        for (const Row& row : m_rows)
            place(row); // adding a widget again moves it
    }
    if (window()->width() < kSlimMargins)
        m_grid->setContentsMargins(8, 4, 4, 8);
    else
        m_grid->setContentsMargins(16, 4, 8, 8);
    m_grid->setVerticalSpacing(kSpacing);
    m_sections->fit(kSpare, [this] { return isTooHigh(); });
    fitSpacing();
}

bool ParameterPanel::isTooHigh() const
{
    m_grid->invalidate();
    return m_grid->totalMinimumSize().height() > viewport()->height();
}

// Uses a tighter spacing if it avoids scrolling.
void ParameterPanel::fitSpacing()
{
    m_grid->setVerticalSpacing(kSpacing);
    if (isTooHigh())
        m_grid->setVerticalSpacing(kTightSpacing);
}

void ParameterPanel::changeEvent(QEvent* event)
{
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        emit fontChanged();
}

void ParameterPanel::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    if (event->size() != event->oldSize())
        fitSections();
}

} // namespace phasor
