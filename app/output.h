// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "files/outputfile.h"
#include "text/result.h"

#include <string>

namespace phasor {

class Options;
class Report;

// The options --out (a file, or - for standard output) and --format of a command that writes `formats` ("npy, csv").
void addOutput(Options& options, const std::string& formats);
// The word of --format, else the ending of --out in small letters; a name without one, or "-" without --format, is an
// Error (Usage). Whether the command knows the word is for the command to say.
Result<std::string> outputFormat(const Options& options, const std::string& formats);
Result<OutputFile> openOutput(const std::string& out);
// Says what is worth knowing of a file that stands.
void reportOutput(const OutputFile& file, Report& report);

} // namespace phasor
