// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/strip.h"

#include "session/store.h"
#include "ui/forms/text.h"
#include "ui/panels/operatorlabel.h"
#include "ui/panels/stagebutton.h"
#include "views/stripview.h"

#include <QHBoxLayout>
#include <QKeyEvent>

#include <algorithm>

namespace phasor {

namespace {

// "× 22.63 (√512)" and "dropout p = 0.1, on the sum" in a sign and short lines.
void split(const QString& text, QString& sign, QString& numbers)
{
    const qsizetype space = text.indexOf(u' ');
    sign = text.left(space < 0 ? text.size() : space);
    numbers = space < 0 ? QString() : text.mid(space + 1);
    numbers.replace(QStringLiteral(" ("), QStringLiteral("\n(")).replace(QStringLiteral(", "), QStringLiteral("\n"));
}

} // namespace

Strip::Strip(Store& store, QWidget* parent)
    : QWidget(parent)
    , m_store(store)
{
    setObjectName(QStringLiteral("strip"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 4);
    layout->setSpacing(0);
    for (const StageInfo& info : stageInfos()) {
        if (!m_buttons.empty()) {
            m_operators.push_back(new OperatorLabel(qs(info.name), this));
            layout->addWidget(m_operators.back());
        }
        m_buttons.push_back(new StageButton(info, this));
        layout->addWidget(m_buttons.back(), 1);
        connect(m_buttons.back(), &QAbstractButton::clicked, this,
                [this, id = info.id] { m_store.editView([id](ViewState& view) { view.stage = id; }); });
    }
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    mark(store.view());
    connect(&store, &Store::viewChanged, this, &Strip::mark);
}

std::optional<ViewJob> Strip::job() const
{
    const QSize size = m_buttons.empty() ? QSize() : m_buttons.back()->thumbnailPixels();
    if (!isVisible() || size.isEmpty())
        return std::nullopt;
    return stripJob({.width = size.width(), .height = size.height()});
}

OperatorLabel* Strip::before(StageId stage) const
{
    const auto found = std::find_if(m_buttons.begin(), m_buttons.end(), [&](auto* b) { return b->stage() == stage; });
    return found <= m_buttons.begin() || found == m_buttons.end()
        ? nullptr
        : m_operators[static_cast<std::size_t>(found - m_buttons.begin() - 1)];
}

void Strip::show(const ViewDataPtr& part)
{
    const auto* strip = dynamic_cast<const StripData*>(part.get());
    if (strip == nullptr)
        return;
    for (const StripData::Thumbnail& thumbnail : strip->thumbnails) {
        for (StageButton* button : m_buttons) {
            if (button->stage() != thumbnail.stage)
                continue;
            if (thumbnail.stage == StageId::Tokens && thumbnail.error.empty())
                button->showTokens(strip->tokens, qs(thumbnail.caption));
            else
                button->showThumbnail(thumbnail);
        }
    }
    const auto label = [&](StageId stage, const QString& sign, const QString& numbers) {
        if (OperatorLabel* found = before(stage))
            found->setTexts(sign, numbers);
    };
    QString sign;
    QString numbers;
    label(StageId::Embedding, QStringLiteral("→"), {});
    split(qs(strip->scaleText), sign, numbers);
    label(StageId::Scaled, sign, numbers);
    label(StageId::Position, qs(strip->combineText), {});
    label(StageId::Sum, QStringLiteral("="), {});
    split(qs(strip->dropoutText), sign, numbers);
    label(StageId::Mask, QStringLiteral("⊙"), sign + u'\n' + numbers);
    label(StageId::Output, QStringLiteral("→"), {});
}

void Strip::mark(const ViewState& view)
{
    for (StageButton* button : m_buttons)
        button->setChecked(button->stage() == view.stage);
}

void Strip::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    emit resized();
}

void Strip::keyPressEvent(QKeyEvent* event)
{
    const int step = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    const auto focused
        = std::find_if(m_buttons.begin(), m_buttons.end(), [](auto* button) { return button->hasFocus(); });
    if (step == 0 || focused == m_buttons.end()) {
        QWidget::keyPressEvent(event);
        return;
    }
    const auto next = std::clamp<std::ptrdiff_t>(focused - m_buttons.begin() + step, 0, std::ssize(m_buttons) - 1);
    m_buttons[static_cast<std::size_t>(next)]->setFocus(Qt::TabFocusReason);
}

} // namespace phasor
