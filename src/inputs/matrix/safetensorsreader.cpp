// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs/matrix/arrayheaders.h"

#include "text/utf8.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <iterator>

namespace phasor {

namespace {

using Json = nlohmann::json;
using Kind = Json::value_t;

constexpr std::size_t kBegin = 8; // of the header, after its length
constexpr std::uint64_t kMostTensorHeader = 100'000'000; // bytes; like kDeepest a limit of the format's own library
constexpr std::size_t kDeepest = 128; // levels
constexpr std::uint64_t kMostBits = std::uint64_t{1} << 62; // of a tensor: no file has so many
constexpr std::string_view kSpace = " \t\r\n";
constexpr SourceText kSaveTensorsAgain = WORDS("save the file again with the safetensors library");
constexpr SourceText kCopyAgain = WORDS("copy or download the file again");

enum Field : std::size_t { OfDtype, OfShape, OfOffsets, OfUnknown };
constexpr std::string_view kFields[] = {"dtype", "shape", "data_offsets"};
constexpr const char* kFieldCodes[] = {"DTYPE", "SHAPE", "OFFSET"};
constexpr SourceText kWrongFields[]
    = {WORDS("the type is not a text"), WORDS("the shape is not a list of whole numbers"),
       WORDS("the offsets are not two whole numbers, the first byte and the end")};

struct TensorType
{
    std::string_view name;
    unsigned bits;
    std::optional<NumberKind> kind; // nothing: not read
};

const TensorType* typeNamed(std::string_view name)
{
    using enum NumberKind;
    static constexpr TensorType kTypes[]
        = {{"F32", 32, Float},     {"F16", 16, Float},     {"BF16", 16, BFloat},  {"F64", 64, Float},
           {"I8", 8, Signed},      {"I16", 16, Signed},    {"I32", 32, Signed},   {"I64", 64, Signed},
           {"U8", 8, Unsigned},    {"U16", 16, Unsigned},  {"U32", 32, Unsigned}, {"U64", 64, Unsigned},
           {"BOOL", 8, Bool},      {"F8_E4M3", 8, {}},     {"F8_E5M2", 8, {}},    {"F8_E8M0", 8, {}},
           {"F8_E4M3FNUZ", 8, {}}, {"F8_E5M2FNUZ", 8, {}}, {"F6_E2M3", 6, {}},    {"F6_E3M2", 6, {}},
           {"F4", 4, {}},          {"C64", 64, {}}};
    const auto* const found = std::ranges::find(kTypes, name, &TensorType::name);
    return found == std::end(kTypes) ? nullptr : found;
}

// Gives the parser its text and counts what it took: the parser does not say where its events are.
struct Cursor : std::iterator_traits<std::istreambuf_iterator<char>> // the types of an input iterator
{
    std::string_view text;
    std::size_t& taken;

    char operator*() const { return text[taken]; }
    Cursor& operator++() { return ++taken, *this; }
    bool operator==(const Cursor&) const { return taken == text.size(); } // as the end
};

struct Key
{
    std::string_view name;
    std::size_t at; // in the header
    auto operator<=>(const Key&) const = default;
};

struct Place
{
    std::uint64_t begin, end; // in the data
    std::size_t tensor, at; // its number, and its name's byte in the header
    auto operator<=>(const Place&) const = default;
};

// Makes the list from the parser's events, in time n log n. An event that returns false ends the parsing.
class HeaderReader
{
public:
    HeaderReader(const InputFile& file, std::string_view text)
        : m_file(file)
        , m_text(text)
    {
    }

    Result<TensorList> read()
    {
        const Cursor cursor{{}, m_text, m_taken};
        if (!Json::sax_parse(cursor, cursor, this) || !checkPlaces())
            return *m_error;
        if (!m_text.starts_with('{'))
            m_list.warnings.push_back({"PAD", WORDS("the header begins with white space")});
        const auto warn = [&](const char* code, SourceText text, const Odd& odd) {
            if (odd.count > 0)
                m_list.warnings.push_back({code, text.with(odd.count, odd.first)});
        };
        warn("KEYS", WORDS("fields that the format does not know are ignored: %1, the first is %2"), m_unknown);
        warn("NAME", WORDS("tensor names that are long or have special characters: %1, the first is %2"), m_strange);
        return std::move(m_list);
    }

