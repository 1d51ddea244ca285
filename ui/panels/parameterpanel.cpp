// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/parameterpanel.h"

#include "session/store.h"
#include "ui/forms/text.h"
#include "ui/panels/foldline.h"
#include "words/coretexts.h"

#include <QGridLayout>
#include <QResizeEvent>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace phasor {

namespace {

// Widths in average characters, so that controls grow with the type. 46 are 322 pixels at the usual size.
constexpr int kWidth = 46;
constexpr int kLeastWidth = 44; // minimum for labels next to controls; below it they are above
constexpr int kStackedWidth = 30;
constexpr int kNarrowWindow = 125; // widest window that counts as narrow
constexpr int kSlimMargins = 900; // pixels; narrower windows have slim margins
constexpr int kSpacing = 4;

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

// Grid rows reserved for each parameter of each scheme, so that controls come and go in place: the title above a
// section's first parameter, the fold line above its first folded one, a label above its control, the control. Empty
// rows have no height.
constexpr int kRows = 4;

// All parameters from top to bottom: in each section first the basic ones.
const std::vector<const ParameterSpec*>& specsInOrder()
{
    static const std::vector<const ParameterSpec*> kSpecs = [] {
        std::vector<const ParameterSpec*> specs;
        for (const ParameterSpec& spec : parameterSpecs())
            specs.push_back(&spec);
        std::ranges::stable_sort(specs, {}, [](const ParameterSpec* s) { return std::pair(s->group, !s->basic); });
        return specs;
    }();
    return kSpecs;
}

int rowOf(const ParameterSpec& spec)
{
    return kRows * static_cast<int>(std::ranges::find(specsInOrder(), &spec) - specsInOrder().begin());
}

QLabel* makeTitle(const Group& group, QWidget* parent)
{
    constexpr int kAbove = 12; // pixels
    auto* title = named(u"section-"_s + group.id, new QLabel(ParameterPanel::tr(group.title), parent));
    QFont bold = title->font();
    bold.setWeight(QFont::DemiBold);
    title->setFont(bold);
    title->setContentsMargins(0, kAbove, 0, 0);
    return title;
}

// A label inside a sentence: "max_len", "vocabulary size", "GPU threads".
QString inSentence(const ParameterSpec& spec)
{
    QString label = words::ofCore(spec.label);
    if (label.size() > 1 && label[1].isLower())
        label[0] = label[0].toLower();
    return label;
}

} // namespace

ParameterPanel::ParameterPanel(Store& store, QWidget* parent)
    : QScrollArea(parent)
    , m_store(store)
{
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
    for (const Group& group : kGroups) {
        auto* fold = m_folds.emplace_back(new FoldLine(group.id, content));
        connect(&fold->button(), &QToolButton::clicked, this, &ParameterPanel::showRows);
    }
    const ParameterSpec* previous = nullptr;
    for (const ParameterSpec* spec : specsInOrder()) {
        const bool first = previous == nullptr || previous->group != spec->group;
        if (first)
            m_grid->addWidget(makeTitle(kGroups[static_cast<int>(spec->group)], content), rowOf(*spec), 0, 1, 2);
        if (!spec->basic && (first || previous->basic))
            m_grid->addWidget(&foldOf(*spec), rowOf(*spec) + 1, 0, 1, 2);
        previous = spec;
    }
    m_grid->setRowStretch(kRows * static_cast<int>(parameterSpecs().size()), 1);
    setWidget(content);
    showParameters(store.parameters());
    connect(&store, &Store::parametersChanged, this, &ParameterPanel::showParameters);
    connect(&store, &Store::openedChanged, this, &ParameterPanel::showRows);
    connect(&store, &Store::editedChanged, this, &ParameterPanel::markFaults);
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
    connect(control, &Control::playClicked, this, [this, &spec] { emit playClicked(spec); });
    connect(control, &Control::playMenuRequested, this, [this, &spec] { emit playMenuRequested(spec); });
    connect(control, &Control::gestureStarted, &m_store, &Store::beginGesture);
    connect(control, &Control::gestureFinished, &m_store, &Store::endGesture);
    Row row{&spec, control, label, spec.standard()};
    place(row);
    return row;
}

void ParameterPanel::place(const Row& row)
{
    const int at = rowOf(*row.spec) + kRows - 1;
    const bool above = m_stacked || (row.label != nullptr && row.label->sizeHint().width() > labelWidth());
    const bool alone = row.label == nullptr || above;
    m_grid->addWidget(row.control, at, alone ? 0 : 1, 1, alone ? 2 : 1);
    if (row.label != nullptr)
        m_grid->addWidget(row.label, above ? at - 1 : at, 0, 1, above ? 2 : 1);
}

