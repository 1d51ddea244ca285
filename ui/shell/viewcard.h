// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QCoreApplication>
#include <QImage>

#include <functional>

namespace phasor {

struct PlotSpec;

// A view in the gallery: its picture, name and question; gray with the reason if it does not apply.
class ViewCard : public QAbstractButton
{
    Q_DECLARE_TR_FUNCTIONS(ViewCard)

public:
    ViewCard(const PlotSpec& spec, QWidget* parent);

    const PlotSpec& spec() const { return m_spec; }
    const QString& reason() const { return m_reason; }
    void setPicture(const QImage& picture);
    void setState(bool shown, const QString& reason); // on the board; why it does not apply, empty: it does
    bool matches(const QString& search) const;
    static QSize cardSize();
    std::function<void()> opened; // by a double click

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent*) override
    {
        setChecked(true);
        opened();
    }

private:
    const PlotSpec& m_spec;
    QString m_question;
    QString m_reason;
    QImage m_picture;
    bool m_shown = false;
};

// The font in another size, bold or not.
QFont scaled(QFont font, double factor, bool bold);

} // namespace phasor
