// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/talk/talk.h"

#include "export/figure.h"
#include "text/valuespec.h"
#include "ui/forms/text.h"
#include "ui/look/look.h"
#include "ui/panels/parameterpanel.h"
#include "ui/panels/parts.h"
#include "ui/shell/answerspage.h"
#include "ui/shell/workbench.h"
#include "views/readout.h"
#include "words/readout.h"

#include <QApplication>
#include <QCloseEvent>
#include <QLabel>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>

namespace phasor {

constexpr double kStageLines = 768; // of the picture that has all sizes
constexpr int kFoot = 56;
constexpr qsizetype kLineOfText = 110; // characters of a step's text that two views leave room for

void Presenter::build()
{
    setObjectName(u"stage"_s);
    setWindowTitle(tr("Presenter"));
    setFocusPolicy(Qt::StrongFocus);
    QPalette colors = paletteOf(Theme::projector());
    colors.setColor(QPalette::Window, colors.color(QPalette::Base));
    setPalette(colors);
    setAutoFillBackground(true);
    m_still.setSingleShot(true);
    m_still.setInterval(2000);
    connect(&m_still, &QTimer::timeout, this, [] { QApplication::setOverrideCursor(Qt::BlankCursor); });
    connect(&m_parts.playing.player(), &Player::changed, this, &Presenter::refresh);
    m_title = wrapped(named(u"stage-title"_s, plainLabel(this)));
    m_finding = wrapped(named(u"stage-finding"_s, plainLabel(this)));
    m_side = named(u"stage-side"_s, new QScrollArea(this));
    m_side->setFrameShape(QFrame::NoFrame);
    m_side->setWidgetResizable(true);
    m_side->setFocusPolicy(Qt::NoFocus);
    m_side->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    const auto place = [this] {
        if (m_run != nullptr)
            showFoot();
    };
    const QScrollBar* text = m_side->verticalScrollBar(); // while it is set, there is no text
    connect(text, &QScrollBar::valueChanged, this, place, Qt::QueuedConnection);
    connect(text, &QScrollBar::rangeChanged, this, place, Qt::QueuedConnection);
    m_notes = wrapped(named(u"stage-notes"_s, new QLabel(this)));
    m_notes->setTextFormat(Qt::RichText); // made by htmlOf, which knows no markup but Markdown's
    m_notes->setAutoFillBackground(true);
    m_notes->setBackgroundRole(QPalette::AlternateBase);
    m_notes->hide();
    m_foot = named(u"stage-foot"_s, new QWidget(this));
    m_foot->setAutoFillBackground(true);
    m_foot->setBackgroundRole(QPalette::AlternateBase);
    m_place = named(u"stage-place"_s, plainLabel(m_foot));
    m_keys = named(u"stage-keys"_s, plainLabel(m_foot));
    m_keys->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_pointed = named(u"stage-pointed"_s, plainLabel(m_foot));
    for (QLabel* one : {m_keys, m_pointed})
        one->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // the stage is never wider than its screen
    colors.setColor(QPalette::WindowText, Theme::projector().muted);
    for (QLabel* quiet : {m_finding, m_keys})
        quiet->setPalette(colors);
    m_progress = new QHBoxLayout;
    fillLayout(new QHBoxLayout(m_foot), {m_progress, m_place, {m_keys, 1}, {m_pointed, 1}});
    m_answers = named(u"stage-answers"_s, new AnswersPage(m_store, this));
    for (const char* spare : {"answers-close", "answer-train", "answer-view"}) // for the window only
        m_answers->findChild<QWidget*>(QLatin1String(spare))->setFixedHeight(0);
    m_answers->joinTo(m_parts.workbench, ViewPlace::Stage);
    m_middle = fillLayout(new QHBoxLayout, {m_side, m_answers});
    for (Slot& slot : m_slots) {
        slot.box = new QWidget(this);
        slot.finding = wrapped(named(u"stage-view-finding"_s, plainLabel(slot.box)));
        fillLayout(new QVBoxLayout(slot.box), {slot.finding}, {});
        m_middle->addWidget(slot.box, 1);
    }
    m_rows = fillLayout(new QVBoxLayout(this), {m_title, m_finding, {m_middle, 1}, m_notes, m_foot});
    m_blank = named(u"stage-blank"_s, new QWidget(this));
    m_blank->setAutoFillBackground(true);
    m_blank->hide();
    m_blank->setPalette(Qt::black);
    m_parts.workbench.add(
        {.title = tr("read-out"),
         .request = [this](const Scene&, const ViewState& view) -> std::optional<ViewRequest> {
             if (view.cursor == Cursor{} || view.withholds || !isVisible())
                 return std::nullopt;
             return ReadoutRequest{view.cursor};
         },
         .show =
             [this](const ViewDataPtr& shown) {
                 if (const auto* at = dynamic_cast<const ReadoutData*>(shown.get())) {
                     const words::Derivation says = words::derivation(*at);
                     m_read = {words::Derivation::line(says.cell), words::Derivation::line(says.chain)};
                     m_read.removeAll(QString());
                     showPointed();
                 }
             },
         .showView = [this](const ViewState&) { showPointed(); },
         .place = ViewPlace::Stage});
}

static void showPointer()
{
    while (QApplication::overrideCursor() != nullptr)
        QApplication::restoreOverrideCursor();
}

void Presenter::cover()
{
    qApp->installEventFilter(this);
    m_still.start();
    m_moved = false;
    m_first = 0;
    QScreen* here = parentWidget()->screen();
    const QList<QScreen*> screens = here->virtualSiblings();
    const auto other = std::ranges::find_if(screens, [here](const QScreen* one) { return one != here; });
    setScreen(here);
    setGeometry(here->geometry());
    showFullScreen();
    if (other != screens.end()) { // the teacher's own
        m_notes->setParent(this, Qt::Window);
        m_notes->setWindowTitle(tr("Notes"));
        m_notes->setGeometry((*other)->availableGeometry());
        m_notes->show();
    }
    activateWindow();
    setFocus();
}

void Presenter::uncover()
{
    qApp->removeEventFilter(this);
    m_still.stop();
    showPointer();
    m_blank->hide();
    if (m_notes->isWindow())
        m_rows->insertWidget(m_rows->count() - 1, m_notes);
    m_notes->hide();
    if (m_controls != nullptr)
        toggleControls();
    m_answers->hide();
    hide();
}

QFont Presenter::fontOf(double lines, bool bold) const
{
    QFont made = font();
    made.setPointSizeF(lines * m_unit * 72 / logicalDpiY());
    made.setBold(bold);
    return made;
}

// Sizes for the present height.
void Presenter::fit()
{
    m_unit = std::max(200, height()) / kStageLines;
    setFont(fontOf(22));
    m_title->setFont(fontOf(36, true));
    m_finding->setFont(fontOf(22));
    m_notes->setFont(fontOf(24));
    m_notes->setContentsMargins(pixels(kStageMargin), pixels(16), pixels(kStageMargin), pixels(16));
    m_rows->setContentsMargins(0, pixels(28), 0, 0);
    m_rows->setSpacing(pixels(10));
    m_middle->setContentsMargins(pixels(kStageMargin), pixels(12), pixels(kStageMargin), pixels(8));
    m_middle->setSpacing(pixels(40));
    for (QLabel* text : {m_title, m_finding})
        text->setContentsMargins(pixels(kStageMargin), 0, pixels(kStageMargin), 0);
    m_foot->setFixedHeight(pixels(kFoot));
    m_foot->layout()->setContentsMargins(pixels(kStageMargin), 0, pixels(kStageMargin), 0);
    m_foot->layout()->setSpacing(pixels(24));
    m_progress->setSpacing(pixels(8));
    for (QLabel* text : {m_place, m_keys, m_pointed})
        text->setFont(fontOf(20));
    m_blank->setGeometry(rect());
    const Theme theme = Theme::stage(m_unit, 72.0 / logicalDpiY());
    for (QWidget* part : m_answers->findChildren<QWidget*>())
        part->setFont(fontOf(25, part->font().bold())); // what is small in a table has 20
    m_answers->setTheme(theme);
    for (Slot& slot : m_slots) {
        slot.finding->setFont(fontOf(24, true));
        for (const auto& [view, plot] : slot.plots)
            plot->setTheme(theme);
    }
}

// Of all: keys on the notes, and the pointer, which is hidden while it is still.
bool Presenter::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::MouseMove) {
        showPointer();
        m_still.start();
    }
    if (watched != m_notes || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    keyPressEvent(static_cast<QKeyEvent*>(event));
    return true;
}

