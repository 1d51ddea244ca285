// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/notebook.h"

#include <QObject>
#include <QString>

namespace phasor {

class ComputeQueue;
class Store;

// Puts the store's set-up onto the clipboard as a script for a notebook. GUI thread only.
class CodeCopy : public QObject
{
    Q_OBJECT

public:
    CodeCopy(const Store& store, const ComputeQueue& queue, QObject* parent);

    void copy(NotebookLibrary library);

signals:
    void done(const QString& message);
    void failed(const QString& message);

private:
    const Store& m_store;
    const ComputeQueue& m_queue;
};

} // namespace phasor
