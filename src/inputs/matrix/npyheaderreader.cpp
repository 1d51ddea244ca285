// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs/matrix/arrayheaders.h"

#include "system/memory.h"
#include "text/utf8.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

namespace phasor {

namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kShortest = 10; // magic, version, the two byte length of version 1
constexpr std::int64_t kMostHeader = 10'000; // NumPy's own limit
constexpr std::int64_t kAbsurdHeader = 1 << 20;
constexpr SourceText kSaveAgain = WORDS("save the array again with numpy.save"); // NumPy would not write such a header

// The text between the magic bytes and the data, and the three values of its dict.
struct NpyHeader
{
    std::int64_t offset = 0; // in the file
    std::string text = {}; // at most 10,000 bytes; no NUL; UTF-8 in version 3
    std::optional<PyLiteral> descr = {};
    std::optional<PyLiteral> fortran = {};
    std::optional<PyLiteral> shape = {};

    std::int64_t at(std::size_t offsetInText) const { return offset + static_cast<std::int64_t>(offsetInText); }
    std::int64_t end() const { return at(text.size()); }
    Error refused(const char* code, const PyLiteral& value, const char* field, Message what,
                  Message remedy = kSaveAgain) const
    {
        return inputError(code, at(value.offset), field, std::move(what), std::move(remedy));
    }
};

Error truncatedFile(std::int64_t size, Message what)
{
    return inputError("TRUNC", size, {}, std::move(what), WORDS("copy or download the file again"));
}

Error wrongMagic(std::string_view head)
{
    SourceText what = WORDS("does not begin like a .npy file");
    if (head.starts_with("\xef\xbb\xbf"))
        what = WORDS("does not begin like a .npy file (a byte order mark comes first)");
    else if (head.starts_with("\xc2\x93"))
        what = WORDS("does not begin like a .npy file (it was converted from one text encoding to another)");
    else if (head.starts_with("PK"))
        what = WORDS("does not begin like a .npy file (it is a ZIP archive)");
    return inputError("MAGIC", 0, "magic", what, WORDS("name a .npy file, copied as binary data"));
}

Result<NpyHeader> readHeaderText(const InputFile& file)
{
    TRY(const std::string head, file.head(kShortest + 2));
    if (const std::size_t common = std::min(head.size(), kMagic.size());
        head.compare(0, common, kMagic, 0, common) != 0)
        return wrongMagic(head);
    if (head.size() < kShortest)
        return truncatedFile(file.size(),
                             file.size() == 0 ? WORDS("the file is empty")
                                              : WORDS("the file ends within its first 10 bytes"));

    const int version = static_cast<unsigned char>(head[6]);
    const int minor = static_cast<unsigned char>(head[7]);
    if (version < 1 || version > 3 || minor != 0)
        return inputError("VERSION", 6, "version",
                          WORDS("version %1.%2 of the format is not known").with(version, minor),
                          WORDS("versions are 1.0, 2.0, 3.0"));
    const std::size_t lengthBytes = version == 1 ? 2 : 4;
    NpyHeader header{.offset = static_cast<std::int64_t>(8 + lengthBytes)};
    if (file.size() < header.offset)
        return truncatedFile(file.size(), WORDS("the file ends within the length of its header"));
    std::uint32_t length = 0;
    std::memcpy(&length, head.data() + 8, lengthBytes); // little endian, like all machines that Phasor runs on
    const std::int64_t there = file.size() - header.offset;
    const std::string says = grouped(length);
    const auto tooLarge = [](const Message& what) {
        return inputError("HEADER_SIZE", 8, "header length", what, kSaveAgain);
    };
    if (length > kAbsurdHeader)
        return tooLarge(WORDS("the header says it has %1 bytes, which is too many").with(says));
    if (length > there)
        return truncatedFile(file.size(),
                             WORDS("the header says it has %1 bytes, the file has %2").with(says, grouped(there)));
    if (length > kMostHeader)
        return tooLarge(WORDS("the header says it has %1 bytes, at most 10,000 are allowed").with(says));

    header.text.resize(static_cast<std::size_t>(length));
    TRY_DONE(file.read(header.offset, std::as_writable_bytes(std::span(header.text))));
    std::byte next{};
    if (header.text.ends_with('\r') && header.end() < file.size() && file.read(header.end(), std::span(&next, 1)).ok()
        && next == std::byte{'\n'})
        return inputError("TEXTMODE", header.end() - 1, "header",
                          WORDS("line ends were converted (LF to CRLF), so the data is damaged"),
                          WORDS("copy the file again in binary mode"));
    if (const std::size_t nul = header.text.find('\0'); nul != std::string::npos)
        return inputError("HEADER", header.at(nul), "header", WORDS("a NUL byte"), kSaveAgain);
    if (const auto bad = version == 3 ? firstInvalidUtf8(header.text) : std::nullopt)
        return inputError("HEADER", header.at(*bad), "header", WORDS("a byte that is not UTF-8"), kSaveAgain);
    return header;
}

// The value as quoted in a message; a list or dict as its type only.
Message shown(const PyLiteral& literal)
{
    constexpr std::size_t kShown = 40;
    if (literal.kind == PyLiteral::Kind::Tuple || literal.kind == PyLiteral::Kind::List)
        return WORDS("a list");
    if (literal.kind == PyLiteral::Kind::Dict)
        return WORDS("a dict");
    const bool whole = literal.text.size() <= kShown;
    return Message::verbatim(inQuotes(literal.text.substr(0, kShown) + (whole ? "" : "…")));
}

Result<NpyHeader> headerOf(const InputFile& file)
{
    TRY(NpyHeader header, readHeaderText(file));
    const Result<PyLiteral> dict = parsePyLiteral(header.text);
    if (!dict.ok()) {
        Error error = dict.error();
        error.offset = header.offset + error.offset.value_or(0);
        return error;
    }
    if (dict->kind != PyLiteral::Kind::Dict)
        return header.refused("HEADER", *dict, "header", WORDS("the header is not a dict"));
    const std::pair<std::string_view, std::optional<PyLiteral>*> known[]
        = {{"descr", &header.descr}, {"fortran_order", &header.fortran}, {"shape", &header.shape}};
    for (std::size_t i = 0; i + 1 < dict->items.size(); i += 2) {
        const PyLiteral& key = dict->items[i];
        const auto* const match = std::ranges::find_if(
            known, [&](const auto& entry) { return key.kind == PyLiteral::Kind::String && key.text == entry.first; });
        if (match == std::end(known))
            return header.refused("KEYS", key, "header", WORDS("unknown key %1").with(shown(key)));
        if (*match->second)
            return header.refused("KEYS", key, "header", WORDS("key %1 occurs twice").with(inQuotes(key.text)));
        *match->second = dict->items[i + 1];
    }
    for (const auto& [name, field] : known) {
        if (!*field)
            return header.refused("KEYS", *dict, "header", WORDS("key %1 is missing").with(inQuotes(name)));
    }
    return header;
}

Result<std::vector<ByteCount>> dimensionsOf(const NpyHeader& header)
{
    constexpr std::size_t kMostDigits = 38; // fits in 127 bits
    if (header.shape->kind != PyLiteral::Kind::Tuple)
        return header.refused("SHAPE", *header.shape, "shape", WORDS("the shape is not a tuple"));
    std::vector<ByteCount> dimensions;
    for (const PyLiteral& item : header.shape->items) {
        const bool number = item.kind == PyLiteral::Kind::Integer && item.text[0] != '-';
        if (!number || item.text.size() > kMostDigits)
            return header.refused("SHAPE", item, "shape",
                                  WORDS("%1 is not a number of rows or columns").with(shown(item)));
        ByteCount value = 0;
        for (const char digit : item.text)
            value = value * 10 + static_cast<ByteCount>(digit - '0');
        dimensions.push_back(value);
    }
    return dimensions;
}

// Tables, rows and columns.
Result<std::array<ByteCount, 3>> tablesOf(const NpyHeader& header, NpyContent content)
{
    TRY(std::vector<ByteCount> dimensions, dimensionsOf(header));
    const std::size_t rank = dimensions.size();
    const bool ids = content == NpyContent::Ids;
    if (ids && (rank == 1 || (rank == 2 && dimensions[1] != 1)))
        dimensions.push_back(1);
    if (dimensions.size() == 2)
        dimensions.insert(dimensions.begin(), 1);
    if (dimensions.size() != 3 || (rank == 3 && content != NpyContent::Tables))
        return header.refused("RANK", *header.shape, "shape",
                              (ids ? WORDS("the array has %1 dimensions, a list of ids has 1")
                                   : WORDS("the array has %1 dimensions, a matrix has 2"))
                                  .with(rank),
                              ids ? WORDS("flatten it, for example with ids.reshape(-1)")
                                  : WORDS("reshape it, for example with a.reshape(-1, d_model)"));
    if (std::ranges::find(dimensions, ByteCount{0}) != dimensions.end())
        return header.refused("EMPTY", *header.shape, "shape", WORDS("the array has no elements"),
                              WORDS("save an array that has some"));
    return std::array<ByteCount, 3>{dimensions[0], dimensions[1], dimensions[2]};
}

// Whether the file, of `size` bytes, has all numbers of the tables, of `bytes` bytes each.
Status checkSize(const NpyHeader& header, const std::array<ByteCount, 3>& tables, int bytes, std::int64_t size)
{
    constexpr ByteCount kMost = std::numeric_limits<std::int64_t>::max();
    constexpr ByteCount kPlausible = 1024; // a truncated file still has at least 1/1024 of its data
    constexpr ByteCount kSmall = 1 << 20;
    const auto present = static_cast<ByteCount>(size - header.end());
    const std::string there = grouped(static_cast<std::uint64_t>(present));
    auto claimed = static_cast<ByteCount>(bytes);
    for (const ByteCount count : tables) {
        if (count > kMost / claimed)
            return header.refused("SIZE", *header.shape, "shape",
                                  WORDS("the header says more than 2^63 bytes, the file has %1").with(there));
        claimed *= count;
    }
    if (claimed <= present)
        return Done{};
    const Message what = WORDS("the header says %1 bytes of data, the file has %2")
                             .with(grouped(static_cast<std::uint64_t>(claimed)), there);
    if (claimed > std::max<ByteCount>(kSmall, present * kPlausible))
        return header.refused("SIZE", *header.shape, "shape", what);
    return truncatedFile(size, what);
}

} // namespace

