// SPDX-License-Identifier: GPL-3.0-or-later
// The page of answers: what it says is that of this set-up, its buttons show the view and change one thing.
#include "pipeline/parameters/parameterspec.h"
#include "session/store.h"
#include "ui/shell/answerspage.h"
#include "views/questions/answers.h"
#include "words/answers.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace phasor;

class TestAnswersPage : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void closedAsksForNothing();
    void saysTheAnswers();
    void showsTheView();
    void tryThisChangesOneThing();
    void undoes();

private:
    void answer()
    {
        const Pipelines pipelines = Pipelines::make(m_store->scene(), m_cache).value();
        SceneReader reader(pipelines, m_cache, CancelToken());
        m_data = std::dynamic_pointer_cast<const AnswersData>(compute(AnswersRequest{}, reader, Effort::Still).value());
        m_page->show(m_data);
    }

    PipelineCache m_cache;
    std::unique_ptr<Store> m_store;
    std::unique_ptr<AnswersPage> m_page;
    std::shared_ptr<const AnswersData> m_data;
};

void TestAnswersPage::init()
{
    m_page.reset();
    m_store = std::make_unique<Store>();
    m_store->edit([](Parameters& p) {
        p.encoding.dModel = 32;
        p.encoding.maxLen = 40;
        p.sentence.text = "the cat sat";
    });
    m_page = std::make_unique<AnswersPage>(*m_store, nullptr);
}

void TestAnswersPage::closedAsksForNothing()
{
    QVERIFY(!m_page->request(m_store->view()));
    m_page->open();
    QVERIFY(m_page->request(m_store->view()));
}

void TestAnswersPage::saysTheAnswers()
{
    answer();
    for (const Question question : kQuestions) {
        const QString id = QString::fromUtf8(questionId(question).data());
        auto* label = m_page->findChild<QLabel*>(QStringLiteral("answer-") + id);
        QVERIFY(label != nullptr);
        QCOMPARE(label->text(), words::answerText(*m_data, question));
    }
    const QString before
        = m_page->findChild<QLabel*>(QStringLiteral("answer-") + QString::fromUtf8(questionId(Question::Scale).data()))
              ->text();
    m_store->edit([](Parameters& p) { p.sum.scale = 1.0; });
    answer();
    QVERIFY(
        m_page->findChild<QLabel*>(QStringLiteral("answer-") + QString::fromUtf8(questionId(Question::Scale).data()))
            ->text()
        != before);
}

void TestAnswersPage::showsTheView()
{
    QSignalSpy spy(m_page.get(), &AnswersPage::viewRequested);
    for (const Question question : kQuestions) {
        const QString id = QString::fromUtf8(questionId(question).data());
        m_page->findChild<QPushButton*>(QStringLiteral("show-") + id)->click();
        QCOMPARE(spy.takeFirst().front().toString(), QString::fromUtf8(viewOf(question).data()));
    }
}

// Every button of every question: the parameter has the value that the button says, and no other has changed.
void TestAnswersPage::tryThisChangesOneThing()
{
    // Also where something that it would suggest is there already.
    m_store->edit([](Parameters& p) { p.dropout.protect = "[CLS],[SEP]"; });
    answer();
    int tried = 0;
    for (const Question question : kQuestions) {
        for (const Trial& trial : m_data->trials[static_cast<std::size_t>(question)]) {
            const Scene before = m_store->scene();
            for (auto* button :
                 m_page->findChildren<QPushButton*>(QStringLiteral("try-") + QString::fromStdString(trial.parameter))) {
                if (button->text() == words::trialName(trial)) {
                    button->click();
                    break;
                }
            }
            Parameters wanted = before.a;
            const ParameterSpec* spec = findParameter(trial.parameter, wanted);
            QVERIFY(spec != nullptr);
            spec->set(wanted, parseValue(*spec, trial.value).value());
            QVERIFY(!(wanted == before.a));
            QVERIFY(m_store->scene().a == wanted);
            m_store->setScene(before);
            ++tried;
        }
    }
    QVERIFY(tried >= 5);
}

// The keys of the window work here, too.
void TestAnswersPage::undoes()
{
    m_page->open();
    QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
    QSignalSpy undone(m_page.get(), &AnswersPage::undoRequested);
    QSignalSpy redone(m_page.get(), &AnswersPage::redoRequested);
    QTest::keySequence(m_page.get(), QKeySequence::Undo);
    QTest::keySequence(m_page.get(), QKeySequence::Redo);
    QCOMPARE(undone.size(), 1);
    QCOMPARE(redone.size(), 1);
}

QTEST_MAIN(TestAnswersPage)
#include "tst_answerspage.moc"
