// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer entry for the reader of lessons: any text is a lesson with faults at places of the text, and its parts are
// texts that can be shown.
#include "lessons/lesson.h"
#include "lessons/markdown.h"
#include "lessons/values.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

void show(const std::string& text)
{
    const std::string html = phasor::htmlOf(phasor::withNumbers(text, [](const std::string&) { return 1.5; }));
    if (html.find("<script") != std::string::npos)
        std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string text(reinterpret_cast<const char*>(data), size);
    const phasor::LessonRead read = phasor::readLesson(text, "fuzz", "");
    const auto lines = 1 + std::count(text.begin(), text.end(), '\n');
    for (const phasor::Error& fault : read.faults) {
        if (*fault.line < 1 || *fault.line > lines || *fault.column < 1 || fault.remedy.empty())
            std::abort();
    }
    for (const phasor::LessonStep& step : read.lesson.steps) {
        for (const phasor::LessonPiece& piece : step.pieces) {
            show(piece.text);
            show(piece.quiz.feedback);
            show(piece.guess.feedback);
            for (const phasor::Choice& choice : piece.quiz.choices)
                show(choice.text + choice.feedback);
        }
    }
    return 0;
}