void Presenter::closeEvent(QCloseEvent* event)
{
    event->ignore();
    end();
}

void Presenter::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (m_run == nullptr)
        return; // it is not shown
    fit();
    showStep(); // its text has the old size
}

bool Presenter::asks() const
{
    std::size_t text = 0;
    for (const LessonPiece& piece : m_run->step().pieces) {
        if (piece.kind != LessonPiece::Kind::Text && piece.kind != LessonPiece::Kind::Teacher)
            return true;
        text += piece.kind == LessonPiece::Kind::Text ? piece.text.size() : 0;
    }
    return text > kLineOfText || !m_run->step().until.empty();
}

void Presenter::makePlot(Slot& slot, const std::string& view)
{
    const PlotSpec& spec = *findPlot(view);
    Plot* plot = slot.plots[view] = spec.make(m_store, slot.box).release();
    plot->hide();
    plot->setObjectName(u"stage-"_s + qs(view));
    plot->setTheme(Theme::stage(m_unit, 72.0 / logicalDpiY()));
    if (auto* header = plot->findChild<QWidget*>(u"header"_s))
        header->hide();
    for (QWidget* part : plot->findChildren<QWidget*>())
        part->setFocusPolicy(Qt::NoFocus); // keys are the stage's
    slot.box->layout()->addWidget(plot);
    static_cast<QVBoxLayout*>(slot.box->layout())->setStretchFactor(plot, 1);
    const std::string name = "stage-" + std::to_string(&slot - m_slots.data());
    const auto isShown = [&slot, plot](const ViewState& state) {
        return slot.plot == plot && plot->isVisible() && slot.cell < state.board.size();
    };
    m_parts.workbench.add(
        {.title = spec.titleText(),
         .request = [=, &slot](const Scene& scene, const ViewState& state) -> std::optional<ViewRequest> {
             if (!isShown(state))
                 return std::nullopt;
             return plot->request(scene, state.seenFrom(slot.cell)).in(name);
         },
         .show =
             [this, plot](const ViewDataPtr& shown) {
                 plot->show(shown);
                 showTexts(); // it may play now
             },
         .showView =
             [=, &slot](const ViewState& state) {
                 if (isShown(state))
                     plot->showView(state.seenFrom(slot.cell));
             },
         .setReason = std::bind_front(&Plot::setReason, plot),
         .setBusy = std::bind_front(&Plot::setBusy, plot),
         .place = ViewPlace::Stage,
         .isGone =
             [plot] {
                 return !plot->isVisible();
             }});
    connect(plot, &Plot::resized, &m_parts.workbench, &Workbench::refresh);
    connect(plot, &Plot::described, this, &Presenter::showTexts);
}

