// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs/matrix/npyheaderreader.h"

#include "inputs/matrix/npyheadertext.h"
#include "inputs/matrix/pyliteral.h"
#include "system/memorybudget.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

namespace phasor {

namespace {

// The three values of the header's dict.
struct Fields
{
    const PyLiteral* descr = nullptr;
    const PyLiteral* fortran = nullptr;
    const PyLiteral* shape = nullptr;
};

struct TypeName
{
    std::string_view code; // behind the byte order
    std::string_view letter; // of C's type
    std::string_view name; // alone, in this machine's order
    NumberKind kind;
    int bytes;
};

// As NumPy writes them, and the other names that numpy.dtype takes (long is that of 64-bit Linux, where files come
// from).
constexpr TypeName kTypeNames[] = {
    {"f2", "e", "float16", NumberKind::Float, 2},   {"f4", "f", "float32", NumberKind::Float, 4},
    {"f8", "d", "float64", NumberKind::Float, 8},   {"i1", "b", "int8", NumberKind::Signed, 1},
    {"i2", "h", "int16", NumberKind::Signed, 2},    {"i4", "i", "int32", NumberKind::Signed, 4},
    {"i8", "l", "int64", NumberKind::Signed, 8},    {"u1", "B", "uint8", NumberKind::Unsigned, 1},
    {"u2", "H", "uint16", NumberKind::Unsigned, 2}, {"u4", "I", "uint32", NumberKind::Unsigned, 4},
    {"u8", "L", "uint64", NumberKind::Unsigned, 8}, {"b1", "?", "bool", NumberKind::Bool, 1},
    {"f2", "e", "half", NumberKind::Float, 2},      {"f4", "f", "single", NumberKind::Float, 4},
    {"f8", "d", "double", NumberKind::Float, 8},    {"f8", "d", "float", NumberKind::Float, 8},
    {"i8", "q", "int", NumberKind::Signed, 8},      {"u8", "Q", "uint", NumberKind::Unsigned, 8},
    {"b1", "?", "bool_", NumberKind::Bool, 1},
};

// "<f4", "f4", "d", "|b1", "?", "float32" …; nothing: no number, or "=f4", the order of a machine that is not known.
std::optional<NumberFormat> numberTypeOf(std::string_view text)
{
    const char first = text.empty() ? '\0' : text[0];
    const bool ordered = first == '<' || first == '>' || first == '|';
    const std::string_view type = text.substr(ordered ? 1 : 0);
    for (const TypeName& known : kTypeNames) {
        const bool named = !ordered && type == known.name;
        if (!named && type != known.code && type != known.letter)
            continue;
        if (first == '|' && known.bytes > 1)
            return std::nullopt; // an order that does not matter, of bytes for which it does
        return NumberFormat{.kind = known.kind, .bytes = known.bytes, .bigEndian = first == '>'};
    }
    return std::nullopt;
}

class HeaderFields
{
public:
    HeaderFields(const InputFile& file, NpyContent content, const NpyHeaderText& header, const PyLiteral& dict)
        : m_file(file)
        , m_content(content)
        , m_header(header)
        , m_dict(dict)
    {
    }

    Result<MatrixLayout> read();

private:
    std::int64_t place(const PyLiteral& literal) const
    {
        return m_header.offset + static_cast<std::int64_t>(literal.offset);
    }

    // What stands there, quoted; of a list or a dict no more than what it is.
    static Message shown(const PyLiteral& literal)
    {
        constexpr std::size_t kShown = 40;
        switch (literal.kind) {
        case PyLiteral::Kind::Tuple:
        case PyLiteral::Kind::List:
            return WORDS("a list");
        case PyLiteral::Kind::Dict:
            return WORDS("a dict");
        default:
            break;
        }
        const bool whole = literal.text.size() <= kShown;
        return Message::verbatim(inQuotes(std::string(literal.text.substr(0, kShown)) + (whole ? "" : "…")));
    }

    Status findFields();
    Status readDescr(MatrixLayout& out) const;
    Status readFortran(MatrixLayout& out) const;
    Status readShape(MatrixLayout& out) const;
    bool becomesATable(std::vector<ByteCount>& dimensions) const;
    Error wrongRank(std::size_t rank) const;
    Status checkSize(MatrixLayout& out, const std::vector<ByteCount>& dimensions) const;

