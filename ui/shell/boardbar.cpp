// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/boardbar.h"

#include "ui/forms/text.h"
#include "ui/look/elidedlabel.h"
#include "ui/look/icons.h"

#include <QHBoxLayout>
#include <QToolButton>

namespace phasor {

BoardBar::BoardBar(QWidget* parent)
    : QWidget(parent)
    , m_sentence(named(u"board-sentence"_s, new ElidedLabel(this)))
    , m_close(quietButton(u"board-sentence-close"_s, tr("Close this sentence"), this))
{
    setObjectName(QStringLiteral("board-bar"));
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(8, 0, 0, 4);
    m_close->setIcon(icon(QStringLiteral("close")));
    connect(m_close, &QToolButton::clicked, this, [this] { setSentence({}); });
    m_sentence->setForegroundRole(QPalette::PlaceholderText);
    m_sentence->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    line->addWidget(m_sentence);
    line->addWidget(m_close);
    line->addStretch(1);
    const auto addButton = [this, line](const QString& name, const QString& text, const QString& tip) {
        auto* button = named(name, new QToolButton(this));
        button->setText(text);
        button->setToolTip(tip);
        button->setFocusPolicy(Qt::TabFocus);
        line->addWidget(button);
        return button;
    };
    connect(addButton(u"board-answers"_s, tr("Answers"), tr("Five questions about this setup, answered")),
            &QToolButton::clicked, this, &BoardBar::answersRequested);
    connect(addButton(u"board-add"_s, tr("+ Add a view"), tr("Choose one of all views (Ctrl+K)")),
            &QToolButton::clicked, this, &BoardBar::galleryRequested);
    setSentence({});
}

void BoardBar::setSentence(const QString& text, const QString& source)
{
    m_sentence->setFullText(text, true, source);
    m_sentence->setVisible(!text.isEmpty());
    m_close->setVisible(!text.isEmpty());
}

} // namespace phasor
