// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/files/recentfiles.h"

#include "ui/forms/text.h"

#include <QAction>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace phasor {

namespace {

constexpr std::size_t kMostPaths = 5;

} // namespace

RecentFiles::RecentFiles(QObject* parent)
    : QObject(parent)
{
    for (std::size_t i = 0; i < kMostPaths; ++i) {
        m_actions.push_back(new QAction(this));
        connect(m_actions[i], &QAction::triggered, this, [this, i] { emit chosen(std::string(m_paths[i])); });
    }
    show();
}

void RecentFiles::setPaths(std::vector<std::string> paths)
{
    m_paths = std::move(paths);
    m_paths.resize(std::min(m_paths.size(), kMostPaths));
    show();
}

void RecentFiles::note(const std::string& path)
{
    const QString name = QFileInfo(QFile::decodeName(path.c_str())).absoluteFilePath();
    const std::string file = QFile::encodeName(name).toStdString();
    if (!QByteArray::fromStdString(file).isValidUtf8())
        return; // the settings cannot hold this name
    std::erase(m_paths, file);
    m_paths.insert(m_paths.begin(), file);
    setPaths(std::move(m_paths));
    emit changed();
}

Action RecentFiles::menu()
{
    Action menu{.text = tr("Open &recent")};
    for (std::size_t i = 0; i < kMostPaths; ++i)
        menu.submenu.push_back(
            {.id = u"recent-%1"_s.arg(i + 1), .otherwise = tr("No file was opened yet."), .made = m_actions[i]});
    return menu;
}

// Without files the first entry stays, disabled, because an empty menu does not open.
void RecentFiles::show()
{
    for (std::size_t i = 0; i < kMostPaths; ++i) {
        const bool used = i < m_paths.size();
        const QString path = used ? QFile::decodeName(m_paths[i].c_str()) : QString();
        m_actions[i]->setText(used ? QFileInfo(path).fileName().replace(u'&', u"&&"_s) : tr("No file yet"));
        m_actions[i]->setStatusTip(path);
        m_actions[i]->setEnabled(used);
        m_actions[i]->setVisible(used || i == 0);
    }
}

} // namespace phasor
