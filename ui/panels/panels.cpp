// SPDX-License-Identifier: GPL-3.0-or-later
// The bar of the cell under the cross-hair, and the switch between setups.
#include "ui/panels/panels.h"

#include "session/differences.h"
#include "session/store.h"
#include "ui/forms/text.h"
#include "ui/look/look.h"
#include "ui/panels/parts.h"
#include "words/coretexts.h"
#include "words/readout.h"

#include <QButtonGroup>
#include <QClipboard>
#include <QGuiApplication>
#include <QToolButton>

#include <algorithm>
#include <span>

namespace phasor {

constexpr int kReadoutLines = 3;

Readout::Readout(QWidget* parent)
    : QWidget(parent)
    , m_text(named(u"readout-text"_s, new QPlainTextEdit(this)))
    , m_exact(quietButton(u"readout-exact"_s, tr("Shows nine digits and the bits of every value"), this))
    , m_copy(quietButton(u"readout-copy"_s, tr("Copy the read-out"), this, u"copy"_s))
{
    setObjectName(QStringLiteral("readout"));
    m_text->setAccessibleName(tr("Value at the cross-hair and how it is computed"));
    m_text->setReadOnly(true);
    m_text->setTabChangesFocus(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_text->document()->setDocumentMargin(0);
    m_text->viewport()->setAutoFillBackground(false);
    fitHeight();
    m_text->setPlaceholderText(tr("Point at a plot to see how its value is computed."));
    m_exact->setText(tr("Hex", "hexadecimal"));
    m_exact->setCheckable(true);
    connect(m_exact, &QToolButton::toggled, this, &Readout::fill);
    fillLayout(new QHBoxLayout(this), {{m_text, 1}, m_exact, m_copy}, {8, 4, 8, 4});
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(m_copy, &QToolButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(text()); });
    clear();
}

std::optional<ViewRequest> Readout::request(const ViewState& view) const
{
    if (view.cursor == Cursor{} || view.cursor == m_gone) // while it is hidden, the strip shows the values
        return std::nullopt;
    return ReadoutRequest{view.cursor};
}

void Readout::show(const ViewDataPtr& part)
{
    if (auto readout = std::dynamic_pointer_cast<const ReadoutData>(part)) {
        const std::int64_t row = readout->cursor[AxisKind::Position].value_or(0);
        const bool gone = m_data && row < m_data->rows && row >= readout->rows;
        m_gone = gone ? readout->cursor : Cursor{};
        m_data = std::move(readout);
        gone ? clear() : fill();
    }
}

void Readout::fill()
{
    if (!m_data)
        return;
    if (m_withheld)
        return m_text->setPlainText(m_all = tr("Guess first: the lesson asks for a number."));
    const words::Derivation derivation = words::derivation(*m_data);
    const QStringList values = m_exact->isChecked() ? words::exactValues(*m_data) : derivation.chain;
    m_all = words::Derivation::line(derivation.cell) + u'\n' + words::Derivation::line(values);
    m_text->setPlainText(m_all);
    if (m_text->document()->lineCount() > kReadoutLines) // one paragraph may need a line less
        m_text->setPlainText(words::Derivation::line(derivation.cell + values));
    m_copy->setEnabled(true);
}

void Readout::fitHeight()
{
    m_text->setFixedHeight(kReadoutLines * (fontMetrics().lineSpacing() + 2)); // letters of another font are higher
}

void Readout::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        fitHeight();
        fill();
    }
}

void Readout::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fill();
}

void Readout::showView(const ViewState& view)
{
    m_withheld = view.withholds;
    if (view.cursor == Cursor{})
        clear();
    else
        fill();
}

void Readout::setReason(const QString& reason)
{
    m_text->setEnabled(reason.isEmpty());
    m_text->setAccessibleDescription(reason);
    m_text->setToolTip(plainTip(reason));
    m_copy->setEnabled(reason.isEmpty() && !text().isEmpty());
}

void Readout::clear()
{
    m_data.reset();
    m_all.clear();
    m_text->clear();
    m_copy->setEnabled(false);
}

constexpr unsigned kMostLines = 4; // lines shown; the tool tip has all