    // NOLINTBEGIN(readability-identifier-naming): the parser's names
    bool null() { return value(Kind::null); }
    bool boolean(bool) { return value(Kind::boolean); }
    bool number_integer(std::int64_t) { return value(Kind::number_integer); } // a negative one
    bool number_unsigned(std::uint64_t number) { return value(Kind::number_unsigned, number); }
    bool number_float(double, const std::string&) { return value(Kind::number_float); } // or one from 2^64 on
    bool string(const std::string& text) { return value(Kind::string, 0, text); }
    bool binary(const Json::binary_t&) { return value(Kind::binary); }
    bool start_object(std::size_t) { return value(Kind::object); }
    bool start_array(std::size_t) { return value(Kind::array); }
    bool key(const std::string& name)
    {
        const std::size_t at = take();
        const std::string_view raw = m_text.substr(at + 1, m_taken - at - 2);
        m_keys.push_back({raw == name ? raw : m_unescaped.emplace_back(name), at});
        if (m_depth == 1) {
            m_metadata = name == "__metadata__";
            m_name = inQuotes(name);
            if (m_name != '"' + name + '"')
                m_strange.add(m_name);
            m_tensor = {.name = name, .type = {}, .shape = {}};
            m_tensorAt = at;
            m_at = {};
        } else if (m_depth == 2 && !m_metadata) {
            m_field = static_cast<std::size_t>(std::ranges::find(kFields, name) - std::begin(kFields));
            if (m_field == OfUnknown)
                m_unknown.add(inQuotes(name));
        }
        return true;
    }
    bool end_object()
    {
        take();
        const auto keys = std::span(m_keys).subspan(m_opened.back());
        std::sort(keys.begin(), keys.end());
        const auto twice = std::ranges::adjacent_find(keys, {}, &Key::name);
        if (twice != keys.end()) {
            m_name = m_depth == 1 ? inQuotes(twice->name) : m_name;
            return fail("DUP", twice[1].at, WORDS("the key %1 occurs twice").with(inQuotes(twice->name)));
        }
        m_keys.resize(m_opened.back());
        m_opened.pop_back();
        const bool good = --m_depth != 1 || m_metadata || addTensor();
        if (m_depth == 1)
            m_name = "header";
        return good;
    }
    bool end_array() { return take(), --m_depth, true; }
    bool parse_error(std::size_t position, const std::string&, const Json::exception& exception)
    {
        const bool half = std::string(exception.what()).find("invalid string: surrogate") != std::string::npos;
        return fail(half ? "UTF8" : "JSON", position > 0 ? position - 1 : 0,
                    half ? WORDS("half of a surrogate pair") : WORDS("the header is not JSON"));
    }
    // NOLINTEND(readability-identifier-naming)

private:
    struct Odd // what a warning is about
    {
        std::int64_t count = 0;
        std::string first = {}; // quoted

        void add(const std::string& quoted) { first = count++ == 0 ? quoted : first; }
    };

