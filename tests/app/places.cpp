// SPDX-License-Identifier: GPL-3.0-or-later
// Where the parts of the window are, for a script that moves a real mouse: one line each, "NAME X Y WIDTH HEIGHT" in
// pixels of the screen, of all that is visible and has a name.
//   places SETTINGS          the window as the program would show it with this file of settings, which stays as it is
#include "ui/shell/mainwindow.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>

#include <cstdio>

using namespace phasor;

namespace {

void waitMilliseconds(int milliseconds)
{
    QElapsedTimer begun;
    begun.start();
    while (begun.elapsed() < milliseconds)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 20);
}

void print(const QWidget& widget)
{
    if (widget.objectName().isEmpty() || !widget.isVisible() || widget.visibleRegion().isEmpty())
        return;
    const QPoint at = widget.mapToGlobal(QPoint());
    std::printf("%s %d %d %d %d\n", qPrintable(widget.objectName()), at.x(), at.y(), widget.width(), widget.height());
}

} // namespace

int main(int argc, char** argv)
{
    Application application(argc, argv);
    const QTemporaryDir folder;
    const QString settings = folder.filePath(QStringLiteral("window.json"));
    if (argc > 1)
        QFile::copy(QString::fromLocal8Bit(argv[1]), settings);
    QCoreApplication::setApplicationName(QStringLiteral("places"));
    MainWindow window({.settingsPath = settings.toStdString(), .file = {}, .machine = QStringLiteral("2 threads")});
    window.show();
    if (argc > 2) { // the view that was chosen last: settings do not keep which tab is in front
        window.store().editView([view = std::string_view(argv[2])](ViewState& state) {
            if (const int cell = state.board.find(view); cell >= 0)
                state.board.setFocus(cell);
        });
    }
    waitMilliseconds(1000); // the window manager gives it its size
    while (window.queue().busy())
        waitMilliseconds(50);
    waitMilliseconds(300);
    for (const QWidget* widget : window.findChildren<QWidget*>())
        print(*widget);
    return 0;
}
