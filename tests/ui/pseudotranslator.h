// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMutex>
#include <QRegularExpression>
#include <QSet>
#include <QTranslator>

namespace phasor {

// A test language that shows untranslated and cut texts: each text is in brackets and 40 % longer. Facts are outside
// the brackets ("⟦there is no head ⟧9⟦ of ⟧8⟦ ññññ⟧"), so that they must be translated, too. Records all texts asked
// for. Any thread.
class PseudoTranslator : public QTranslator
{
public:
    using Asked = QSet<QPair<QString, QString>>; // context, text

    bool isEmpty() const override { return false; }

    QString translate(const char* context, const char* source, const char*, int) const override
    {
        const QString text = QString::fromUtf8(source);
        const QString of = QString::fromLatin1(context);
        if (of == QLatin1String("QShortcut") || of == QLatin1String("QGuiApplication"))
            return {}; // Qt itself reads names of keys and the direction of writing
        if (!of.startsWith(QLatin1Char('Q'))) { // not one of Qt's own
            const QMutexLocker lock(&m_mutex);
            m_asked.insert({of, text});
        }
        return bracketed(text);
    }

    Asked asked() const
    {
        const QMutexLocker lock(&m_mutex);
        return m_asked;
    }

    static QString bracketed(const QString& text)
    {
        static const QRegularExpression kFact(QStringLiteral("%(?:[1-9]|L?n)"));
        static const QRegularExpression kFilter(QStringLiteral(" \\(\\*[^)]*\\)(?:;;)?")); // filters of a file dialog
        const QString letters = QString(text).remove(kFact);
        QString out = u'⟦' + text + QString((2 * letters.size() + 4) / 5, u'ñ') + u'⟧';
        if (const auto filter = kFilter.match(text); filter.hasMatch())
            out = u'⟦' + text; // the text ends with a filter
        for (const QRegularExpression* outside : {&kFact, &kFilter}) {
            qsizetype from = 0;
            for (auto match = outside->match(out); match.hasMatch(); match = outside->match(out, from)) {
                const QString replaced = u'⟧' + match.captured() + u'⟦';
                out.replace(match.capturedStart(), match.capturedLength(), replaced);
                from = match.capturedStart() + replaced.size();
            }
        }
        return out.endsWith(u'⟦') ? out.chopped(1) : out;
    }

private:
    mutable QMutex m_mutex;
    mutable Asked m_asked;
};

} // namespace phasor