    // The first byte of the parser's new token.
    std::size_t take()
    {
        const std::size_t before = std::exchange(m_before, m_taken);
        return std::min(m_text.find_first_not_of(" \t\r\n,:", before), m_text.size());
    }
    bool fail(const char* code, std::size_t at, Message what)
    {
        m_error = inputError(code, static_cast<std::int64_t>(kBegin + at), m_name, std::move(what), kSaveTensorsAgain);
        return false;
    }
    bool value(Kind kind, std::uint64_t number = 0, std::string_view text = {})
    {
        const std::size_t at = take();
        if (cancelled()) {
            m_error = cancelledError();
            return false;
        }
        if (m_metadata && kind != (m_depth == 1 ? Kind::object : Kind::string))
            return fail("METADATA", at, WORDS("the metadata may have texts only"));
        if (m_depth == 1 && kind != Kind::object)
            return fail("JSON", at, WORDS("the entry of the tensor is not an object"));
        if (m_depth > 1 && !m_metadata && m_field != OfUnknown) {
            const bool element = m_depth == 3; // of the shape or the offsets
            const Kind wanted = element ? Kind::number_unsigned : m_field == OfDtype ? Kind::string : Kind::array;
            if (kind != wanted)
                return fail(kFieldCodes[m_field], at, kWrongFields[m_field]);
            if (m_field == OfDtype && typeNamed(text) == nullptr)
                return fail("DTYPE", at, WORDS("the type %1 is not known to the format").with(inQuotes(text)));
            if (element) {
                m_numbers[m_field].push_back(number);
            } else {
                m_at[m_field] = at;
                m_numbers[m_field].clear();
                m_tensor.type = m_field == OfDtype ? text : m_tensor.type;
            }
        }
        if (kind == Kind::object)
            m_opened.push_back(m_keys.size());
        if ((kind == Kind::object || kind == Kind::array) && ++m_depth > kDeepest)
            return fail("JSON", at, WORDS("the header is nested more than 128 levels deep"));
        return true;
    }

    bool addTensor()
    {
        for (std::size_t field = 0; field < OfUnknown; ++field) {
            if (!m_at[field])
                return fail("KEYS", m_tensorAt, WORDS("the tensor has no field %1").with(inQuotes(kFields[field])));
        }
        const std::vector<std::uint64_t>& offsets = m_numbers[OfOffsets];
        if (offsets.size() != 2 || offsets[0] > offsets[1] || offsets[1] > kMostBits)
            return fail("OFFSET", *m_at[OfOffsets], kWrongFields[OfOffsets]);
        const TensorType& type = *typeNamed(m_tensor.type);
        std::uint64_t bits = type.bits;
        for (const std::uint64_t dimension : m_numbers[OfShape]) {
            if (dimension > kMostBits / std::max<std::uint64_t>(bits, 1))
                return fail("SIZE", *m_at[OfShape], WORDS("the shape says more bytes than any file has"));
            bits *= dimension;
            m_tensor.shape.push_back(static_cast<std::int64_t>(dimension));
        }
        if (bits % 8 != 0)
            return fail("DTYPE", *m_at[OfDtype], WORDS("the tensor has %1 bits, which are not whole bytes").with(bits));
        if (const std::uint64_t bytes = offsets[1] - offsets[0]; bits / 8 != bytes)
            return fail("SIZE", *m_at[OfShape],
                        WORDS("the shape says %1 bytes, the offsets say %2").with(grouped(bits / 8), grouped(bytes)));
        if (type.kind)
            m_tensor.format = NumberFormat{.kind = *type.kind, .bytes = static_cast<int>(type.bits / 8)};
        m_tensor.offset = static_cast<std::int64_t>(kBegin + m_text.size() + offsets[0]);
        m_places.push_back({offsets[0], offsets[1], m_list.tensors.size(), m_tensorAt});
        m_list.tensors.push_back(std::move(m_tensor));
        return true;
    }

    // Whether the tensors fill the rest of the file, without holes and each byte once.
    bool checkPlaces()
    {
        std::sort(m_places.begin(), m_places.end());
        std::uint64_t next = 0;
        for (const Place& place : m_places) {
            m_name = inQuotes(m_list.tensors[place.tensor].name);
            if (place.begin < next)
                return fail("OVERLAP", place.at, WORDS("the data overlaps with that of another tensor"));
            if (place.begin > next)
                return fail("HOLE", place.at,
                            WORDS("%1 bytes before the data are not used").with(grouped(place.begin - next)));
            next = place.end;
        }
        m_name.clear();
        const auto there = static_cast<std::uint64_t>(m_file.size()) - kBegin - m_text.size();
        if (there == next)
            return true;
        fail(next > there ? "TRUNC" : "TRAILING", m_text.size() + std::min(next, there),
             WORDS("the header says %1 bytes of data, the file has %2").with(grouped(next), grouped(there)));
        m_error->remedy = kCopyAgain;
        return false;
    }

