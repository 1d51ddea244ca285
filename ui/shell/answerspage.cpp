// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/answerspage.h"

#include "pipeline/parameters/parameterspec.h"
#include "session/store.h"
#include "ui/forms/text.h"
#include "ui/look/look.h"
#include "ui/panels/foldline.h"
#include "ui/panels/parts.h"
#include "ui/shell/workbench.h"
#include "words/answers.h"

#include <QKeyEvent>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>
#include <QToolButton>

namespace phasor {

constexpr int kAnswersMargin = 16;

// The view whose picture shows the finding: addition and concatenation differ in what can be recovered.
static std::string_view pictureOf(Question question)
{
    return question == Question::AddOrConcatenate ? "recoverability" : infoOf(question).view;
}

// A fold line that is never wider than the panel.
static QToolButton* slimLine(const QString& name, const QString& text, QWidget* parent)
{
    QToolButton* line = foldLine(name, text, parent);
    line->setCheckable(true);
    line->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    return line;
}

// A cell of a table of numbers, which don't wrap; `below` is smaller, in a line of its own.
static QString cellOf(const QString& text, bool right, const QString& below = {})
{
    const QString second = below.isEmpty() ? QString() : u"<br><small>"_s + below.toHtmlEscaped() + u"</small>"_s;
    return QStringLiteral("<td align='%1'>%2%3</td>")
        .arg(right ? u"right' style='white-space:nowrap; padding-left:6px"_s : u"left"_s, text.toHtmlEscaped(), second);
}

AnswersPage::AnswersPage(Store& store, QWidget* parent)
    : QWidget(parent)
    , m_store(store)
    , m_area(new QScrollArea(this))
    , m_column(new QVBoxLayout)
{
    m_body = makeBody();
    setObjectName(QStringLiteral("answers"));
    setAccessibleName(tr("Answers"));
    auto* page = new QWidget(m_area);
    page->setLayout(m_column);
    m_column->setContentsMargins(kAnswersMargin, 0, kAnswersMargin, kAnswersMargin);
    for (const Question question : kQuestions) {
        const auto index = static_cast<std::size_t>(question);
        QToolButton* head = m_heads[index]
            = slimLine(u"question-"_s + qs(infoOf(question).id),
                       QStringLiteral("%1  %2").arg(index + 1).arg(words::questionText(question)), page);
        head->setToolTip(words::questionText(question));
        connect(head, &QToolButton::clicked, this, [this, question] { openQuestion(question); });
        m_column->addWidget(head);
    }
    m_column->addStretch(1);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setWidgetResizable(true);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_area->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn); // so that the width stays
    m_area->setWidget(page);
    fillLayout(new QVBoxLayout(this), {makeHead(), {m_area, 1}}, {});
    openQuestion(m_question);
    hide();
}

QWidget* AnswersPage::makeHead()
{
    auto* head = new QWidget(this);
    m_subject = quieted(named(u"answers-subject"_s, plainLabel(head)));
    QToolButton* close = quietButton(u"answers-close"_s, tr("Close the answers"), head, u"close"_s);
    connect(close, &QToolButton::clicked, this, [this] { setOpen(false); });
    fillLayout(new QHBoxLayout(head), {boldLabel(tr("Answers"), head), kFreeRoom, m_subject, close},
               {kAnswersMargin, 8, 8, 8});
    return head;
}

// What is below the open question. What grows with the setup comes after the buttons, or takes its room from the
// picture, so that the buttons stay where they are when one is pressed.
QWidget* AnswersPage::makeBody()
{
    auto* body = new QWidget(m_area);
    auto* column = fillLayout(new QVBoxLayout(body), {}, {0, 4, 0, 12}, 8);
    const auto add = [column](auto* part) {
        column->addWidget(part);
        return part;
    };
    m_finding = add(paragraph(u"answer-finding"_s, {}, body));
    m_finding->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_picture = add(named(u"answer-picture"_s, new QLabel(body)));
    m_table = add(wrapped(named(u"answer-table"_s, new QLabel(body))));
    m_table->setTextFormat(Qt::RichText);
    m_table->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    add(boldLabel(tr("Try it in B, a second setup", "heading of buttons that change one setting"), body));
    m_trialButtons = fillLayout(new QVBoxLayout, {}, kUsualMargins, 4);
    column->addLayout(m_trialButtons);
    m_train = add(named(u"answer-train"_s, new QPushButton(tr("Train both and compare"), body)));
    m_train->setToolTip(tr("Training answers this best. It opens Training and starts it."));
    connect(m_train, &QPushButton::clicked, this,
            [this] { emit trainingRequested(qs(infoOf(m_question).experiment)); });
    m_view = add(named(u"answer-view"_s, new QPushButton(body)));
    connect(m_view, &QPushButton::clicked, this, [this] { emit viewRequested(qs(infoOf(m_question).view)); });
    m_notes = add(paragraph(u"answer-notes"_s, {}, body));
    m_claimsHead = add(slimLine(u"claims"_s, {}, body));
    m_claims = add(quieted(paragraph(u"answer-claims"_s, {}, body)));
    connect(m_claimsHead, &QToolButton::toggled, this, [this](bool open) {
        showFolded(*m_claimsHead, open);
        m_claims->setVisible(open);
    });
    showFolded(*m_claimsHead, false);
    m_claims->hide();
    return body;
}

