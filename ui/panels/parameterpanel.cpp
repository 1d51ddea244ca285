// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/parameterpanel.h"

#include "session/store.h"
#include "ui/forms/control.h"
#include "ui/forms/text.h"

#include <QGridLayout>
#include <QLabel>

namespace phasor {

namespace {

// In average characters, so that larger type has wider controls: 320 pixels at the usual size.
constexpr int kWidth = 54;
constexpr int kLeastWidth = 48;

QString title(ParameterGroup group)
{
    switch (group) {
    case ParameterGroup::Sentence:
        return ParameterPanel::tr("Sentence");
    case ParameterGroup::Encoding:
        return ParameterPanel::tr("Encoding");
    case ParameterGroup::Embedding:
        return ParameterPanel::tr("Embedding");
    case ParameterGroup::ScaleAndSum:
        return ParameterPanel::tr("Scale and sum");
    case ParameterGroup::Dropout:
        return ParameterPanel::tr("Dropout");
    }
    return {};
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
    auto* grid = new QGridLayout(content);
    grid->setContentsMargins(16, 8, 8, 16);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(1, 1);
    const ParameterSpec* previous = nullptr;
    for (const ParameterSpec& spec : parameterSpecs()) {
        if (previous == nullptr || previous->group != spec.group)
            addHeader(spec.group, *grid);
        addControl(spec, *grid);
        previous = &spec;
    }
    grid->setRowStretch(grid->rowCount(), 1);
    setWidget(content);
    showParameters(store.parameters());
    connect(&store, &Store::parametersChanged, this, &ParameterPanel::showParameters);
}

QSize ParameterPanel::sizeHint() const
{
    return {kWidth * fontMetrics().averageCharWidth(), QScrollArea::sizeHint().height()};
}

QSize ParameterPanel::minimumSizeHint() const
{
    return {kLeastWidth * fontMetrics().averageCharWidth(), QScrollArea::minimumSizeHint().height()};
}

void ParameterPanel::addHeader(ParameterGroup group, QGridLayout& grid)
{
    auto* header = new QLabel(title(group));
    header->setObjectName(QStringLiteral("header"));
    header->setContentsMargins(0, grid.count() == 0 ? 0 : 12, 0, 2);
    QFont bold = header->font();
    bold.setWeight(QFont::DemiBold);
    header->setFont(bold);
    grid.addWidget(header, grid.rowCount(), 0, 1, 2);
}

void ParameterPanel::addControl(const ParameterSpec& spec, QGridLayout& grid)
{
    const int row = grid.rowCount();
    Control* control = makeControl(spec, this);
    QLabel* shownLabel = nullptr;
    if (spec.kind == ParameterKind::Text && spec.group == ParameterGroup::Sentence) {
        grid.addWidget(control, row, 0, 1, 2); // its header says already what it is
    } else {
        auto* label = new QLabel(qs(spec.label));
        label->setObjectName(QStringLiteral("label-") + qs(spec.id));
        label->setToolTip(tipOf(spec));
        label->setBuddy(control);
        grid.addWidget(label, row, 0);
        grid.addWidget(control, row, 1);
        shownLabel = label;
    }
    m_rows.push_back({control, shownLabel, spec.standard});
    connect(control, &Control::edited, this, [this, &spec](const ParameterValue& value) {
        m_store.edit([&](Parameters& parameters) { spec.assign(parameters, value); });
    });
    connect(control, &Control::refused, this, &ParameterPanel::refused);
    connect(control, &Control::fileRequested, this, &ParameterPanel::fileRequested);
    connect(control, &Control::gestureStarted, this, &ParameterPanel::gestureStarted);
    connect(control, &Control::gestureFinished, this, &ParameterPanel::gestureFinished);
}

void ParameterPanel::showParameters(const Parameters& parameters)
{
    for (Row& row : m_rows) {
        if (const auto matters = row.control->spec().matters; matters != nullptr) {
            row.control->setVisible(matters(parameters));
            row.label->setVisible(matters(parameters));
        }
        ParameterValue value = row.control->spec().value(parameters);
        if (value == row.shown)
            continue;
        row.control->setValue(value);
        row.shown = std::move(value);
    }
}

} // namespace phasor