void Presenter::put(Slot& slot, int cell)
{
    const Board& board = m_store.view().board;
    slot.cell = cell;
    if (slot.plot != nullptr)
        slot.plot->hide();
    slot.plot = nullptr;
    slot.box->setVisible(cell >= 0);
    if (cell < 0)
        return;
    const std::string& view = board.cell(cell).view;
    if (!slot.plots.contains(view))
        makePlot(slot, view);
    slot.plot = slot.plots[view];
    const std::optional<LessonSetup>& setup = m_run->opened().steps[m_run->index()].before;
    const LessonView* known
        = setup && cell < std::ssize(setup->views) ? &setup->views[static_cast<std::size_t>(cell)] : nullptr;
    slot.plot->setPanels(known != nullptr && known->spec->id == view ? partsOf(known->figure->panels)
                                                                     : std::vector<std::string>()); // none: all
    slot.plot->showView(m_store.view().seenFrom(cell));
    slot.plot->setVisible(true);
}

void Presenter::showViews()
{
    const int cells = m_store.view().board.size();
    m_first %= cells;
    const bool two = cells > 1 && !asks() && m_controls == nullptr && m_answers->isHidden();
    put(m_slots[0], m_first);
    put(m_slots[1], two ? (m_first + 1) % cells : -1);
    m_answers->setFixedWidth(pixels(560)); // its longest button
    if (m_controls != nullptr)
        m_controls->setFixedWidth(pixels(480));
    m_side->setVisible(!two && m_controls == nullptr && m_answers->isHidden());
    m_parts.workbench.refresh();
}

void Presenter::showStep()
{
    m_leaves = false;
    showViews();
    showSide();
    refresh();
}

} // namespace phasor