void AnswersPage::openQuestion(Question question)
{
    if (m_plot && question == m_question) // one is always open
        return m_heads[static_cast<std::size_t>(question)]->setChecked(true);
    m_question = question;
    for (const Question one : kQuestions) {
        m_heads[static_cast<std::size_t>(one)]->setChecked(one == question);
        showFolded(*m_heads[static_cast<std::size_t>(one)], one == question);
    }
    m_column->removeWidget(m_body);
    m_column->insertWidget(static_cast<int>(question) + 1, m_body);
    const PlotSpec* spec = findPlot(pictureOf(question));
    m_plot = spec->make(m_store, nullptr);
    m_plot->setTheme(m_theme.forFigure());
    m_picture->setAccessibleName(spec->titleText());
    m_picture->clear();
    m_shown = nullptr;
    m_view->setText(tr("Show %1", "a view").arg(findPlot(infoOf(question).view)->titleText()));
    m_train->setVisible(!infoOf(question).experiment.empty());
    m_claimsHead->setChecked(false);
    fill();
    emit changed();
    QTimer::singleShot(0, m_body, [this] {
        m_area->verticalScrollBar()->setValue(m_heads[static_cast<std::size_t>(m_question)]->y());
    });
}

void AnswersPage::joinTo(Workbench& workbench, ViewPlace place)
{
    workbench.add({.title = tr("answers"),
                   .request = [this](const Scene&, const ViewState& view) { return request(view); },
                   .show = std::bind_front(&AnswersPage::show, this),
                   .setReason = std::bind_front(&AnswersPage::setReason, this),
                   .setBusy = std::bind_front(&AnswersPage::setBusy, this),
                   .place = place});
    m_pictured = place == ViewPlace::Window; // a stage shows views next to the answers
    m_picture->setVisible(m_pictured);
    workbench.add({.title = tr("answers"),
                   .request = std::bind_front(&AnswersPage::pictureRequest, this),
                   .show = std::bind_front(&AnswersPage::showPicture, this),
                   .place = place});
    connect(this, &AnswersPage::changed, &workbench, &Workbench::refresh);
}

void AnswersPage::show(const ViewDataPtr& shown)
{
    const auto answers = std::dynamic_pointer_cast<const AnswersData>(shown);
    m_data = answers ? answers : m_data;
    fill();
}

void AnswersPage::fill()
{
    if (!m_data)
        return;
    const words::Answer answer = words::answer(*m_data, m_question);
    setBusy(false);
    m_finding->setText(answer.finding);
    fillTable(answer);
    const bool tested = !answer.rows.empty(); // by this setup
    m_view->setVisible(tested);
    if (m_picture->isHidden() == (tested && m_pictured)) {
        m_picture->setHidden(!m_picture->isHidden());
        emit changed();
    }
    share();
    showTrials(m_data->trials[static_cast<std::size_t>(m_question)]);
    m_train->setEnabled(m_data->a.withTable);
    m_notes->setText(answer.notes.join(u"\n\n"_s));
    m_notes->setVisible(!answer.notes.isEmpty());
    m_claimsHead->setText(answer.claims.size() == 1 ? tr("A common claim, checked")
                                                    : tr("%1 common claims, checked").arg(answer.claims.size()));
    m_claimsHead->setVisible(!answer.claims.isEmpty());
    m_claims->setText(answer.claims.join(u"\n\n"_s));
}

void AnswersPage::fillTable(const words::Answer& answer)
{
    QString rows = u"<tr>"_s + cellOf({}, false);
    for (const QString& column : answer.columns)
        rows += cellOf(column, true);
    rows += u"</tr>"_s;
    for (const words::AnswerRow& row : answer.rows) {
        rows += u"<tr>"_s + cellOf(row.name, false, row.chance);
        for (const QString& cell : row.cells)
            rows += cellOf(cell, true);
        rows += u"</tr>"_s;
    }
    m_table->setText(u"<table width='100%' cellspacing='0' cellpadding='1'>"_s + rows + u"</table>"_s);
    m_table->setVisible(!answer.rows.empty());
}

// Shows why this setup has no answers in place of the finding. The rest is old and disabled.
void AnswersPage::setReason(const QString& reason)
{
    m_body->setEnabled(reason.isEmpty());
    if (!reason.isEmpty())
        m_finding->setText(reason);
}

