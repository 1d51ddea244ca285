// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/speaker.h"

#include <optional>
#include <string>

class QMimeData;
class QWidget;

namespace phasor {

// Lets one local file be dropped on a widget.
class FileDrop : public Speaker
{
    Q_OBJECT

public:
    explicit FileDrop(QWidget* target);

    // The one local file of a drop, as raw bytes: a name that is not UTF-8 is kept. Nothing if there is not exactly
    // one.
    static std::optional<std::string> localFile(const QMimeData& data);

signals:
    void dropped(const std::string& path, QWidget* place); // the part of the target under it; null: none

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace phasor