int ParameterPanel::labelWidth() const
{
    constexpr int kCharacters = 14;
    return kCharacters * fontMetrics().averageCharWidth();
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
    std::vector<const ParameterSpec*> specs = specsOf(parameters);
    std::ranges::sort(specs, {}, [](const ParameterSpec* spec) { return rowOf(*spec); });
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
    const FoldLine* fold = nullptr;
    for (const Row& row : m_rows) {
        if (!row.spec->basic && std::exchange(fold, &foldOf(*row.spec)) != &foldOf(*row.spec))
            previous = orderTabs(previous, {&foldOf(*row.spec).button()});
        previous = orderTabs(previous, row.control->findChildren<QWidget*>(Qt::FindDirectChildrenOnly));
    }
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

// Shows the basic rows, and those of open folds, that matter now; and what the folds contain.
void ParameterPanel::showRows()
{
    const Parameters& now = m_store.parameters();
    std::vector<QStringList> names(m_folds.size());
    std::vector<QStringList> changed(m_folds.size());
    for (const Row& row : m_rows) {
        const bool matters = row.spec->matters == nullptr || row.spec->matters(now);
        const bool shown = matters && (row.spec->basic || foldOf(*row.spec).isOpen());
        row.control->setVisible(shown);
        if (row.label != nullptr)
            row.label->setVisible(shown);
        if (!matters || row.spec->basic)
            continue;
        names[static_cast<std::size_t>(row.spec->group)] << inSentence(*row.spec);
        if (row.spec->get(now) != row.spec->get(m_store.opened()))
            changed[static_cast<std::size_t>(row.spec->group)] << inSentence(*row.spec);
    }
    for (std::size_t i = 0; i < m_folds.size(); ++i) {
        m_folds[i]->setInside(names[i], changed[i]);
        m_folds[i]->setVisible(!names[i].isEmpty());
    }
    markFaults();
}

QStringList ParameterPanel::openedFolds() const
{
    QStringList ids;
    for (std::size_t i = 0; i < m_folds.size(); ++i) {
        if (m_folds[i]->isChosen())
            ids << kGroups[i].id;
    }
    return ids;
}

void ParameterPanel::openFolds(const QStringList& ids)
{
    for (std::size_t i = 0; i < m_folds.size(); ++i)
        m_folds[i]->setOpen(ids.contains(kGroups[i].id), true);
    showRows();
}

QWidget* ParameterPanel::reveal(const QString& parameter)
{
    const auto row = std::ranges::find(m_rows, utf8(parameter), [](const Row& r) { return std::string(r.spec->id); });
    if (row == m_rows.end())
        return nullptr;
    if (!row->spec->basic && !foldOf(*row->spec).isOpen()) {
        foldOf(*row->spec).setOpen(true, false);
        showRows();
    }
    m_grid->activate(); // it may just have been shown
    ensureWidgetVisible(row->control);
    return row->control;
}

void ParameterPanel::showPlaying(const QString& parameter)
{
    for (const Row& row : m_rows)
        row.control->showPlaying(parameter == qs(row.spec->id));
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
    std::vector<bool> faulty(m_folds.size());
    for (const Row& row : m_rows) {
        const auto fault = std::ranges::find_if(
            m_faults, [&](const Fault& f) { return f.side == m_store.edited() && f.parameter == qs(row.spec->id); });
        row.control->setFault(fault != m_faults.end() ? fault->text : QString());
        if (fault != m_faults.end() && !row.spec->basic)
            faulty[static_cast<std::size_t>(row.spec->group)] = true;
    }
    for (std::size_t i = 0; i < m_folds.size(); ++i)
        m_folds[i]->markFault(faulty[i]);
}

bool ParameterPanel::isInNarrowWindow() const
{
    return window()->width() < kNarrowWindow * fontMetrics().averageCharWidth();
}

void ParameterPanel::fit()
{
    const bool stacked = width() < kLeastWidth * fontMetrics().averageCharWidth();
    if (std::exchange(m_stacked, stacked) != stacked) {
        for (const Row& row : m_rows)
            place(row); // adding a widget again moves it
    }
    const bool slim = window()->width() < kSlimMargins;
    m_grid->setContentsMargins(slim ? QMargins(8, 4, 4, 8) : QMargins(16, 4, 8, 8));
    m_grid->setColumnMinimumWidth(0, m_stacked ? 0 : labelWidth()); // an opened fold moves no control
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
        fit();
}

} // namespace phasor
