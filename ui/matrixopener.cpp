// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/matrixopener.h"

#include "pipeline/embeddingtable.h"
#include "session/store.h"
#include "ui/forms/text.h"

#include <QFile>
#include <QPointer>
#include <QThreadPool>

namespace phasor {

namespace {

Result<Parameters> withMatrix(Parameters parameters, const std::string& path)
{
    parameters.embedding = "file:" + path;
    parameters.seqLen.reset(); // the lengths of another embedding
    parameters.vocab.reset();
    if (Status status = adoptFileShape(parameters, false, false); !status.ok())
        return status.error();
    return parameters;
}

} // namespace

MatrixOpener::MatrixOpener(Store& store, QObject* parent)
    : QObject(parent)
    , m_store(store)
{
}

void MatrixOpener::open(const std::string& path)
{
    const int number = ++m_number;
    // The thread may outlive this object: it holds values and a guarded pointer that only the GUI thread looks into.
    QThreadPool::globalInstance()->start([guard = QPointer(this), number, path, parameters = m_store.parameters()] {
        const Result<Parameters> result = withMatrix(parameters, path);
        QMetaObject::invokeMethod(qApp, [guard, number, path, result] {
            if (guard)
                guard->deliver(number, QFile::decodeName(path.c_str()), result);
        });
    });
}

void MatrixOpener::deliver(int number, const QString& path, const Result<Parameters>& parameters)
{
    if (number != m_number)
        return;
    if (!parameters.ok()) {
        emit failed(qs(toString(parameters.error())));
        return;
    }
    // Only what the file decides: the other parameters may have moved while it was read.
    m_store.edit([&](Parameters& now) {
        now.embedding = parameters->embedding;
        now.dModel = parameters->dModel;
        now.vocab = parameters->vocab;
        now.seqLen = parameters->seqLen;
    });
    emit opened(path);
}

} // namespace phasor
