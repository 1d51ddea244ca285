// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

#include <string_view>

class QWidget;

namespace phasor {

class Store;

// Exports of the current plot with the store's present state: into a file by its ending, or to the clipboard as PNG and
// SVG at once. Figures are light, whatever the screen has. GUI thread only.
class FigureExport : public QObject
{
    Q_OBJECT

public:
    FigureExport(Store& store, QWidget* parent);

    void askAndSave(std::string_view plot); // asks for a file
    void save(std::string_view plot, const QString& path);
    void copy(std::string_view plot);

signals:
    void done(const QString& message);
    void failed(const QString& message);

private:
    Store& m_store;
    QWidget* m_window;
};

} // namespace phasor
