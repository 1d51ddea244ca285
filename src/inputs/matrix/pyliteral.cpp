// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs/matrix/arrayheaders.h"

#include <algorithm>

namespace phasor {

namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isWord(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

class Parser
{
public:
    explicit Parser(std::string_view source)
        : m_source(source)
    {
    }

    Result<PyLiteral> whole()
    {
        TRY(PyLiteral literal, value(1));
        skipSpace();
        if (m_at < m_source.size())
            return unexpected(WORDS("the end of the header"));
        return literal;
    }

private:
    char peek() const { return m_at < m_source.size() ? m_source[m_at] : '\0'; }

    void skipSpace() { m_at = std::min(m_source.find_first_not_of(" \n\t\r\f", m_at), m_source.size()); }

    bool take(char c)
    {
        skipSpace();
        const bool found = m_at < m_source.size() && m_source[m_at] == c;
        m_at += found ? 1 : 0;
        return found;
    }

    Error unexpected(const Message& wanted) const
    {
        const Message found = m_at < m_source.size() ? Message::verbatim(inQuotes(m_source.substr(m_at, 1)))
                                                     : WORDS("the end of the header");
        return inputError("HEADER", static_cast<std::int64_t>(m_at), "header",
                          WORDS("expected %1, found %2").with(wanted, found), WORDS("save the array again"));
    }

    Result<PyLiteral> value(int depth)
    {
        skipSpace();
        const char c = peek();
        if (c == '\'' || c == '"')
            return string();
        if (isWord(c) || c == '-' || c == '+' || c == '.')
            return word();
        if (c != '(' && c != '[' && c != '{')
            return unexpected(WORDS("a value"));
        constexpr int kDeepestTuple = 4;
        if (depth > kDeepestTuple)
            return unexpected(WORDS("no deeper nesting"));
        if (c == '(')
            return sequence(PyLiteral::Kind::Tuple, ')', depth);
        return c == '[' ? sequence(PyLiteral::Kind::List, ']', depth) : sequence(PyLiteral::Kind::Dict, '}', depth);
    }

    Result<PyLiteral> string()
    {
        const std::size_t quote = m_at++;
        while (m_at < m_source.size() && m_source[m_at] != m_source[quote] && m_source[m_at] != '\n')
            m_at += m_source[m_at] == '\\' ? 2u : 1u;
        m_at = std::min(m_at, m_source.size());
        if (peek() != m_source[quote])
            return unexpected(WORDS("the end of the string"));
        const std::string_view text = m_source.substr(quote + 1, m_at++ - quote - 1);
        return PyLiteral{PyLiteral::Kind::String, quote, std::string(text), {}};
    }

    // A name, or a number in any notation, so that "2_000" is one invalid number and not two literals.
    PyLiteral word()
    {
        const std::size_t begin = m_at;
        const bool isName = isWord(peek()) && !isDigit(peek());
        while (m_at == begin || isWord(peek()) || (!isName && peek() == '.'))
            ++m_at;
        PyLiteral literal{isName ? PyLiteral::Kind::Name : PyLiteral::Kind::OtherNumber,
                          begin,
                          std::string(m_source.substr(begin, m_at - begin)),
                          {}};
        std::string_view digits = literal.text;
        digits.remove_prefix(digits.starts_with('-') ? 1 : 0);
        const bool isLong = digits.ends_with('L'); // Python 2 wrote 2L
        digits.remove_suffix(isLong ? 1 : 0);
        if (!digits.empty() && std::ranges::all_of(digits, isDigit)) {
            literal.kind = PyLiteral::Kind::Integer;
            if (isLong)
                literal.text.pop_back();
        }
        return literal;
    }

    Result<PyLiteral> sequence(PyLiteral::Kind kind, char close, int depth)
    {
        PyLiteral literal{kind, m_at++, {}, {}};
        bool comma = true;
        while (!take(close)) {
            if (!comma)
                return unexpected(WORDS("',' or %1").with(std::string{'\'', close, '\''}));
            TRY(PyLiteral item, value(depth + 1));
            literal.items.push_back(std::move(item));
            if (kind == PyLiteral::Kind::Dict) {
                if (!take(':'))
                    return unexpected(Message::verbatim("':'"));
                TRY(PyLiteral second, value(depth + 1));
                literal.items.push_back(std::move(second));
            }
            comma = take(',');
        }
        if (kind == PyLiteral::Kind::Tuple && literal.items.size() == 1 && !comma) {
            PyLiteral inner = std::move(literal.items[0]); // (2) is 2 in brackets
            return inner;
        }
        return literal;
    }

    std::string_view m_source;
    std::size_t m_at = 0;
};

} // namespace

Result<PyLiteral> parsePyLiteral(std::string_view source)
{
    return Parser(source).whole();
}

} // namespace phasor
