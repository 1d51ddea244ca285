// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/files/filedrop.h"

#include <QDropEvent>
#include <QMimeData>
#include <QUrl>
#include <QWidget>

namespace phasor {

FileDrop::FileDrop(QWidget* target, std::function<void(const std::string& path, QWidget* place)> take)
    : QObject(target)
    , m_take(std::move(take))
{
    target->setAcceptDrops(true);
    target->installEventFilter(this);
}

std::optional<std::string> FileDrop::localFile(const QMimeData& data)
{
    const QList<QUrl> urls = data.urls();
    if (urls.size() != 1 || !urls.front().isLocalFile())
        return std::nullopt;
    // toLocalFile() would lose bytes that are not UTF-8.
    return QByteArray::fromPercentEncoding(urls.front().path(QUrl::FullyEncoded).toLatin1()).toStdString();
}

bool FileDrop::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::DragEnter) {
        auto* drag = static_cast<QDropEvent*>(event);
        if (drag->mimeData()->hasUrls())
            drag->acceptProposedAction();
        return true;
    }
    if (event->type() == QEvent::Drop) {
        const auto* drop = static_cast<const QDropEvent*>(event);
        m_take(localFile(*drop->mimeData()).value_or(std::string()),
               static_cast<QWidget*>(watched)->childAt(drop->position().toPoint()));
        return true;
    }
    return QObject::eventFilter(watched, event);
}

} // namespace phasor