void AnswersPage::setBusy(bool busy)
{
    const QString whose = m_data && m_data->b ? tr("of A and B") : tr("of this setup");
    m_subject->setText(busy || (m_data && m_data->coarse) ? tr("computing …") : whose);
}

void AnswersPage::showTrials(const std::vector<Trial>& trials)
{
    if (std::exchange(m_trials, trials) == trials)
        return;
    while (QLayoutItem* item = m_trialButtons->takeAt(0)) {
        item->widget()->deleteLater();
        delete item;
    }
    for (const Trial& trial : trials) {
        auto* button = named(u"try-"_s + qs(trial.parameter), new QPushButton(words::trialName(trial), m_body));
        button->setToolTip(tr("Makes B: this setup with the one change. Undo takes it back."));
        connect(button, &QPushButton::clicked, this, [this, trial] { tryInB(trial); });
        m_trialButtons->addWidget(button);
    }
}

// B becomes A with the change.
void AnswersPage::tryInB(const Trial& trial)
{
    Scene scene = m_store.scene();
    const bool isUsers = scene.b && scene.b != m_tried && scene.b != scene.a;
    scene.b = scene.a;
    const ParameterSpec* spec = findParameter(trial.parameter, scene.a);
    const auto value = spec != nullptr ? parseValue(*spec, trial.value) : Result<ParameterValue>(Error{});
    if (!value.ok())
        return; // another scheme was chosen while the answers are old
    spec->set(*scene.b, *value);
    m_tried = scene.b;
    if (isUsers && scene.b != m_store.scene().b)
        emit replacedB();
    const Store::Gesture together(m_store, utf8(tr("Try it")));
    m_store.setScene(scene);
    m_store.editView([this](ViewState& view) { view.node = infoOf(m_question).stage; });
}

// The picture is as high as the finding and the table leave room, so that the buttons below stay where they are.
void AnswersPage::share()
{
    constexpr int kLeast = 100;
    const int width = m_area->viewport()->width() - 2 * kAnswersMargin;
    m_finding->setMinimumHeight(0); // or the label would ask for its present height
    const int finding = std::max(0, m_finding->heightForWidth(width));
    const int table = m_table->text().isEmpty() ? 0 : m_table->heightForWidth(width);
    const int all = 10 * m_finding->fontMetrics().lineSpacing() + width * 9 / 16;
    m_finding->setFixedHeight(finding);
    m_picture->setFixedHeight(std::max(kLeast, all - finding - table));
    if (const QSize size(std::max(200, width), m_picture->height()); size != m_pictureSize) {
        m_pictureSize = size;
        emit changed();
    }
}

FigureFrame AnswersPage::frame() const
{
    constexpr double kUnits = 72.0 / 96; // of a figure in a pixel of the screen
    const std::array<std::vector<std::string>, kQuestions.size()> panels{
        {{"setup", "placement"}, {"mask", "position"}, {"setup", "combination"}, {"norms"}, {"distribution"}}};
    return {.size = (QSizeF(m_pictureSize) * kUnits).toSize(),
            .scale = devicePixelRatioF() / kUnits,
            .panels = panels[static_cast<std::size_t>(m_question)],
            .titled = false};
}

std::optional<ViewRequest> AnswersPage::pictureRequest(const Scene& scene, const ViewState& view)
{
    if (!m_picture->isVisible())
        return std::nullopt;
    m_plot->showView(view);
    return m_plot->exportRequest(scene, view, frame()).in("answers");
}

void AnswersPage::showPicture(const ViewDataPtr& shown)
{
    m_shown = shown;
    m_plot->show(shown);
    if (!shown)
        return m_picture->clear(); // this setup has no such view
    const FigureFrame drawn = frame();
    QImage image((QSizeF(drawn.size) * drawn.scale).toSize(), QImage::Format_RGB32);
    image.fill(m_theme.background);
    m_plot->draw(image, drawn);
    image.setDevicePixelRatio(devicePixelRatioF());
    m_picture->setPixmap(QPixmap::fromImage(image));
    m_picture->setAccessibleDescription(m_plot->summary());
}

void AnswersPage::setTheme(const Theme& theme)
{
    m_theme = theme;
    m_finding->setFont(scaled(theme.font, 1.15, true));
    m_plot->setTheme(theme.forFigure());
    share();
    if (m_shown)
        showPicture(m_shown);
    emit changed();
}

void AnswersPage::setOpen(bool open)
{
    setVisible(open);
    if (open)
        m_heads[static_cast<std::size_t>(m_question)]->setFocus();
    emit changed();
}

void AnswersPage::keyPressEvent(QKeyEvent* event)
{
    event->key() == Qt::Key_Escape ? setOpen(false) : QWidget::keyPressEvent(event);
}

void AnswersPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    share();
}

} // namespace phasor
