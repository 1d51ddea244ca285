// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/panels.h"

#include "plots/plot.h"
#include "session/store.h"
#include "ui/forms/text.h"
#include "ui/panels/parts.h"
#include "ui/panels/stagebutton.h"
#include "words/coretexts.h"
#include "words/nodes.h"
#include "words/readout.h"

#include <QKeyEvent>
#include <QScrollBar>

#include <algorithm>

namespace phasor {

// Whether position enters at the operator before the node. In s·E + PE = sum, that is the "+" before the last summand,
// not the "=".
static bool bringsPosition(std::span<const NodePtr> nodes, std::size_t index)
{
    const Node& by = words::operatedBy(nodes, index);
    if (!by.positionEnters)
        return false;
    if (&by == nodes[index].get())
        return by.inputs.size() <= 1;
    // The last summand, which cannot be a mask.
    const auto added = std::find_if(by.inputs.rbegin(), by.inputs.rend(), [&](const NodeId& id) {
        return std::none_of(nodes.begin(), nodes.end(),
                            [&](const NodePtr& node) { return node->id == id && node->operation == Operation::Draw; });
    });
    return added != by.inputs.rend() && *added == nodes[index]->id;
}

Strip::Strip(Store& store, QWidget* parent)
    : QScrollArea(parent)
    , m_store(store)
    , m_side(named(u"strip-side"_s, new QLabel(this)))
{
    setObjectName(QStringLiteral("strip"));
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    auto* content = new QWidget(this);
    m_row = fillLayout(new QHBoxLayout(content), {m_side}, {8, 8, 8, 4}, 0);
    m_side->setToolTip(tr("The strip shows the setup that the controls change."));
    m_side->setFont(scaled(m_side->font(), 1, true));
    m_side->setContentsMargins(0, 0, 8, 0);
    setWidget(content);
    content->setAutoFillBackground(false); // shows the window's background
    viewport()->setAutoFillBackground(false);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    const auto markSide = [this] {
        m_side->setText(words::sideName(m_store.edited()));
        m_side->setVisible(m_store.scene().b.has_value());
    };
    markSide();
    connect(&store, &Store::viewChanged, this, [this](const ViewState& view) {
        if (view.stage(stageCell(view)) != m_looked || view.withholds != m_withheld)
            showNodes();
        if (view.cursor == Cursor{})
            point();
    });
    connect(&store, &Store::sceneChanged, this, markSide);
    connect(&store, &Store::editedChanged, this, [this, markSide] {
        markSide();
        emit resized();
    });
}

// Requests thumbnails. Without boxes it assumes the width of those of a table scheme.
std::optional<ViewRequest> Strip::request(const ViewState&) const
{
    constexpr int kUsual = 10;
    if (!isVisible())
        return std::nullopt;
    const QSize size = m_buttons.empty() ? QSize(std::max(1, width() / kUsual), std::max(1, height() / 2))
                                         : m_buttons.back()->thumbnailPixels();
    if (size.isEmpty())
        return std::nullopt;
    return StripRequest{.width = size.width(),
                        .height = size.height(),
                        .dark = palette().color(QPalette::Window).lightness() < 128,
                        .shown = m_asked,
                        .side = m_store.edited()};
}

std::optional<NodeId> Strip::nodeAt(const QWidget* place) const
{
    const auto found = std::ranges::find(m_buttons, place);
    return found != m_buttons.end() ? std::optional((*found)->node()) : std::nullopt;
}

void Strip::show(const ViewDataPtr& part)
{
    if (auto strip = std::dynamic_pointer_cast<const StripData>(part)) {
        m_data = std::move(strip);
        showNodes();
    }
}

void Strip::showNodes()
{
    if (!m_data)
        return;
    m_looked = m_store.view().stage(stageCell(m_store.view()));
    m_withheld = m_store.view().withholds;
    // A node outside of the chain is requested once it is viewed, so that no other node is marked instead. From then on
    // each viewed node is, since the next one may be outside, too: its box stays.
    const bool there = std::ranges::any_of(m_data->thumbnails,
                                           [this](const auto& thumbnail) { return thumbnail.node->id == m_looked; });
    if (m_asked != m_looked && (!there || !m_asked.empty())) {
        m_asked = m_looked;
        emit resized();
    }
    std::vector<NodePtr> nodes;
    double longest = 0;
    for (const StripData::Thumbnail& thumbnail : m_data->thumbnails) {
        nodes.push_back(thumbnail.node);
        longest = m_withheld ? 0 : std::max(longest, thumbnail.norm.value); // NaN is not larger
    }
    if (!std::ranges::equal(nodes, m_buttons, {}, &Node::id, &StageButton::node))
        arrange(nodes);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const StripData::Thumbnail& thumbnail = m_data->thumbnails[i];
        const Estimate norm = m_withheld ? Estimate() : thumbnail.norm;
        const bool lit = i > 0 && bringsPosition(nodes, i);
        m_buttons[i]->show(thumbnail, norm, words::boxText(nodes, i), m_data->tokens, lit);
        m_buttons[i]->setBar(longest > 0 ? thumbnail.norm.value / longest : 0);
        if (i > 0)
            m_operators[i - 1]->show(words::operatorBefore(nodes, i), lit);
    }
    fit();
    mark();
    point();
    dim();
}

void Strip::showPointed(const ViewDataPtr& part)
{
    m_pointed = std::dynamic_pointer_cast<const ReadoutData>(part);
    point();
}

