// SPDX-License-Identifier: GPL-3.0-or-later
// What the window does to save, without a window, for failures.py: saves a session, then keeps other work in a folder
// against a crash.
//
//   saving SESSION FOLDER    exit 0: both are written; 4: a message says what is not
#include "session/computequeue.h"
#include "session/store.h"
#include "ui/shell/files/files.h"
#include "ui/shell/settings/settings.h"

#include <QCoreApplication>

#include <cstdio>

using namespace phasor;

int main(int argc, char** argv)
{
    QCoreApplication application(argc, argv);
    if (argc != 3)
        return 2;
    Store store;
    ComputeQueue queue;
    Runner runner;
    bool failed = false;
    const WindowContext context{.window = nullptr,
                                .store = store,
                                .queue = queue,
                                .runner = runner,
                                .report = [&failed](const StatusMessage& message) {
                                    if (message.kind == StatusMessage::Kind::Information)
                                        return;
                                    failed = true;
                                    std::fprintf(stderr, "%s\n", qPrintable(message.text));
                                }};
    const auto current = [&store] {
        return Document{.scene = store.scene(), .view = store.view(), .arranged = true};
    };
    SessionFiles sessions(
        context, current, current, [](const Document&) {}, nullptr);
    sessions.begin();
    store.edit([](Parameters& p) { p.encoding.dModel = 48; });
    sessions.saveAs(QString::fromLocal8Bit(argv[1]));
    while (sessions.file().isEmpty() && !failed)
        sessions.finish();
    store.edit([](Parameters& p) { p.encoding.dModel = 64; });
    {
        Autosave autosave(
            argv[2], [&sessions] { return sessions.unsaved(); }, context, nullptr);
        autosave.finish(true);
    }
    return failed ? 4 : 0;
}
