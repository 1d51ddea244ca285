// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/forms/text.h"

#include <QBoxLayout>
#include <QFont>

#include <initializer_list>

// What panels and pages are made of.
namespace phasor {

// A part of a row or column, with its share of the free room: a widget, maybe smaller than its place and then at one
// side of it, an inner layout, or free room alone.
struct LayoutPart
{
    LayoutPart(QWidget* part, int stretch = 0, Qt::Alignment at = {})
        : widget(part)
        , share(stretch)
        , side(at)
    {
    }
    LayoutPart(QLayout* part, int stretch = 0)
        : layout(part)
        , share(stretch)
    {
    }
    QWidget* widget = nullptr;
    QLayout* layout = nullptr;
    int share;
    Qt::Alignment side = {};
};
inline const LayoutPart kFreeRoom(static_cast<QWidget*>(nullptr), 1);
inline constexpr QMargins kUsualMargins(-1, -1, -1, -1); // Qt's sign for those of the style

// Adds the parts to a QHBoxLayout or QVBoxLayout, in this order. Pixels; spacing −1: that of the style.
template <typename Box>
Box* fillLayout(Box* box, std::initializer_list<LayoutPart> parts, const QMargins& margins = kUsualMargins,
                int spacing = -1)
{
    box->setContentsMargins(margins);
    box->setSpacing(spacing);
    for (const LayoutPart& part : parts) {
        if (part.widget != nullptr)
            box->addWidget(part.widget, part.share, part.side);
        else if (part.layout != nullptr)
            box->addLayout(part.layout, part.share);
        else
            box->addStretch(part.share);
    }
    return box;
}

// The font in another size; bold, or not bold.
inline QFont scaled(QFont font, double factor)
{
    font.setPointSizeF(font.pointSizeF() * factor);
    return font;
}

inline QFont scaled(const QFont& font, double factor, bool bold)
{
    QFont other = scaled(font, factor);
    other.setBold(bold);
    return other;
}

inline QLabel* boldLabel(const QString& text, QWidget* parent, double factor = 1)
{
    auto* label = plainLabel(text, parent);
    label->setFont(scaled(label->font(), factor, true));
    return label;
}

// The label with its text in the quiet color of hints.
template <typename Label> Label* quieted(Label* label)
{
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

} // namespace phasor
