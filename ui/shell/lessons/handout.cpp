// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/lessons/openedlesson.h"

#include "export/figure.h"
#include "inputs/inputfile.h"
#include "lessons/markdown.h"
#include "lessons/values.h"
#include "text/numbers.h"

#include <QFileInfo>
#include <QMap>
#include <QRegularExpression>

namespace phasor {

namespace {

constexpr std::int64_t kLargestPicture = 64 << 20; // bytes

// Of a picture by the end of its name, which is a stranger's text and not written into the page. Qt's own list is a
// file of the system, which may be missing.
QString mediaType(const QString& ending)
{
    static const QMap<QString, QString> types{{"svg", "image/svg+xml"}, {"png", "image/png"},  {"jpg", "image/jpeg"},
                                              {"jpeg", "image/jpeg"},   {"gif", "image/gif"},  {"webp", "image/webp"},
                                              {"bmp", "image/bmp"},     {"avif", "image/avif"}};
    return types.value(ending, QStringLiteral("application/octet-stream"));
}

constexpr const char* kStyle = R"(
body { max-width: 42em; margin: 2em auto; padding: 0 1em; font: 16px/1.5 sans-serif; color: #26282b; background: #fff; }
h1 { font-size: 1.5em; } h2 { font-size: 1.2em; margin-top: 2em; border-top: 1px solid #d5d7da; padding-top: 1em; }
figure { margin: 1em 0; break-inside: avoid; } figure svg { width: 100%; height: auto; }
figcaption, .fact { font-size: .85em; color: #5f6368; } code { font-size: .95em; overflow-wrap: anywhere; }
.note { border-left: 3px solid #0072b2; padding-left: 1em; }
.teacher { background: #f1f1f1; padding: .1em 1em; }
.choices { list-style: none; padding-left: 0; }
.answers { break-before: page; }
)";

std::string htmlEscaped(const std::string& text)
{
    return QString::fromStdString(text).toHtmlEscaped().toStdString();
}

// Words as a shell reads them.
std::string commandOf(const std::vector<std::string>& words)
{
    static const QRegularExpression kPlain(QStringLiteral("\\A[A-Za-z0-9_=./:,+%@#-]+\\z"));
    std::string line;
    for (const std::string& word : words) {
        QString quoted = QString::fromStdString(word);
        if (!kPlain.match(quoted).hasMatch())
            quoted = u'\'' + quoted.replace(u'\'', QStringLiteral("'\\''")) + u'\'';
        line += " " + quoted.toStdString();
    }
    return line;
}

struct Handout
{
    const Lesson& lesson;
    HandoutParts parts;
    PipelineCache& cache;
    const CancelToken& cancel;
    const FigureDrawer& draw;
    std::string body = {};
    std::string solutions = {};
    std::string title = {}; // of the step
    Status pictures = Done{}; // the first that could not be read
    int questions = 0;

    Status addStep(const LessonStep& step, const StepSetups& setups, std::size_t number)
    {
        title = std::to_string(number) + ". " + step.title;
        body += "<h2>" + htmlEscaped(title) + "</h2>\n";
        const bool asks = std::ranges::any_of(step.pieces, [](const LessonPiece& piece) {
            return piece.kind == LessonPiece::Kind::Guess && !piece.behind;
        });
        const bool acts = step.act.has_value();
        const auto measured = [&](const std::optional<LessonSetup>& setup, bool isAfter) -> Result<LessonValues> {
            if (!setup)
                return LessonValues();
            return valuesOf(step, setup->document.scene, setup->training(), isAfter, cache, cancel);
        };
        TRY(const LessonValues after, measured(setups.after, true));
        TRY(LessonValues before, measured(setups.before, false));
        before.seconds = after.seconds;
        const bool showsBefore = setups.before && !setups.before->trains; // what will be trained has no picture yet
        auto drawBefore = [&, shown = !showsBefore]() mutable -> Status {
            return std::exchange(shown, true) ? Status(Done{})
                                              : addFigures(*setups.before, setups.before->views.size(), asks);
        };
        auto drawAfter = [&, shown = !setups.after || (showsBefore && !acts)]() mutable -> Status {
            return std::exchange(shown, true) ? Status(Done{})
                                              : addFigures(*setups.after, showsBefore ? 1 : setups.after->views.size());
        };
        for (const LessonPiece& piece : step.pieces) {
            if (piece.kind != LessonPiece::Kind::Text) // figures come before the first question, or what changes them
                TRY_DONE(drawBefore());
            if (piece.behind)
                TRY_DONE(drawAfter());
            addPiece(piece, before, after);
        }
        TRY_DONE(drawBefore());
        TRY_DONE(drawAfter());
        return pictures;
    }

    std::string html() const
    {
        const std::string name = htmlEscaped(lesson.title);
        std::string facts = lesson.question.empty() ? std::string() : "<p>" + htmlEscaped(lesson.question) + "</p>\n";
        if (lesson.minutes > 0)
            facts += "<p class=\"fact\">" + std::to_string(lesson.minutes) + " minutes"
                + (lesson.author.empty() ? "" : " · " + htmlEscaped(lesson.author)) + "</p>\n";
        std::string page = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>" + name
            + "</title>\n<style>" + kStyle + "</style>\n</head>\n<body>\n<h1>" + name + "</h1>\n" + facts + body;
        if (parts.answers && questions > 0)
            page += "<section class=\"answers\">\n<h2>Answers</h2>\n" + solutions + "</section>\n";
        return page + "</body>\n</html>\n";
    }

    void addPiece(const LessonPiece& piece, const LessonValues& before, const LessonValues& after)
    {
        const LessonValues& with = piece.behind ? after : before;
        switch (piece.kind) {
        case LessonPiece::Kind::Text:
            body += textOf(piece.text, with);
            break;
        case LessonPiece::Kind::Note:
            body += "<div class=\"note\">\n" + textOf(piece.text, with) + "</div>\n";
            break;
        case LessonPiece::Kind::Quiz:
            addQuiz(piece.quiz, after);
            break;
        case LessonPiece::Kind::Guess:
            addGuess(piece.guess, with);
            break;
        case LessonPiece::Kind::Teacher:
            if (parts.teacher)
                body += "<div class=\"teacher\">\n" + textOf(piece.text, with) + "</div>\n";
            break;
        }
    }

    void addQuiz(const Quiz& quiz, const LessonValues& after)
    {
        ++questions;
        body += "<ul class=\"choices\">\n";
        std::string solution;
        char letter = 'A';
        for (const Choice& choice : quiz.choices) {
            const std::string name(1, letter++);
            body += "<li>" + textOf("☐ " + name + ". " + choice.text, after) + "</li>\n";
            if (choice.right || !choice.feedback.empty())
                solution
                    += textOf((choice.right ? "**" + name + " is right.** " : name + ". ") + choice.feedback, after);
        }
        body += "</ul>\n";
        solutions += "<h3>" + htmlEscaped(title) + "</h3>\n" + solution + textOf(quiz.feedback, after);
    }

    void addGuess(const Guess& guess, const LessonValues& before)
    {
        ++questions;
        body += "<p>Your guess, from " + shortNumber(guess.low) + " to " + shortNumber(guess.high) + ": ________</p>\n";
        const std::optional<double> value = before.number(guess.key);
        solutions += "<h3>" + htmlEscaped(title) + "</h3>\n<p>Answer: <strong>" + (value ? measuredText(*value) : "…")
            + "</strong></p>\n";
        for (const Guess::Range& range : guess.ranges)
            solutions += "<p>" + shortNumber(range.low) + " … " + shortNumber(range.high) + ":</p>\n"
                + textOf(range.text, before);
        solutions += textOf(guess.feedback, before);
    }

    // `asked`: a number is to be guessed, so the titles don't say it.
    Status addFigures(const LessonSetup& setup, std::size_t most, bool asked = false)
    {
        for (std::size_t i = 0; i < std::min(most, setup.views.size()); ++i) {
            const LessonView& view = setup.views[i];
            FigureOptions options = *view.figure;
            options.metadata = false;
            if (asked)
                options.title = view.spec->question;
            if (options.size == FigureOptions().size)
                options.size = "6x3.4in";
            TRY(const QByteArray bytes, draw(view, setup.document.scene, options));
            static const QRegularExpression kOutside(
                QStringLiteral(" (xmlns(:xlink)?|width|height)=\"[^\"]*(mm|org)[^\"]*\""));
            const QString svg
                = QString::fromUtf8(bytes.mid(std::max<qsizetype>(0, bytes.indexOf("<svg")))).remove(kOutside);
            std::vector<std::string> words = view.words;
            if (words.empty())
                words = {"--view", std::string(view.spec->id)};
            words.insert(words.end(), setup.setup.begin(), setup.setup.end());
            words.insert(words.end(), {"--out", std::string(view.spec->id) + ".svg"});
            body += "<figure>\n" + svg.toStdString() + "<figcaption><code>phasor"
                + htmlEscaped(view.command.empty() ? " figure" + commandOf(words) : view.command)
                + "</code></figcaption>\n</figure>\n";
        }
        return Done{};
    }

    std::string textOf(const std::string& markdown, const LessonValues& with)
    {
        return pictured(
            withoutStrangers(htmlOf(withNumbers(markdown, [&](const std::string& key) { return with.number(key); }))));
    }

    // Links out of the folder, which are a fault of the lesson, lose their address.
    std::string withoutStrangers(const std::string& html) const
    {
        static const QRegularExpression kLink(QStringLiteral("<a href=\"([^\"#][^\"]*)?\"[^>]*>"));
        QString result = QString::fromStdString(html);
        for (qsizetype at = 0; (at = result.indexOf(kLink, at)) >= 0; ++at) {
            const QRegularExpressionMatch match = kLink.match(result, at);
            if (pathInside(match.captured(1).toStdString(), lesson.folder).empty())
                result.replace(at, match.capturedLength(), QStringLiteral("<a>"));
        }
        return result.toStdString();
    }

    // Pictures become part of the file, so that it needs no other.
    std::string pictured(const std::string& html)
    {
        static const QRegularExpression kSource(QStringLiteral("(<img src=\")([^\"]*)\""));
        const QString whole = QString::fromStdString(html);
        QString result;
        qsizetype done = 0;
        for (const QRegularExpressionMatch& match : kSource.globalMatch(whole)) {
            const QString name = match.captured(2).replace(QStringLiteral("&amp;"), QStringLiteral("&"));
            const std::string inside = pathInside(name.toStdString(), lesson.folder);
            const QString path = QFile::decodeName(inside.c_str());
            QByteArray bytes;
            if (!lesson.folder.empty() && !inside.empty() && QFileInfo(path).isFile()) { // else a fault of the lesson
                const Result<std::string> read = contentsOf(inside, kLargestPicture);
                if (read.ok())
                    bytes = QByteArray::fromStdString(*read);
                else if (pictures.ok())
                    pictures = read.error();
            }
            result += whole.mid(done, match.capturedStart(2) - done) + QStringLiteral("data:")
                + mediaType(QFileInfo(path).suffix().toLower()) + QStringLiteral(";base64,")
                + QString::fromLatin1(bytes.toBase64());
            done = match.capturedEnd(2);
        }
        return (result + whole.mid(done)).toStdString();
    }
};

} // namespace

Result<std::string> handoutOf(const OpenedLesson& opened, HandoutParts parts, PipelineCache& cache,
                              const CancelToken& cancel, const std::function<void(double)>& progress,
                              const FigureDrawer& draw)
{
    Handout handout{opened.lesson, parts, cache, cancel, draw};
    for (std::size_t i = 0; i < opened.steps.size(); ++i) {
        if (parts.step.value_or(i) != i)
            continue;
        progress(static_cast<double>(i) / static_cast<double>(opened.steps.size()));
        TRY_DONE(handout.addStep(opened.lesson.steps[i], opened.steps[i], i + 1));
    }
    return handout.html();
}

} // namespace phasor
