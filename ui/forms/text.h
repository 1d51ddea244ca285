// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QList>
#include <QString>
#include <QTextDocument>

#include <string>
#include <string_view>

namespace phasor {

// Sets the Tab order: `before` (null: none), then those of `parts` that take the focus themselves, in this order.
// Returns the last of them, or `before`.
inline QWidget* orderTabs(QWidget* before, const QList<QWidget*>& parts)
{
    for (QWidget* part : parts) {
        if (part->focusPolicy() == Qt::NoFocus || part->focusProxy() != nullptr)
            continue;
        if (before != nullptr)
            QWidget::setTabOrder(before, part);
        before = part;
    }
    return before;
}

// The widget with its object name, for tests and scripts.
template <typename Widget> Widget* named(const QString& name, Widget* widget)
{
    widget->setObjectName(name);
    return widget;
}

using namespace Qt::StringLiterals; // u"text"_s

// UTF-8 of the core as QString, and back.
inline QString qs(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

inline std::string utf8(const QString& text)
{
    return text.toStdString();
}

// A label whose text is never markup: it may be a stranger's, such as a token or the name of a file.
inline QLabel* plainLabel(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    return label;
}

inline QLabel* plainLabel(QWidget* parent)
{
    return plainLabel(QString(), parent);
}

// The label with its text in as many lines as its width needs.
inline QLabel* wrapped(QLabel* label)
{
    label->setWordWrap(true);
    return label;
}

// Never markup either: the text of a tool tip or a question, which Qt takes as markup where it looks like that.
inline QString plainTip(const QString& text)
{
    return Qt::mightBeRichText(text) ? QStringLiteral("<div>") + text.toHtmlEscaped() + QStringLiteral("</div>") : text;
}

} // namespace phasor
