// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/pages/pages.h"

#include "pipeline/parameters/parameterspec.h"
#include "plots/plot.h"
#include "session/store.h"
#include "ui/forms/text.h"
#include "ui/shell/actions/actions.h"
#include "words/coretexts.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QSignalBlocker>

#include <numeric>

namespace phasor {

// Where the cells of a board are in a rectangle.
static std::vector<QRectF> cellsIn(const Board& board, const QRectF& rect)
{
    std::vector<QRectF> cells;
    const auto sum = [](const auto& members) {
        return std::accumulate(members.begin(), members.end(), 0.0,
                               [](double all, const auto& member) { return all + member.share; });
    };
    const double lines = sum(board.lines());
    double begin = 0;
    for (const BoardLine& line : board.lines()) {
        double at = 0;
        const double length = sum(line.cells);
        for (const BoardCell& cell : line.cells) {
            const QRectF part(at / length, begin / lines, cell.share / length, line.share / lines);
            const QRectF placed = board.inColumns() ? QRectF(part.y(), part.x(), part.height(), part.width()) : part;
            cells.emplace_back(rect.x() + placed.x() * rect.width(), rect.y() + placed.y() * rect.height(),
                               placed.width() * rect.width(), placed.height() * rect.height());
            at += cell.share;
        }
        begin += line.share;
    }
    return cells;
}

// The view that a remedy names: "… or the view Similarity", "… or show the stage scores". Null: none.
static const PlotSpec* namedIn(const Message& remedy)
{
    const QString text = qs(english(remedy)) + u' ';
    const auto isNamed = [&text](const PlotSpec& spec) {
        return text.contains(u" %1 "_s.arg(QLatin1String(spec.title)), Qt::CaseInsensitive);
    };
    const auto named = std::ranges::find_if(plotSpecs(), isNamed);
    return named == plotSpecs().end() ? nullptr : &*named;
}

// By PresetGroup.
constexpr const char* kTitles[] = {QT_TRANSLATE_NOOP("phasor::PresetsPage", "&1. Dropout on the sum"),
                                   QT_TRANSLATE_NOOP("phasor::PresetsPage", "&2. Special tokens"),
                                   QT_TRANSLATE_NOOP("phasor::PresetsPage", "&3. Add or concatenate"),
                                   QT_TRANSLATE_NOOP("phasor::PresetsPage", "&4. Multiply by √d_model"),
                                   QT_TRANSLATE_NOOP("phasor::PresetsPage", "&5. What nn.Dropout does"),
                                   QT_TRANSLATE_NOOP("phasor::PresetsPage", "&The table"),
                                   QT_TRANSLATE_NOOP("phasor::PresetsPage", "Models with &RoPE"),
                                   QT_TRANSLATE_NOOP("phasor::PresetsPage", "&Other models"),
                                   QT_TRANSLATE_NOOP("phasor::PresetsPage", "Known &figures"),
                                   QT_TRANSLATE_NOOP("phasor::PresetsPage", "Common &mistakes")};

// The board in small, with the cell in focus marked. A click chooses a cell: `stage` of the board's cells is the number
// that is said then.
class BoardMap : public QWidget
{
public:
    explicit BoardMap(QWidget* parent)
        : QWidget(parent)
    {
        setFixedSize(96, 48);
    }
    void show(const Board& board)
    {
        m_board = board;
        update();
    }
    int cellAt(const QPointF& place) const // −1: a new one; nothing there: −2
    {
        const std::vector<QRectF> cells = cellsIn(m_board, rect());
        const auto at = std::ranges::find_if(cells, [&place](const QRectF& cell) { return cell.contains(place); });
        return at == cells.end() ? -2 : std::stoi(m_board.cell(static_cast<int>(at - cells.begin())).stage);
    }
    std::function<void(int cell)> clicked;

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        const std::vector<QRectF> cells = cellsIn(m_board, QRectF(rect()).adjusted(1, 1, -1, -1));
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const bool marked = static_cast<int>(i) == m_board.focus();
            QColor fill = palette().color(marked ? QPalette::Highlight : QPalette::Midlight);
            fill.setAlphaF(marked ? 0.2F : 1.0F);
            painter.setBrush(fill);
            painter.setPen(QPen(palette().color(marked ? QPalette::Highlight : QPalette::Mid), marked ? 2 : 1));
            painter.drawRect(cells[i].adjusted(1, 1, -1, -1));
        }
    }
    void mousePressEvent(QMouseEvent* event) override { clicked(cellAt(event->position())); }

