// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <functional>
#include <optional>
#include <string>

class QMimeData;
class QWidget;

namespace phasor {

// Lets one local file be dropped on a widget.
class FileDrop : public QObject
{
public:
    // `take` gets the file, as raw bytes, and the part of the target under it (null: none). Of a drop that is no local
    // file, or several, `path` is empty.
    FileDrop(QWidget* target, std::function<void(const std::string& path, QWidget* place)> take);

    // The one local file of a drop, as raw bytes: a name that is not UTF-8 is kept. Nothing if there is not exactly
    // one.
    static std::optional<std::string> localFile(const QMimeData& data);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    std::function<void(const std::string&, QWidget*)> m_take;
};

} // namespace phasor
