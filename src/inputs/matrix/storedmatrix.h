// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/matrix.h"
#include "inputs/inputfile.h"

namespace phasor {

// Counts of numbers that changed on conversion to float32.
struct ConversionCount
{
    std::int64_t rounded = 0; // to a near float32
    std::int64_t overflowed = 0; // became infinite
    std::int64_t vanished = 0; // became 0 and were not

    ConversionCount& operator+=(const ConversionCount& other)
    {
        rounded += other.rounded;
        overflowed += other.overflowed;
        vanished += other.vanished;
        return *this;
    }
};

enum class NumberKind { Float, BFloat, Signed, Unsigned, Bool };

// Storage of a number: Float 2, 4, 8 bytes (IEEE 754), BFloat 2 (the upper half of a float32), Signed and Unsigned 1,
// 2, 4, 8, Bool 1 (any bit set is 1).
struct NumberFormat
{
    NumberKind kind = NumberKind::Float;
    int bytes = 4;
    bool bigEndian = false;
};

// Format of a NumPy type: "<f4", "f4", "d", "|b1", "?", "float32" …; nothing: no number, or "=f4", whose byte order is
// that of an unknown machine.
std::optional<NumberFormat> numberFormatNamed(std::string_view type);

// An array in a file that may hold several.
struct Tensor
{
    std::string name; // bytes of the file
    std::string type; // as the file says it: "BF16", "<f4"
    std::vector<std::int64_t> shape; // each 0 or more
    std::optional<NumberFormat> format = {}; // nothing: a type that is not read
    std::int64_t offset = 0; // of the first number, in the file
};

struct TensorList
{
    std::vector<Tensor> tensors; // in the file's order
    std::vector<Warning> warnings = {};
};

// Storage of a matrix in its file: consecutive numbers from byte `offset` on, all of them in the file.
struct MatrixLayout
{
    Shape shape; // at least 1 x 1; for several tables: one below the other
    std::int64_t tables = 1; // tables of shape.rows / tables rows each
    NumberFormat format;
    bool fortran = false; // columns are consecutive, not rows
    std::int64_t offset = 0;

    std::int64_t numbers() const { return shape.rows * shape.cols; }
    std::int64_t end() const { return offset + numbers() * format.bytes; } // byte after the last number
};

// How a notebook finds a matrix in its file.
struct ArrayOrigin
{
    enum class Format { Npy, Npz, Safetensors, Text };
    Format format = Format::Npy;
    std::string array = {}; // in a file of several
    std::string type = {}; // of a .safetensors: "BF16"
    char separator = ','; // of a text, and what else there is in it:
    bool header = false;
    bool names = false; // of rows
    bool decimalComma = false;
};

// Numbers of a matrix in its file, read and converted on demand. Any thread. Errors of all reads: TRUNC (the file was
// cut since it was opened), READ (the disk fails), with the byte.
struct StoredMatrix
{
    InputFile file;
    MatrixLayout layout;

    // out.size() numbers in the file's order, from the number `first` on.
    Result<ConversionCount> readRun(std::int64_t first, std::span<float> out) const;
    // Reads the cells of `rect` (inside the shape) into `out` (of rect's shape); row-major whatever the file's order.
    Result<ConversionCount> read(Rect rect, MatrixView<float> out) const;
};

struct MatrixStatistics
{
    std::int64_t nan = 0;
    std::int64_t inf = 0;
    double sigma = 0; // population standard deviation of the finite values
    double low = 0; // finite values only
    double high = 0;
    double size = 0; // their root mean square
};

// The same bits for any number of threads. No finite value: all 0. Undefined once canceled.
MatrixStatistics statisticsOf(MatrixView<const float> values);

// Numbers from a matrix file, as float32, with counts of those changed by the conversion.
struct ReadNumbers
{
    Matrix values;
    ConversionCount count;
};

// Reads all numbers as a row-major matrix of the file's shape, on all workers; their number doesn't change the bits.
// Errors: those of StoredMatrix (the one at the lowest byte), Cancelled. The caller has checked the memory.
Result<ReadNumbers> readAll(const StoredMatrix& stored, const ReadControl& control);

// Reads a sample: runs of consecutive numbers, one per row, spread evenly over the file. 2^24 numbers, fewer if the
// file has fewer. Errors as above.
Result<ReadNumbers> readSample(const StoredMatrix& stored, const ReadControl& control);

} // namespace phasor
