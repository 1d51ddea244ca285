// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs/npyheaderreader.h"

#include "inputs/npyheadertext.h"
#include "inputs/pyliteral.h"
#include "system/memorybudget.h"

#include <algorithm>
#include <array>
#include <limits>

namespace phasor {

namespace {

// The three values of the header's dict.
struct Fields
{
    const PyLiteral* descr = nullptr;
    const PyLiteral* fortran = nullptr;
    const PyLiteral* shape = nullptr;
};

class HeaderFields
{
public:
    HeaderFields(const InputFile& file, const NpyHeaderText& header, const PyLiteral& dict)
        : m_file(file)
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

    std::string_view textOf(const PyLiteral& literal) const
    {
        constexpr std::size_t kShown = 40;
        const std::string_view rest = std::string_view(m_header.text).substr(literal.offset, kShown);
        return literal.text.empty() || literal.kind == PyLiteral::Kind::String ? rest : literal.text.substr(0, kShown);
    }

    Status findFields();
    Status readDescr(MatrixLayout& out) const;
    Status readFortran(MatrixLayout& out) const;
    Status readShape(MatrixLayout& out) const;
    Status checkSize(MatrixLayout& out, ByteCount rows, ByteCount cols) const;

    const InputFile& m_file;
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
            return refuse(key, WORDS("unknown key %1").with(quoted(textOf(key))));
        if (*match->second != nullptr)
            return refuse(key, WORDS("key %1 stands twice").with(quoted(key.text)));
        *match->second = &m_dict.items[i + 1];
    }
    for (const auto& [name, field] : known) {
        if (*field == nullptr)
            return refuse(m_dict, WORDS("key %1 is missing").with(quoted(name)));
    }
    return Done{};
}

Status HeaderFields::readDescr(MatrixLayout& out) const
{
    constexpr std::array<std::string_view, 12> kTypes{"f2", "f4", "f8", "i1", "i2", "i4",
                                                      "i8", "u1", "u2", "u4", "u8", "b1"};
    const std::string_view text = m_fields.descr->text;
    const bool isType = m_fields.descr->kind == PyLiteral::Kind::String && text.size() == 3
        && std::ranges::find(kTypes, text.substr(1)) != kTypes.end();
    const bool isOrder = isType && (text[0] == '<' || text[0] == '>' || (text[0] == '|' && text[2] == '1'));
    if (!isOrder)
        return inputError("DTYPE", place(*m_fields.descr), "descr",
                          WORDS("type %1 is not a number that can be read").with(quoted(textOf(*m_fields.descr))),
                          WORDS("convert the array, for example with a.astype('<f4')"));
    constexpr std::string_view kLetters = "fiub";
    out.format.kind = static_cast<NumberKind>(kLetters.find(text[1]));
    out.format.bytes = text[2] - '0';
    out.format.bigEndian = text[0] == '>';
    return Done{};
}

Status HeaderFields::readFortran(MatrixLayout& out) const
{
    const PyLiteral& literal = *m_fields.fortran;
    const bool isTrue = literal.kind == PyLiteral::Kind::Name && literal.text == "True";
    const bool isFalse = literal.kind == PyLiteral::Kind::Name && literal.text == "False";
    if (!isTrue && !isFalse)
        return inputError("FORTRAN", place(literal), "fortran_order",
                          WORDS("%1 is neither True nor False").with(quoted(textOf(literal))), kSaveAgain);
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
                              WORDS("%1 is not a number of rows or columns").with(quoted(textOf(item))), kSaveAgain);
        ByteCount value = 0;
        for (const char digit : item.text)
            value = value * 10 + static_cast<ByteCount>(digit - '0');
        dimensions.push_back(value);
    }
    if (dimensions.size() != 2)
        return inputError("RANK", place(shape), "shape",
                          WORDS("the array has %1 dimensions, a matrix has 2").with(dimensions.size()),
                          WORDS("reshape it, for example with a.reshape(-1, d_model)"));
    if (dimensions[0] == 0 || dimensions[1] == 0)
        return inputError("EMPTY", place(shape), "shape", WORDS("the array has no element"),
                          WORDS("save one that has some"));
    return checkSize(out, dimensions[0], dimensions[1]);
}

Status HeaderFields::checkSize(MatrixLayout& out, ByteCount rows, ByteCount cols) const
{
    constexpr ByteCount kMost = std::numeric_limits<std::int64_t>::max();
    constexpr ByteCount kPlausible = 1024; // times what is there: a file that lost its end has more
    constexpr ByteCount kSmall = 1 << 20;
    out.offset = m_header.offset + static_cast<std::int64_t>(m_header.text.size());
    const auto present = static_cast<ByteCount>(m_file.size() - out.offset);
    const std::string there = grouped(static_cast<std::uint64_t>(present));
    const bool countable
        = rows <= kMost && cols <= kMost && rows * cols <= kMost / static_cast<ByteCount>(out.format.bytes);
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
    out.shape = {static_cast<std::int64_t>(rows), static_cast<std::int64_t>(cols)};
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

Result<MatrixLayout> readNpyHeader(const InputFile& file)
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
    return HeaderFields(file, *header, *dict).read();
}

} // namespace phasor
