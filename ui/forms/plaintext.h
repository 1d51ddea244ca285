// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QTextDocument>

namespace phasor {

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

// The same for the text of a tool tip or a question, which Qt takes as markup where it looks like that.
inline QString plainTip(const QString& text)
{
    return Qt::mightBeRichText(text) ? QStringLiteral("<div>") + text.toHtmlEscaped() + QStringLiteral("</div>") : text;
}

} // namespace phasor