    const InputFile& m_file;
    std::string_view m_text;
    std::size_t m_taken = 0; // bytes that the parser has, now and after the token before
    std::size_t m_before = 0;
    std::size_t m_depth = 0; // open objects and arrays
    std::vector<Key> m_keys; // of all open objects
    std::vector<std::size_t> m_opened; // each one's first key
    std::deque<std::string> m_unescaped; // keys that are not so in the text
    std::string m_name = "header"; // of the error's field: the tensor, quoted
    bool m_metadata = false; // in __metadata__, not in a tensor
    Tensor m_tensor;
    std::size_t m_tensorAt = 0;
    std::size_t m_field = OfUnknown;
    std::array<std::optional<std::size_t>, OfUnknown> m_at; // of its fields' values
    std::array<std::vector<std::uint64_t>, OfUnknown> m_numbers; // of shape and data_offsets
    std::vector<Place> m_places;
    Odd m_unknown; // fields
    Odd m_strange; // names
    std::optional<Error> m_error;
    TensorList m_list;
};

} // namespace

bool looksLikeSafetensors(std::string_view head)
{
    const auto isText = [](char c) {
        return (c >= ' ' && c <= '~') || kSpace.find(c) != std::string_view::npos;
    };
    if (head.size() <= kBegin || std::ranges::all_of(head.substr(0, kBegin), isText))
        return false;
    const std::size_t begin = head.find_first_not_of(kSpace, kBegin);
    return begin < head.size() && head[begin] == '{';
}

Result<TensorList> readSafetensorsHeader(const InputFile& file)
{
    TRY(const std::string head, file.head(kBegin));
    std::uint64_t length = 0;
    if (head.size() < sizeof length)
        return inputError("TRUNC", file.size(), {}, WORDS("the file ends within its first 8 bytes"), kCopyAgain);
    std::memcpy(&length, head.data(), sizeof length); // little endian, like all machines that Phasor runs on
    const auto there = static_cast<std::uint64_t>(file.size()) - kBegin;
    const auto refused = [](const char* code, std::size_t at, Message what, SourceText remedy = kSaveTensorsAgain) {
        return inputError(code, static_cast<std::int64_t>(at), "header", std::move(what), remedy);
    };
    if (length > kMostTensorHeader && head.starts_with("PK\x03\x04"))
        return refused("HEADER_SIZE", 0, WORDS("this is a ZIP archive"), WORDS("name a .safetensors file"));
    if (length > kMostTensorHeader)
        return refused("HEADER_SIZE", 0,
                       WORDS("the header says it has %1 bytes, at most 100,000,000 are allowed").with(grouped(length)));
    if (length == 0)
        return refused("HEADER", 0, WORDS("the header is empty"));
    if (length > there)
        return inputError(
            "TRUNC", file.size(), {},
            WORDS("the header says it has %1 bytes, the file has %2").with(grouped(length), grouped(there)),
            kCopyAgain);
    std::string text(static_cast<std::size_t>(length), '\0');
    TRY_DONE(file.read(std::ssize(head), std::as_writable_bytes(std::span(text))));
    if (const auto bad = firstInvalidUtf8(text))
        return refused("UTF8", kBegin + *bad, WORDS("a byte that is not UTF-8"));
    const std::size_t begin = std::min(text.find_first_not_of(kSpace), text.size());
    if (!std::string_view(text).substr(begin).starts_with('{'))
        return refused("JSON", kBegin + begin, WORDS("the header is not a JSON object"));
    if (const std::size_t nul = text.find('\0'); nul != std::string::npos) // the parser would end there
        return refused("JSON", kBegin + nul, WORDS("a NUL byte"));
    return HeaderReader(file, text).read();
}

} // namespace phasor
