// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/answers.h"

#include "report.h"

#include "views/questions/answers.h"
#include "words/answers.h"

namespace phasor {

namespace {

// Of one set-up on its own, whatever it is compared with.
Result<std::shared_ptr<const AnswersData>> answered(const Parameters& parameters, PipelineCache& cache,
                                                    const CancelToken& cancel, std::vector<Message>& warnings)
{
    TRY(const Pipelines pipelines, Pipelines::make({.a = parameters}, cache, cancel));
    warnings = pipelines.a->warnings();
    SceneReader reader(pipelines, cache, cancel);
    TRY(const ViewDataPtr data, compute(AnswersRequest{}, reader, Effort::Still));
    TRY_DONE(pipelines.inputs());
    return std::dynamic_pointer_cast<const AnswersData>(data);
}

} // namespace

Result<std::string> answersOf(const Scene& scene, PipelineCache& cache, const CancelToken& cancel, Report& report)
{
    std::vector<Message> warnings;
    TRY(const auto a, answered(scene.a, cache, cancel, warnings));
    report.warn(warnings);
    const std::string text = words::answersAsText(*a).toStdString();
    if (!scene.b)
        return text;
    TRY(const auto b, answered(*scene.b, cache, cancel, warnings));
    report.warn(warnings, Side::B);
    return "A\n\n" + text + "\nB\n\n" + words::answersAsText(*b).toStdString();
}

Result<Json> answersAsJson(const Scene& scene, PipelineCache& cache, const CancelToken& cancel)
{
    std::vector<Message> known; // the statistics beside them have said these
    TRY(const auto data, answered(scene.a, cache, cancel, known));
    Json list = Json::array();
    for (const Question question : kQuestions) {
        Json claims = Json::array();
        for (const QString& claim : words::claims(*data, question))
            claims.push_back(claim.toStdString());
        list.push_back({{"id", questionId(question)},
                        {"question", words::questionText(question).toStdString()},
                        {"answer", words::answerText(*data, question).toStdString()},
                        {"claims", std::move(claims)},
                        {"view", viewOf(question)}});
    }
    return list;
}

} // namespace phasor
