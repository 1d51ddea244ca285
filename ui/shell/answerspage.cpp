// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/answerspage.h"

#include "pipeline/parameters/parameterspec.h"
#include "plots/plot.h"
#include "session/store.h"
#include "ui/forms/text.h"
#include "ui/look/elidedlabel.h"
#include "words/answers.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QShortcut>
#include <QVBoxLayout>

namespace phasor {

AnswersPage::AnswersPage(Store& store, QWidget* parent)
    : QDialog(parent)
    , m_store(store)
{
    setObjectName(QStringLiteral("answers"));
    setWindowTitle(tr("Answers"));
    auto* area = new QScrollArea(this);
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    auto* page = new QWidget(area);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(8);
    for (const Question question : kQuestions) {
        const auto index = static_cast<std::size_t>(question);
        m_sections[index] = makeSection(question, static_cast<int>(index) + 1, page);
    }
    column->addStretch(1);
    area->setWidget(page);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(area);
    resize(800, 640); // fits the widest row of buttons and the scroll bar
    connect(this, &AnswersPage::opened, area, [area] { area->verticalScrollBar()->setValue(0); });
    // Shortcuts repeated here, because a window's shortcuts do not work in its dialogs.
    connect(new QShortcut(QKeySequence::Undo, this), &QShortcut::activated, this, &AnswersPage::undoRequested);
    connect(new QShortcut(QKeySequence::Redo, this), &QShortcut::activated, this, &AnswersPage::redoRequested);
}

AnswersPage::Section AnswersPage::makeSection(Question question, int number, QWidget* page)
{
    const QString id = qs(questionId(question));
    auto* title
        = paragraph(u"question-"_s + id, QStringLiteral("%1. %2").arg(number).arg(words::questionText(question)), page);
    QFont font = title->font();
    font.setBold(true);
    title->setFont(font);
    Section section{.answer = paragraph(u"answer-"_s + id, {}, page),
                    .claims = paragraph(u"claims-"_s + id, {}, page),
                    .buttons = new QHBoxLayout,
                    .trials = {}};
    section.claims->setForegroundRole(QPalette::PlaceholderText);
    auto* column = static_cast<QVBoxLayout*>(page->layout());
    column->addWidget(title);
    column->addWidget(section.answer);
    column->addWidget(section.claims);
    column->addLayout(section.buttons);
    column->addSpacing(12);
    const PlotSpec* plot = findPlot(viewOf(question));
    auto* show = named(u"show-"_s + id, new QPushButton(tr("Show: %1", "a view").arg(plot->titleText()), page));
    connect(show, &QPushButton::clicked, this, [this, plot] { emit viewRequested(qs(plot->id)); });
    show->setAutoDefault(false);
    section.buttons->addWidget(show);
    section.buttons->addSpacing(8);
    section.buttons->addWidget(new QLabel(tr("Try this:", "before buttons that change one control"), page));
    section.buttons->addStretch(1);
    return section;
}

std::optional<ViewRequest> AnswersPage::request(const ViewState&) const
{
    return isVisible() ? std::optional<ViewRequest>(AnswersRequest{}) : std::nullopt;
}

void AnswersPage::show(const ViewDataPtr& newData)
{
    const auto answers = std::dynamic_pointer_cast<const AnswersData>(newData);
    if (!answers)
        return;
    for (const Question question : kQuestions) {
        const auto index = static_cast<std::size_t>(question);
        Section& section = m_sections[index];
        section.answer->setText(words::answerText(*answers, question));
        section.answer->setEnabled(true);
        QStringList claims = words::claims(*answers, question);
        for (QString& claim : claims)
            claim.prepend(QStringLiteral("– "));
        section.claims->setText(claims.join(u'\n'));
        section.claims->setVisible(!claims.isEmpty());
        showTrials(section, answers->trials[index]);
    }
}

// Shows why this setup has no answers in place of the first answer. The others are old and disabled.
void AnswersPage::setReason(const QString& reason)
{
    for (Section& section : m_sections)
        section.answer->setEnabled(reason.isEmpty());
    if (!reason.isEmpty())
        m_sections.front().answer->setText(reason);
}

void AnswersPage::showTrials(Section& section, const std::vector<Trial>& trials)
{
    if (section.trials == trials)
        return;
    section.trials = trials;
    constexpr int kBefore = 3; // index of the first trial, after the view's button, a space and a label
    while (section.buttons->count() > kBefore + 1) { // keeps these and the stretch at the end
        QLayoutItem* item = section.buttons->takeAt(kBefore);
        item->widget()->deleteLater();
        delete item;
    }
    int place = kBefore;
    for (const Trial& trial : trials) {
        auto* button = new QPushButton(words::trialName(trial), section.answer->parentWidget());
        button->setObjectName(u"try-"_s + qs(trial.parameter));
        button->setAutoDefault(false);
        button->setToolTip(tr("Try this: it changes one control, and Undo takes it back"));
        connect(button, &QPushButton::clicked, this, [this, trial] {
            // The trial changes setup A, whose answers these are.
            Scene scene = m_store.scene();
            const ParameterSpec* spec = findParameter(trial.parameter, scene.a);
            if (spec == nullptr)
                return;
            if (const Result<ParameterValue> value = parseValue(*spec, trial.value); value.ok()) {
                spec->set(scene.a, *value);
                m_store.setScene(scene);
            }
        });
        section.buttons->insertWidget(place++, button);
    }
}

void AnswersPage::open()
{
    QDialog::show();
    raise();
    activateWindow();
    emit opened();
}

} // namespace phasor
