// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "pipeline/parameters.h"

#include <QObject>

#include <string>

namespace phasor {

class Store;

// Makes a matrix file the embedding: reads it on another thread, and only if it is well sets the parameters (embedding,
// d_model and vocabulary of the file, no length of before). Whatever is wrong with it leaves the store as it was.
class MatrixOpener : public QObject
{
    Q_OBJECT

public:
    explicit MatrixOpener(Store& store, QObject* parent = nullptr);

    void open(const std::string& path); // raw bytes; a later call wins over one that is still reading

signals:
    void opened(const QString& path);
    void failed(const QString& message);

private:
    void deliver(int number, const QString& path, const Result<Parameters>& parameters);

    Store& m_store;
    int m_number = 0; // of the last call
};

} // namespace phasor