    const InputFile& m_file;
    NpyContent m_content;
    const NpyHeaderText& m_header;
    const PyLiteral& m_dict;
    Fields m_fields;
};

Status HeaderFields::findFields()
{
    if (m_dict.kind != PyLiteral::Kind::Dict)
        return inputError("HEADER", place(m_dict), "header", WORDS("the header is not a dict"), kSaveAgain);
    const std::array<std::pair<std::string_view, const PyLiteral**>, 3> known{
        {{"descr", &m_fields.descr}, {"fortran_order", &m_fields.fortran}, {"shape", &m_fields.shape}}};
    const auto refuse = [&](const PyLiteral& at, Message what) {
        return inputError("KEYS", place(at), "header", std::move(what), kSaveAgain);
    };
    for (std::size_t i = 0; i + 1 < m_dict.items.size(); i += 2) {
        const PyLiteral& key = m_dict.items[i];
        const auto match = std::ranges::find_if(
            known, [&](const auto& entry) { return key.kind == PyLiteral::Kind::String && key.text == entry.first; });
        if (match == known.end())
            return refuse(key, WORDS("unknown key %1").with(shown(key)));
        if (*match->second != nullptr)
            return refuse(key, WORDS("key %1 stands twice").with(inQuotes(key.text)));
        *match->second = &m_dict.items[i + 1];
    }
    for (const auto& [name, field] : known) {
        if (*field == nullptr)
            return refuse(m_dict, WORDS("key %1 is missing").with(inQuotes(name)));
    }
    return Done{};
}

Status HeaderFields::readDescr(MatrixLayout& out) const
{
    const PyLiteral& descr = *m_fields.descr;
    const auto type = descr.kind == PyLiteral::Kind::String ? numberTypeOf(descr.text) : std::nullopt;
    if (!type)
        return inputError("DTYPE", place(descr), "descr",
                          WORDS("the type %1 is not a number that can be read").with(shown(descr)),
                          WORDS("convert the array, for example with a.astype('<f4')"));
    out.format = *type;
    return Done{};
}

Status HeaderFields::readFortran(MatrixLayout& out) const
{
    const PyLiteral& literal = *m_fields.fortran;
    const bool isTrue = literal.kind == PyLiteral::Kind::Name && literal.text == "True";
    const bool isFalse = literal.kind == PyLiteral::Kind::Name && literal.text == "False";
    if (!isTrue && !isFalse)
        return inputError("FORTRAN", place(literal), "fortran_order",
                          WORDS("%1 is neither True nor False").with(shown(literal)), kSaveAgain);
    out.fortran = isTrue;
    return Done{};
}

Status HeaderFields::readShape(MatrixLayout& out) const
{
    constexpr std::size_t kMostDigits = 38; // fits in 127 bits
    const PyLiteral& shape = *m_fields.shape;
    if (shape.kind != PyLiteral::Kind::Tuple)
        return inputError("SHAPE", place(shape), "shape", WORDS("the shape is not a tuple"), kSaveAgain);
    std::vector<ByteCount> dimensions;
    for (const PyLiteral& item : shape.items) {
        const bool number = item.kind == PyLiteral::Kind::Integer && item.text[0] != '-';
        if (!number || item.text.size() > kMostDigits)
            return inputError("SHAPE", place(item), "shape",
                              WORDS("%1 is not a number of rows or columns").with(shown(item)), kSaveAgain);
        ByteCount value = 0;
        for (const char digit : item.text)
            value = value * 10 + static_cast<ByteCount>(digit - '0');
        dimensions.push_back(value);
    }
    const std::size_t rank = dimensions.size();
    if (!becomesATable(dimensions))
        return wrongRank(rank);
    if (std::ranges::find(dimensions, ByteCount{0}) != dimensions.end())
        return inputError("EMPTY", place(shape), "shape", WORDS("the array has no element"),
                          WORDS("save one that has some"));
    return checkSize(out, dimensions);
}

// Makes them [tables, rows, columns]; whether there is a way.
bool HeaderFields::becomesATable(std::vector<ByteCount>& dimensions) const
{
    const std::size_t rank = dimensions.size();
    if (m_content == NpyContent::Ids && (rank == 1 || (rank == 2 && dimensions[1] != 1)))
        dimensions.push_back(1);
    if (dimensions.size() == 2)
        dimensions.insert(dimensions.begin(), 1);
    return dimensions.size() == 3 && (rank < 3 || m_content == NpyContent::Tables);
}

Error HeaderFields::wrongRank(std::size_t rank) const
{
    const std::int64_t at = place(*m_fields.shape);
    if (m_content == NpyContent::Ids)
        return inputError("RANK", at, "shape", WORDS("the array has %1 dimensions, a list of ids has 1").with(rank),
                          WORDS("flatten it, for example with ids.reshape(-1)"));
    return inputError("RANK", at, "shape", WORDS("the array has %1 dimensions, a matrix has 2").with(rank),
                      WORDS("reshape it, for example with a.reshape(-1, d_model)"));
}

// `dimensions`: tables, rows, columns.
Status HeaderFields::checkSize(MatrixLayout& out, const std::vector<ByteCount>& dimensions) const
{
    constexpr ByteCount kMost = std::numeric_limits<std::int64_t>::max();
    constexpr ByteCount kPlausible = 1024; // times what is there: a file that lost its end has more
    constexpr ByteCount kSmall = 1 << 20;
    out.offset = m_header.offset + static_cast<std::int64_t>(m_header.text.size());
    const auto present = static_cast<ByteCount>(m_file.size() - out.offset);
    const std::string there = grouped(static_cast<std::uint64_t>(present));
    const bool possible = std::ranges::all_of(dimensions, [](ByteCount count) { return count <= kMost; })
        && dimensions[0] * dimensions[1] <= kMost;
    const ByteCount rows = possible ? dimensions[0] * dimensions[1] : 0;
    const ByteCount cols = dimensions[2];
    const bool countable = possible && rows * cols <= kMost / static_cast<ByteCount>(out.format.bytes);
    if (!countable)
        return inputError("SIZE", place(*m_fields.shape), "shape",
                          WORDS("the header says more than 2^63 bytes, the file has %1").with(there), kSaveAgain);
    const ByteCount claimed = rows * cols * static_cast<ByteCount>(out.format.bytes);
    if (claimed > present) {
        const Message what = WORDS("the header says %1 bytes of data, the file has %2")
                                 .with(grouped(static_cast<std::uint64_t>(claimed)), there);
        if (claimed > std::max<ByteCount>(kSmall, present * kPlausible))
            return inputError("SIZE", place(*m_fields.shape), "shape", what, kSaveAgain);
        return truncatedFile(m_file.size(), what);
    }
    if (out.fortran && dimensions[0] > 1)
        return inputError("RANK", place(*m_fields.fortran), "fortran_order",
                          WORDS("an array of three dimensions in Fortran's order cannot be read"),
                          WORDS("save np.ascontiguousarray(a)"));
    out.shape = {static_cast<std::int64_t>(rows), static_cast<std::int64_t>(cols)};
    out.tables = static_cast<std::int64_t>(dimensions[0]);
    return Done{};
}

Result<MatrixLayout> HeaderFields::read()
{
    MatrixLayout out;
    if (Status found = findFields(); !found.ok())
        return found.error();
    if (Status descr = readDescr(out); !descr.ok())
        return descr.error();
    if (Status fortran = readFortran(out); !fortran.ok())
        return fortran.error();
    if (Status shape = readShape(out); !shape.ok())
        return shape.error();
    return out;
}

} // namespace

Result<MatrixLayout> readNpyHeader(const InputFile& file, NpyContent content)
{
    const Result<NpyHeaderText> header = readNpyHeaderText(file);
    if (!header.ok())
        return header.error();
    const Result<PyLiteral> dict = parsePyLiteral(header->text);
    if (!dict.ok()) {
        Error error = dict.error();
        error.offset = header->offset + error.offset.value_or(0);
        return error;
    }
    return HeaderFields(file, content, *header, *dict).read();
}

} // namespace phasor