// Shows the value at the cross-hair below each box, so that the strip reads as the sum that it is.
void Strip::point()
{
    if (!m_data)
        return;
    const bool pointing = m_pointed && !m_store.view().withholds && m_store.view().cursor != Cursor();
    const auto shareOf = [](std::int64_t index, const Interval& visible) {
        return (static_cast<double>(index) + 0.5 - visible.low) / (visible.high - visible.low);
    };
    for (std::size_t i = 0; i < m_buttons.size(); ++i) {
        const StripData::Thumbnail& shown = m_data->thumbnails[i];
        std::optional<StageButton::Pointed> pointed;
        for (const ReadoutData::Step& step : pointing ? m_pointed->steps : std::vector<ReadoutData::Step>()) {
            const ReadoutData::Step* here = m_store.edited() == Side::B ? step.ofB.get() : &step;
            if (here != nullptr && here->node->id == shown.node->id)
                pointed
                    = {.value = words::shortValue(*here),
                       .place = {shareOf(here->column, shown.visibleColumns), shareOf(here->row, shown.visibleRows)}};
        }
        if (shown.node->quantity.family == QuantityFamily::Id && pointing && !m_pointed->token.empty())
            pointed = {.value = qs(m_pointed->token), .place = {-1, -1}}; // ids have no picture
        m_buttons[i]->setPointed(pointed);
    }
}

// Replaces the boxes by boxes of these nodes.
void Strip::arrange(const std::vector<NodePtr>& nodes)
{
    const bool hadFocus = std::ranges::any_of(m_buttons, &QWidget::hasFocus);
    qDeleteAll(m_buttons);
    qDeleteAll(m_operators);
    m_buttons.clear();
    m_operators.clear();
    for (const NodePtr& node : nodes) {
        const NodeId& id = node->id;
        if (!m_buttons.empty()) {
            m_operators.push_back(new OperatorLabel(qs(id), widget()));
            m_row->addWidget(m_operators.back());
        }
        auto* button = new StageButton(id, widget());
        m_buttons.push_back(button);
        m_row->addWidget(button, 1);
        connect(button, &QAbstractButton::clicked, this, [this, id] {
            m_store.editView([&](ViewState& view) { view.setStage(stageCell(view), id); });
            emit clicked();
        });
    }
    if (!m_buttons.empty())
        connect(m_buttons.back(), &StageButton::resized, this, &Strip::resized);
    takeFocusPlace();
    const auto looked = std::ranges::find(m_buttons, m_looked, &StageButton::node);
    if (hadFocus && looked != m_buttons.end())
        (*looked)->setFocus(Qt::OtherFocusReason);
    updateGeometry();
}

// Moves the boxes in the Tab order to the strip's place. They are made late and would come last.
void Strip::takeFocusPlace()
{
    QWidget* before = previousInFocusChain();
    while (before != this && before->focusPolicy() == Qt::NoFocus)
        before = before->previousInFocusChain();
    if (before == this || isAncestorOf(before))
        return;
    orderTabs(before, QList<QWidget*>(m_buttons.begin(), m_buttons.end()));
}

// Marks the node in the heatmap; if the viewed node has no box: the one that position enters, or the last one.
void Strip::mark()
{
    auto shown = std::ranges::find(m_buttons, m_looked, &StageButton::node);
    const auto entered
        = std::ranges::find_if(m_data->thumbnails, [](const auto& one) { return one.node->positionEnters; });
    if (shown == m_buttons.end() && entered != m_data->thumbnails.end())
        shown = std::ranges::find(m_buttons, entered->node->id, &StageButton::node);
    if (shown == m_buttons.end() && !m_buttons.empty())
        shown = std::prev(m_buttons.end());
    for (auto button = m_buttons.begin(); button != m_buttons.end(); ++button)
        (*button)->setChecked(button == shown);
}

void Strip::setReason(const QString& reason)
{
    if (reason == m_reason)
        return;
    m_reason = reason;
    setAccessibleDescription(reason);
    dim();
}

// Hides the operators' numbers if the strip is too narrow; if that isn't enough, it scrolls.
void Strip::fit()
{
    const auto setCompact = [this](bool compact) {
        for (OperatorLabel* label : m_operators)
            label->setCompact(compact);
    };
    setCompact(false);
    m_row->invalidate();
    setCompact(m_row->minimumSize().width() > viewport()->width());
}

void Strip::dim()
{
    for (StageButton* button : m_buttons)
        button->setDimmed(!m_reason.isEmpty());
    for (OperatorLabel* label : m_operators)
        label->setEnabled(m_reason.isEmpty());
}

// The height includes the scroll bar, if there is one.
QSize Strip::sizeHint() const
{
    const QSize content = widget()->minimumSizeHint();
    // Height of boxes even before there are some, so that nothing moves when they appear.
    const QMargins around = m_row->contentsMargins();
    const int boxes = StageButton::heightWith(fontMetrics()) + around.top() + around.bottom();
    const bool scrolls = !m_buttons.empty() && content.width() > width();
    return {widget()->sizeHint().width(), boxes + (scrolls ? horizontalScrollBar()->sizeHint().height() : 0)};
}

void Strip::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    fit();
    updateGeometry();
    emit resized();
}

void Strip::keyPressEvent(QKeyEvent* event)
{
    const int step = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    const auto focused = std::ranges::find_if(m_buttons, &QWidget::hasFocus);
    if (step == 0 || focused == m_buttons.end()) {
        event->ignore(); // it doesn't scroll
        return;
    }
    const auto next = std::clamp<std::ptrdiff_t>(focused - m_buttons.begin() + step, 0, std::ssize(m_buttons) - 1);
    StageButton* button = m_buttons[static_cast<std::size_t>(next)];
    button->setFocus(Qt::TabFocusReason);
    ensureWidgetVisible(button);
}

} // namespace phasor
