// SPDX-License-Identifier: GPL-3.0-or-later
// The panel of answers: one question is open, it says what words::answer says, its buttons show, train and change B.
#include "pipeline/parameters/parameterspec.h"
#include "session/snapshot.h"
#include "session/store.h"
#include "ui/shell/answerspage.h"
#include "ui/shell/settings/history.h"
#include "views/questions/answers.h"
#include "words/answers.h"

#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QUndoStack>

#include <algorithm>

using namespace phasor;

class TestAnswersPage : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void closedAsksForNothing();
    void oneQuestionIsOpen();
    void hasAPictureOfTheView();
    void saysBothSetups();
    void buttonsShowAndTrain();
    void tryMakesB();
    void tryIsOneStep();
    void roughNumbersAreMarked();
    void buttonsStay();
    void saysWhyThereIsNoAnswer();

private:
    void answer(bool refine = true)
    {
        std::vector<ViewRequest> views{*m_page->request(m_store->view())};
        if (const auto picture = m_page->pictureRequest(m_store->scene(), m_store->view()))
            views.push_back(*picture);
        const SnapshotPtr snapshot
            = compute({.scene = m_store->scene(), .views = views, .refine = refine}, nullptr, m_cache, CancelToken());
        for (const ViewRequest& view : views) {
            const Result<ViewDataPtr>& made = snapshot->views.at(view.id()).data;
            const ViewDataPtr data = made.ok() ? *made : nullptr;
            view.id() == "answers" ? m_page->show(data) : m_page->showPicture(data);
        }
        m_data = std::dynamic_pointer_cast<const AnswersData>(snapshot->views.at("answers").data.value());
    }
    template <typename Widget> Widget& part(const QString& name)
    {
        auto* found = m_page->findChild<Widget*>(name);
        if (found == nullptr)
            qFatal("no %s", qPrintable(name));
        return *found;
    }
    // Until the parts have their places, also on a busy machine.
    void settle()
    {
        for (int i = 0; i < 10; ++i)
            QTest::qWait(5);
    }
    void open(Question question)
    {
        part<QToolButton>(QStringLiteral("question-") + QString::fromUtf8(infoOf(question).id.data())).click();
        answer();
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
    m_page->setTheme(Theme::light());
    m_page->resize(336, 900);
    m_page->setOpen(true);
}

void TestAnswersPage::closedAsksForNothing()
{
    QVERIFY(m_page->request(m_store->view()));
    QVERIFY(m_page->pictureRequest(m_store->scene(), m_store->view()));
    QTest::keyClick(&part<QToolButton>(QStringLiteral("question-scale")), Qt::Key_Escape);
    QVERIFY(m_page->isHidden());
    QVERIFY(!m_page->request(m_store->view()));
    QVERIFY(!m_page->pictureRequest(m_store->scene(), m_store->view()));
}

void TestAnswersPage::oneQuestionIsOpen()
{
    for (const Question question : kQuestions) {
        open(question);
        int opened = 0;
        for (const Question other : kQuestions) {
            auto& head = part<QToolButton>(QStringLiteral("question-") + QString::fromUtf8(infoOf(other).id.data()));
            opened += head.isChecked();
            QCOMPARE(head.accessibleDescription(),
                     other == question ? QStringLiteral("expanded") : QStringLiteral("collapsed"));
        }
        QCOMPARE(opened, 1);
        const words::Answer said = words::answer(*m_data, question);
        QCOMPARE(part<QLabel>(QStringLiteral("answer-finding")).text(), said.finding);
        QCOMPARE(part<QLabel>(QStringLiteral("answer-claims")).text(), said.claims.join(QStringLiteral("\n\n")));
        QVERIFY(part<QLabel>(QStringLiteral("answer-claims")).isHidden()); // until they are unfolded
        for (const words::AnswerRow& row : said.rows)
            QVERIFY2(part<QLabel>(QStringLiteral("answer-table")).text().contains(row.name.toHtmlEscaped()),
                     qPrintable(row.name));
    }
    part<QToolButton>(QStringLiteral("claims")).click();
    QVERIFY(!part<QLabel>(QStringLiteral("answer-claims")).isHidden());
}

void TestAnswersPage::hasAPictureOfTheView()
{
    for (const Question question : kQuestions) {
        open(question);
        // Addition and concatenation differ in what can be recovered.
        const std::string_view view = question == Question::AddOrConcatenate ? "recoverability" : infoOf(question).view;
        auto& picture = part<QLabel>(QStringLiteral("answer-picture"));
        QVERIFY(picture.pixmap(Qt::ReturnByValue).width() > 200);
        QCOMPARE(picture.accessibleName(), findPlot(view)->titleText());
        QVERIFY(!picture.accessibleDescription().isEmpty());
        // In another place than the board's view, which it leaves alone.
        QCOMPARE(m_page->pictureRequest(m_store->scene(), m_store->view())->id(), std::string(view) + "@answers");
    }
}

void TestAnswersPage::saysBothSetups()
{
    open(Question::Scale);
    QCOMPARE(part<QLabel>(QStringLiteral("answers-subject")).text(), QStringLiteral("of this setup"));
    Scene scene = m_store->scene();
    scene.b = scene.a;
    scene.b->sum.scale = 1.0;
    m_store->setScene(scene);
    answer();
    QCOMPARE(part<QLabel>(QStringLiteral("answers-subject")).text(), QStringLiteral("of A and B"));
    QVERIFY(part<QLabel>(QStringLiteral("answer-table")).text().contains(QStringLiteral("A − B")));
}