private:
    Board m_board;
};

Gallery::Gallery(Store& store, QWidget* parent)
    : CardPage(u"gallery"_s, Card::Shape::Tall, parent)
    , m_store(store)
{
    for (const ViewGroup group : kViewGroups) {
        cards().beginGroup(groupTitle(group));
        for (const PlotSpec& spec : plotSpecs()) {
            if (findView(spec.id)->group == group)
                cards().add(qs(spec.id), spec.titleText(), QCoreApplication::translate("Plots", spec.question),
                            [&spec] { return exampleOf(spec); });
        }
    }
    setTexts(tr("Add a view"), tr("Pictures: a short sentence. Gray views do not apply to your setup."),
             tr("Search %n views", nullptr, static_cast<int>(cards().cards().size())), tr("Add"));
    m_map = named(u"gallery-map"_s, new BoardMap(this));
    m_map->clicked = [this](int cell) {
        choosePlace(cell);
    };
    for (Card* one : cards().cards()) {
        connect(one, &Card::dropped, this,
                [this](const QPoint& place) { choosePlace(m_map->cellAt(m_map->mapFromGlobal(QPointF(place)))); });
    }
    m_help = named(u"gallery-help"_s, new QLabel(this)); // links
    m_help->setTextFormat(Qt::RichText);
    m_help->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    connect(m_help, &QLabel::linkActivated, this, &Gallery::follow);
    m_instead = named(u"gallery-instead"_s, new QComboBox(this));
    m_instead->setAccessibleName(tr("Place"));
    m_instead->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    foot()->insertWidget(0, m_map);
    foot()->insertWidget(2, m_help);
    foot()->insertWidget(3, m_instead);
    connect(m_instead, &QComboBox::currentIndexChanged, this, [this] {
        if (cards().chosen() != nullptr)
            showChosen();
    });
    connect(&cards().thumbnails(), &Thumbnails::tried, this, [this](const QString& view, const Error& error) {
        showState(*cards().card(view), error);
        if (cards().chosen() != nullptr)
            showChosen();
    });
    connect(this, &CardPage::opened, this,
            [this](const QString& view) { emit chosen(view, m_instead->currentData().toInt()); });
}

void Gallery::choosePlace(int cell)
{
    if (const int entry = m_instead->findData(cell); entry >= 0)
        m_instead->setCurrentIndex(entry);
}

QString Gallery::helpFor(const Card& card)
{
    QStringList links;
    const auto link = [&links](const QString& to, const QString& text) {
        links << u"<a href='%1'>%2</a>"_s.arg(to, text.toHtmlEscaped());
    };
    const Error error = m_errors.value(card.id());
    const PlotSpec* other = namedIn(error.remedy);
    if (other != nullptr && cards().card(qs(other->id))->reason().isEmpty())
        link(u"view:"_s + qs(other->id), tr("Show %1 instead").arg(other->titleText()));
    const std::string option = english(error.where); // "--scheme"
    const ParameterSpec* setting = option.size() < 2 ? nullptr : findParameter(option.substr(2), m_store.scene().a);
    if (setting != nullptr)
        link(u"setting:"_s + qs(setting->id), tr("Change %1").arg(words::ofCore(setting->label)));
    return links.join(u"<br>"_s);
}

void Gallery::follow(const QString& link)
{
    const QString id = link.section(u':', 1);
    if (link.startsWith(u"setting:"_s))
        return emit settingRequested(id);
    cards().card(id)->setChecked(true);
    cards().card(id)->setFocus();
}

