// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/setupswitch.h"

#include "session/differences.h"
#include "session/store.h"
#include "ui/forms/text.h"
#include "ui/panels/parts.h"
#include "words/coretexts.h"

#include <QButtonGroup>
#include <QToolButton>

#include <algorithm>
#include <span>

namespace phasor {

namespace {

constexpr unsigned kMostLines = 4; // lines shown; the tool tip has all

// A value as text: "512". Long texts are cut; a missing value is described in words.
QString shown(const std::optional<ParameterValue>& value, const ParameterSpec& spec)
{
    constexpr qsizetype kLongest = 24;
    if (!value)
        return SetupSwitch::tr("none");
    if (*value == ParameterValue())
        return SetupSwitch::tr("auto");
    const QString text = words::valueText(spec, *value).simplified();
    return text.size() > kLongest ? text.left(kLongest - 1) + u'…' : text;
}

QString listOf(const std::vector<ParameterDifference>& list, std::size_t most)
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

} // namespace

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
        QPalette colours;
        if (button->isChecked()) {
            colours.setColor(QPalette::Button, palette().color(QPalette::Highlight));
            colours.setColor(QPalette::ButtonText, palette().color(QPalette::HighlightedText));
        }
        button->setPalette(colours);
    }
}

void SetupSwitch::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showEdited();
}

} // namespace phasor
