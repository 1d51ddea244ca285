// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/scene.h"
#include "text/result.h"
#include "views/viewstate.h"

#include <array>
#include <span>

namespace phasor {

class TrainingBook;

// How the window is arranged.
struct Layout
{
    std::array<int, 4> window{}; // x, y, width, height on the screen; width 0: the default size
    bool maximized = false;
    std::vector<int> columns = {}; // widths of controls and plots
    std::string theme = "system";
    int typeSize = 100; // percent
    std::vector<std::string> opened = {}; // folds of the controls that the user opened
    bool controls = true; // they are shown
    std::vector<std::string> lessons = {}; // "ID STEP": the step that each lesson has reached, from 1; "ID done"
    bool reducesMotion = false; // what plays shows one picture a second
    bool startPage = false; // it is shown at the start
    std::vector<std::string> recent = {}; // files opened or saved, the last one first; raw bytes

    bool operator==(const Layout&) const = default;
};

std::span<const Setting<Layout>> layoutSettings(); // those with choices or a range

// Saved state: used for the window, a preset, a session, and inside figures. A plain value.
struct Document
{
    std::string title = {}; // of a preset or lesson: title in the menu; else empty
    std::string says = {}; // of a preset or lesson: a sentence about it
    std::string source = {}; // of a preset: where its numbers are published
    Scene scene = {};
    ViewState view = {}; // without the cursor, except in figures
    bool arranged = false; // it says which views are shown; else the shown views stay
    Layout layout = {};
    std::string trainings = {}; // see writeTrainings
    std::string file = {}; // of autosaved work only: the session's file, which lacks its changes
    std::vector<Document> bookmarks = {}; // of a session: steps of a talk, with title, scene and view
    // Unknown keys, as one JSON object: those of a later version, kept when the document is written.
    std::string unknown = {};

    bool operator==(const Document&) const = default;

    // The view for a window with that board: its views stay in place if the document names none.
    ViewState viewOver(const Board& board) const;
};

// One JSON object { format, version, parameters, b, view, plots, layout, trainings, bookmarks }, UTF-8, keys always in
// the same order. Default values are left out, except in parameters and view. `indent`: blanks a level. If the board is
// not four usual cells, `board` has its rows or columns instead of `plots`, and the version is 4. A bookmark is an
// object { title, parameters, b, view, plots or board }.
std::string writeDocument(const Document& document, int indent = 1);

struct DocumentRead
{
    Document document = {};
    std::vector<Message> warnings = {}; // about a view or layout that was not understood and got its default
    bool inFigure = false; // it was read from a figure
};

// Reads the JSON of writeDocument, and of version 1: the window's settings ("phasor-window", rows and columns instead
// of coordinates) and its figures. Missing keys have defaults. Errors (the caller sets `where`): Input EMPTY, BINARY,
// UTF8, JSON (with line and column), DUP, SCHEMA, VERSION, and for the parameters those of fromJson. Without
// `keepsUnknown`, which takes half of the time, keys of a later version are not kept.
Result<DocumentRead> readDocument(std::string_view json, bool keepsUnknown = true);

// Finished trainings as one JSON array, which a session keeps; empty: none. Any thread.
std::string writeTrainings(TrainingBook& book);

// Adds trainings to a book; what is not understood is left out.
void readTrainings(const std::string& json, TrainingBook& book);

// Whether a file begins like a session or a figure (JSON, PNG, SVG, PDF, GIF), not like a matrix. False if unreadable.
bool isSessionFile(const std::string& path);

// A session, or the one inside a figure made by Phasor: detected by content, not by name. `path` is raw bytes. Errors:
// Input: of the file (OPEN, NOTREGULAR …), LIMIT above 64 MiB, NOSESSION for a figure of another program, TRUNC for a
// damaged figure, those of readDocument; `where` is the file.
Result<DocumentRead> readSessionFile(const std::string& path);

// Errors: Output; the old file is then unchanged.
Status writeSessionFile(const Document& document, const std::string& path);

// Topic of a preset: its place in the menu.
// The first five are questions: dropout on the sum, special tokens, add or concatenate, √d_model, nn.Dropout.
enum class PresetGroup {
    Sum,
    SpecialTokens,
    Concatenation,
    Scale,
    Dropout,
    Table,
    Rotations,
    OtherModels,
    Figures,
    Mistakes
};

// A named setup that makes one point, or a famous figure: resources/presets/<id>.json, a document with a title, a
// sentence, the parameters that differ from the defaults, and its views.
struct Preset
{
    std::string id;
    PresetGroup group = PresetGroup::Sum;
    Document document;
};

std::span<const std::string_view> presetIds(); // in the order of the menu

// Loads a preset. Error: unknown id (usage, `where` is --preset). Needs the compiled resources (phasor_resources).
Result<Preset> loadPreset(std::string_view id);

} // namespace phasor
