// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/summaries.h"

#include "words/compare.h"
#include "words/numbers.h"

#include <QCoreApplication>

namespace phasor::words {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(AttentionWords)
};

// "head 3 of 8: a token shares its attention among 4.2 of up to 12 tokens, 2.1 positions away on average"
QString summaryOf(const HeadAttention& head)
{
    const QString name = Words::tr("head %1 of %2").arg(head.facts.head).arg(head.facts.heads);
    if (!head.attention)
        return Words::tr("%1: no attention is shown, a row of it has %2 keys")
            .arg(name, count(head.scores.columns.count));
    if (!head.keys || !head.distance)
        return name;
    return Words::tr("%1: a token's attention is shared among %2 of %3 tokens, %4 positions away on average")
        .arg(name, number(*head.keys), count(head.scores.columns.count), number(*head.distance));
}

} // namespace

QString scoresName(const HeadAttention& head)
{
    return Words::tr("scores of head %1").arg(head.facts.head);
}

QString attentionName(const HeadAttention& head)
{
    return head.attention ? Words::tr("attention") : Words::tr("attention: too many keys");
}

QString summary(const ScoresData& data)
{
    if (!data.b)
        return summaryOf(data.a);
    return Words::tr("A: %1 · B: %2", "what is said of each set-up").arg(summaryOf(data.a), summaryOf(*data.b));
}

} // namespace phasor::words