void Gallery::showState(Card& card, const Error& error)
{
    m_errors[card.id()] = error;
    const bool applies = error.code.empty();
    const bool shown = m_store.view().board.find(utf8(card.id())) >= 0;
    card.setState(shown ? tr("shown") : QString(),
                  !applies    ? words::reasonText({.what = error.what})
                      : shown ? tr("Shown.")
                              : tr("Not shown."),
                  applies ? QString() : words::reasonText(error));
}

void Gallery::open(const QString& view, const std::shared_ptr<PipelineCache>& cache)
{
    const Board& board = m_store.view().board;
    {
        const QSignalBlocker quiet(m_instead);
        m_instead->clear();
        if (!board.isFull())
            m_instead->addItem(tr("in a new cell"), -1);
        for (int cell = 0; cell < board.size(); ++cell)
            m_instead->addItem(tr("in place of %1").arg(findPlot(board.cell(cell).view)->titleText()), cell);
    }
    const auto isFree = [&board](const Card* one) {
        return board.find(utf8(one->id())) < 0;
    };
    const std::vector<Card*>& all = cards().cards();
    const auto free = std::ranges::find_if(all, isFree);
    Card* first = !view.isEmpty() ? cards().card(view) : free == all.end() ? all.front() : *free;
    cards().thumbnails().stop(); // checks of an earlier setup
    for (Card* one : all) {
        showState(*one, m_errors.value(one->id()));
        cards().thumbnails().check({findPlot(utf8(one->id())), m_store.scene(), m_store.view()}, cache);
    }
    begin(first);
}

// The board as it would be.
void Gallery::showChosen()
{
    const Card* one = cards().chosen();
    Board board = m_store.view().board;
    const int cell = m_instead->currentData().toInt();
    for (int i = 0; i < board.size(); ++i)
        board.setStage(i, std::to_string(i)); // for a click, as a new cell can move the others
    if (cell < 0)
        board.add(utf8(one->id()), std::to_string(cell));
    else
        board.put(cell, utf8(one->id()), std::to_string(cell));
    m_map->show(board);
    m_help->setText(helpFor(*one));
    m_help->setVisible(!m_help->text().isEmpty());
    describe(!one->reason().isEmpty() ? one->reason()
                 : cell < 0           ? tr("goes into a new cell, or a tab if there is no room. All other views stay.")
                                      : tr("takes the place of %1. All other views stay.")
                                  .arg(findPlot(m_store.view().board.cell(cell).view)->titleText()));
}

std::vector<PresetList> presetLists()
{
    std::vector<PresetList> lists;
    for (const char* title : kTitles)
        lists.push_back({QCoreApplication::translate("phasor::PresetsPage", title), {}});
    for (const std::string_view id : presetIds()) {
        if (Result<Preset> preset = loadPreset(id); preset.ok())
            lists[static_cast<std::size_t>(preset->group)].presets.push_back(std::move(*preset));
    }
    return lists;
}

PresetsPage::PresetsPage(QWidget* parent)
    : CardPage(u"presets"_s, Card::Shape::Wide, parent)
{
    for (const PresetList& list : presetLists()) {
        cards().beginGroup(list.title());
        for (const Preset& preset : list.presets)
            cards().add(u"preset-"_s + qs(preset.id), words::ofPreset(preset.document.title),
                        words::ofPreset(preset.document.says),
                        [document = preset.document] { return firstViewOf(document); });
    }
    setTexts(tr("Presets"), tr("Setups that make one point, models and known figures."),
             tr("Search %n presets", nullptr, static_cast<int>(cards().cards().size())), tr("Open"));
}

void PresetsPage::open(PresetGroup group)
{
    const PresetList list = presetLists()[static_cast<std::size_t>(group)];
    begin(cards().card(u"preset-"_s + qs(list.presets.front().id)), list.title());
}

} // namespace phasor