bool looksLikeNpy(std::string_view head)
{
    return head.starts_with(kMagic);
}

Result<MatrixLayout> readNpyHeader(const InputFile& file, NpyContent content)
{
    TRY(const NpyHeader header, headerOf(file));
    const PyLiteral& descr = *header.descr;
    const PyLiteral& fortran = *header.fortran;
    const auto type = descr.kind == PyLiteral::Kind::String ? numberFormatNamed(descr.text) : std::nullopt;
    if (!type)
        return header.refused("DTYPE", descr, "descr",
                              WORDS("the type %1 is not a number that can be read").with(shown(descr)),
                              WORDS("convert the array, for example with a.astype('<f4')"));
    if (fortran.kind != PyLiteral::Kind::Name || (fortran.text != "True" && fortran.text != "False"))
        return header.refused("FORTRAN", fortran, "fortran_order",
                              WORDS("%1 is neither True nor False").with(shown(fortran)));
    TRY(const auto tables, tablesOf(header, content));
    TRY_DONE(checkSize(header, tables, type->bytes, file.size()));
    if (fortran.text == "True" && tables[0] > 1)
        return header.refused("RANK", fortran, "fortran_order",
                              WORDS("an array of three dimensions in Fortran order cannot be read"),
                              WORDS("save np.ascontiguousarray(a)"));
    return MatrixLayout{.shape
                        = {static_cast<std::int64_t>(tables[0] * tables[1]), static_cast<std::int64_t>(tables[2])},
                        .tables = static_cast<std::int64_t>(tables[0]),
                        .format = *type,
                        .fortran = fortran.text == "True",
                        .offset = header.end()};
}

Result<Tensor> describeNpy(const InputFile& file)
{
    TRY(const NpyHeader header, headerOf(file));
    TRY(const std::vector<ByteCount> shape, dimensionsOf(header));
    Tensor tensor{.name = {}, .type = header.descr->text, .shape = {}, .format = numberFormatNamed(header.descr->text)};
    for (const ByteCount size : shape)
        tensor.shape.push_back(static_cast<std::int64_t>(std::min<ByteCount>(size, INT64_MAX)));
    return tensor;
}

} // namespace phasor