void TestAnswersPage::buttonsShowAndTrain()
{
    QSignalSpy shown(m_page.get(), &AnswersPage::viewRequested);
    QSignalSpy trained(m_page.get(), &AnswersPage::trainingRequested);
    for (const Question question : kQuestions) {
        open(question);
        part<QPushButton>(QStringLiteral("answer-view")).click();
        QCOMPARE(shown.takeFirst().front().toString(), QString::fromUtf8(infoOf(question).view.data()));
        auto& train = part<QPushButton>(QStringLiteral("answer-train"));
        QCOMPARE(train.isHidden(), infoOf(question).experiment.empty());
        if (!train.isHidden()) {
            train.click();
            QCOMPARE(trained.takeFirst().front().toString(), QString::fromUtf8(infoOf(question).experiment.data()));
        }
    }
    m_store->edit([](Parameters& p) { setScheme(p.encoding, "rope"); });
    open(Question::Scale);
    QVERIFY(!part<QPushButton>(QStringLiteral("answer-train")).isEnabled()); // there is no table to scale against
    QVERIFY(part<QLabel>(QStringLiteral("answer-picture")).pixmap(Qt::ReturnByValue).isNull()); // nor a picture
    QVERIFY(part<QLabel>(QStringLiteral("answer-picture")).isHidden());
    QVERIFY(part<QPushButton>(QStringLiteral("answer-view")).isHidden());
    const QList<QPushButton*> trials = m_page->findChildren<QPushButton*>(QRegularExpression(QStringLiteral("^try-")));
    QVERIFY(std::ranges::any_of(trials, [](const QPushButton* button) {
        return button->objectName() == QStringLiteral("try-scheme") && button->text().contains(QStringLiteral("Sinus"));
    }));
}

// Every button of every question: B is A with the change that the button says, and A stays.
void TestAnswersPage::tryMakesB()
{
    // Also where something that it would suggest is there already.
    m_store->edit([](Parameters& p) { p.dropout.protect = "[CLS],[SEP]"; });
    int tried = 0;
    for (const Question question : kQuestions) {
        open(question);
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
            QVERIFY(m_store->scene().a == before.a);
            QVERIFY(m_store->scene().b == wanted);
            m_store->setScene(before);
            ++tried;
        }
    }
    QVERIFY(tried >= 5);
}

// One step of undo; that it took away the user's own B is told, but not of one that a button made.
void TestAnswersPage::tryIsOneStep()
{
    History history(*m_store);
    QSignalSpy replaced(m_page.get(), &AnswersPage::replacedB);
    m_store->setView({});
    open(Question::Scale);
    auto& button = part<QPushButton>(QStringLiteral("try-scale"));
    const Scene before = m_store->scene();
    button.click();
    QCOMPARE(history.stack().count(), 1);
    part<QPushButton>(QStringLiteral("try-embedding")).click();
    QVERIFY(replaced.isEmpty());
    m_store->setScene({.a = before.a, .b = Parameters{}});
    button.click();
    QCOMPARE(replaced.size(), 1);
    history.stack().undo();
    QCOMPARE(m_store->scene(), (Scene{.a = before.a, .b = Parameters{}}));
}

// As the views do that are computed later than others.
void TestAnswersPage::roughNumbersAreMarked()
{
    auto& subject = part<QLabel>(QStringLiteral("answers-subject"));
    answer();
    QCOMPARE(subject.text(), QStringLiteral("of this setup"));
    m_page->setBusy(true);
    QCOMPARE(subject.text(), QStringLiteral("computing …"));
    m_page->setBusy(false);
    QCOMPARE(subject.text(), QStringLiteral("of this setup"));
    answer(false);
    QCOMPARE(subject.text(), QStringLiteral("computing …"));
}

// A pressed button is where it was, so that it can be pressed again.
void TestAnswersPage::buttonsStay()
{
    for (const Question question : kQuestions) {
        open(question);
        settle();
        const QString name = QStringLiteral("try-")
            + QString::fromStdString(m_data->trials[static_cast<std::size_t>(question)].front().parameter);
        auto& button = part<QPushButton>(name);
        const QPoint before = button.mapTo(m_page.get(), QPoint());
        button.click();
        answer();
        settle();
        QVERIFY2(part<QPushButton>(name).mapTo(m_page.get(), QPoint()) == before,
                 qPrintable(part<QLabel>(QStringLiteral("answer-finding")).text()));
        m_store->setScene({.a = m_store->scene().a});
    }
    QVERIFY(part<QLabel>(QStringLiteral("answer-table")).text().contains(u"padding-left:6px")); // columns are apart
}

void TestAnswersPage::saysWhyThereIsNoAnswer()
{
    open(Question::Scale);
    m_page->setReason(QStringLiteral("there are no tokens"));
    QCOMPARE(part<QLabel>(QStringLiteral("answer-finding")).text(), QStringLiteral("there are no tokens"));
    QVERIFY(!part<QLabel>(QStringLiteral("answer-table")).isEnabled());
    m_page->setReason({});
    answer();
    QVERIFY(part<QLabel>(QStringLiteral("answer-table")).isEnabled());
}

QTEST_MAIN(TestAnswersPage)
#include "tst_answerspage.moc"
