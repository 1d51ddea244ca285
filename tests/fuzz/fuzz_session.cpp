// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer: sessions, also inside figures (PNG, SVG, PDF). What is read can be written and is then read as the same.
#include "fuzzfile.h"
#include "session/document.h"
#include "training/trainingbook.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const phasor::Result<phasor::DocumentRead> read = phasor::readSessionFile(fuzzPath(data, size));
    if (!read.ok()) {
        if (read.error().kind != phasor::ErrorKind::Input || read.error().remedy.empty())
            std::abort();
        return 0;
    }
    phasor::TrainingBook book;
    phasor::readTrainings(read->document.trainings, book);
    const phasor::Result<phasor::DocumentRead> again = phasor::readDocument(phasor::writeDocument(read->document));
    if (!again.ok() || again->document.scene != read->document.scene || again->document.layout != read->document.layout)
        std::abort();
    return 0;
}