// A value as text: "512". Long texts are cut; a missing value is described in words.
static QString shown(const std::optional<ParameterValue>& value, const ParameterSpec& spec)
{
    constexpr qsizetype kLongest = 24;
    if (!value)
        return SetupSwitch::tr("none");
    if (*value == ParameterValue())
        return SetupSwitch::tr("auto");
    const QString text = words::valueText(spec, *value).simplified();
    return text.size() > kLongest ? text.left(kLongest - 1) + u'…' : text;
}

static QString listOf(const std::vector<ParameterDifference>& list, std::size_t most)
{
    QString rows;
    for (const ParameterDifference& difference : std::span(list).first(std::min(list.size(), most))) {
        const QString cells[] = {words::ofCore(difference.spec->label), shown(difference.a, *difference.spec),
                                 shown(difference.b, *difference.spec)};
        rows += u"<tr>"_s;
        for (const QString& cell : cells)
            rows += u"<td style='padding-right:8px'>"_s + cell.toHtmlEscaped() + u"</td>"_s;
        rows += u"</tr>"_s;
    }
    return rows;
}

SetupSwitch::SetupSwitch(Store& store, QWidget* parent)
    : QWidget(parent)
    , m_store(store)
    , m_differences(named(u"setup-differences"_s, new QLabel(this)))
{
    setObjectName(QStringLiteral("setup-switch"));
    m_differences->setTextFormat(Qt::RichText);
    auto* group = new QButtonGroup(this);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(0);
    const QString names[] = {tr("A"), tr("B")};
    const QString tips[] = {tr("The controls show and change setup A"), tr("The controls show and change setup B")};
    for (const Side side : {Side::A, Side::B}) {
        const auto i = static_cast<std::size_t>(side);
        QToolButton* button = m_buttons[i]
            = named(side == Side::A ? u"setup-a"_s : u"setup-b"_s, new QToolButton(this));
        button->setText(names[i]);
        button->setToolTip(tips[i]);
        button->setCheckable(true);
        m_frames[i] = new FaultFrame(button);
        m_frames[i]->hide();
        button->setFocusPolicy(Qt::StrongFocus);
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        group->addButton(button);
        buttons->addWidget(button);
        connect(button, &QToolButton::clicked, &store, [&store, side] { store.setEdited(side); });
    }
    fillLayout(new QVBoxLayout(this), {buttons, m_differences}, {16, 8, 8, 4}, 4);
    connect(&store, &Store::editedChanged, this, &SetupSwitch::showEdited);
    connect(&store, &Store::sceneChanged, this, &SetupSwitch::showScene);
    showScene(store.scene());
    showEdited();
}

void SetupSwitch::showScene(const Scene& scene)
{
    setVisible(scene.b.has_value());
    if (!scene.b)
        return;
    const std::vector<ParameterDifference> list = differences(scene.a, *scene.b);
    const QString head = u"<tr><td></td><td>"_s + tr("A") + u"</td><td>"_s + tr("B") + u"</td></tr>"_s;
    const auto table = [&](std::size_t most) {
        return u"<table>"_s + head + listOf(list, most) + u"</table>"_s;
    };
    if (list.empty())
        m_differences->setText(tr("B equals A"));
    else if (list.size() <= kMostLines)
        m_differences->setText(table(kMostLines));
    else
        m_differences->setText(table(kMostLines - 1)
                               + tr("and %n more", nullptr, static_cast<int>(list.size() - kMostLines + 1)));
    m_differences->setToolTip(list.size() > kMostLines ? table(list.size()) : QString());
}

void SetupSwitch::showFaults(const std::vector<Fault>& faults)
{
    for (const Side side : {Side::A, Side::B})
        m_frames[static_cast<std::size_t>(side)]->setVisible(std::ranges::count(faults, side, &Fault::side) > 0);
}

void SetupSwitch::showEdited()
{
    m_buttons[static_cast<std::size_t>(m_store.edited())]->setChecked(true);
    // Highlights the pressed button, since the style's shade of gray hardly shows which one it is.
    for (QToolButton* button : m_buttons) {
        QPalette colors;
        if (button->isChecked()) {
            colors.setColor(QPalette::Button, palette().color(QPalette::Highlight));
            colors.setColor(QPalette::ButtonText, palette().color(QPalette::HighlightedText));
        }
        button->setPalette(colors);
    }
}

void SetupSwitch::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showEdited();
}

} // namespace phasor
