// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/palette/palette.h"

#include "pipeline/parameters/parameterspec.h"
#include "plots/plot.h"
#include "session/store.h"
#include "ui/forms/text.h"
#include "ui/panels/parts.h"
#include "ui/shell/pages/thumbnails.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QStyledItemDelegate>

#include <iterator>

namespace phasor {

namespace {

constexpr int kPaletteRows = 12; // visible ones
constexpr int kPaletteWidth = 92; // characters

enum Role { Value = Qt::UserRole, Kind, Keys, Gray };

constexpr const char* kTopics[] = {
    // by Topic
    QT_TRANSLATE_NOOP("phasor::Palette", "View"),     QT_TRANSLATE_NOOP("phasor::Palette", "Preset"),
    QT_TRANSLATE_NOOP("phasor::Palette", "Lesson"),   QT_TRANSLATE_NOOP("phasor::Palette", "Setting"),
    QT_TRANSLATE_NOOP("phasor::Palette", "Bookmark"), QT_TRANSLATE_NOOP("phasor::Palette", "Action"),
};

// A row: the name and a setting's value; at the right the topic and the keys.
class RowDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override
    {
        return {0, option.fontMetrics.lineSpacing() + 8};
    }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        constexpr int kMargin = 12;
        const QPalette& palette = option.palette;
        if (option.state.testFlag(QStyle::State_Selected)) {
            QColor wash = palette.color(QPalette::Highlight);
            painter->fillRect(QRect(option.rect.topLeft(), QSize(3, option.rect.height())), wash);
            wash.setAlphaF(0.15F);
            painter->fillRect(option.rect, wash);
        }
        const QColor quiet = palette.color(QPalette::PlaceholderText);
        const int keys = 14 * option.fontMetrics.averageCharWidth();
        QRect room = option.rect.adjusted(kMargin, 0, -kMargin, 0);
        // Draws a text at the left or right of the room that is left.
        const auto draw = [&](const QString& text, Qt::Alignment side, const QColor& color, int width) {
            painter->setPen(color);
            painter->drawText(room, static_cast<int>(side | Qt::AlignVCenter) | Qt::TextSingleLine,
                              option.fontMetrics.elidedText(text, Qt::ElideRight, room.width()));
            side == Qt::AlignRight ? room.setRight(room.right() - width) : room.setLeft(room.left() + width);
        };
        draw(index.data(Keys).toString(), Qt::AlignRight, quiet, keys);
        draw(index.data(Kind).toString(), Qt::AlignRight, quiet, keys);
        const QString title = index.data().toString();
        draw(title, Qt::AlignLeft, index.data(Gray).toBool() ? quiet : palette.color(QPalette::Text),
             option.fontMetrics.horizontalAdvance(title) + kMargin);
        if (room.width() > 0)
            draw(index.data(Value).toString(), Qt::AlignLeft, quiet, 0);
    }
};

} // namespace

QString topicText(Topic topic)
{
    return Palette::tr(kTopics[static_cast<int>(topic)]);
}

QLineEdit* findField(QWidget* parent)
{
    auto* field = named(u"find-setting"_s, new QLineEdit(parent));
    field->setPlaceholderText(Palette::tr("Find a setting"));
    field->setAccessibleName(Palette::tr("Find a setting"));
    auto* keys = quieted(new QLabel(QKeySequence(QKeySequence::Find).toString(QKeySequence::NativeText), field));
    keys->setAttribute(Qt::WA_TransparentForMouseEvents);
    fillLayout(new QHBoxLayout(field), {{keys, 0, Qt::AlignRight}}, {8, 0, 8, 0});
    QObject::connect(field, &QLineEdit::textChanged, keys,
                     [keys](const QString& text) { keys->setVisible(text.isEmpty()); });
    return field;
}

Palette::Palette(const WindowContext& context, const QWidget& over, std::function<std::vector<Entry>()> entries)
    : QFrame(context.window)
    , m_context(context)
    , m_over(over)
    , m_entriesOf(std::move(entries))
    , m_own(named(u"palette-field"_s, new QLineEdit(this)))
    , m_field(m_own)
    , m_list(named(u"palette-list"_s, new QListWidget(this)))
    , m_says(
          quieted(wrapped(named(u"palette-says"_s, plainLabel(this))))) // also what was typed, or somebody's question
    , m_checks(new Thumbnails(this))
{
    setObjectName(QStringLiteral("palette"));
    setFrameStyle(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_own->setPlaceholderText(tr("Action, view, preset, lesson, bookmark or setting"));
    m_own->setAccessibleName(tr("Find anything"));
    m_list->setAccessibleName(tr("Found"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setUniformItemSizes(true);
    m_list->setItemDelegate(new RowDelegate(m_list));
    m_says->setAlignment(Qt::AlignTop);
    m_says->setMargin(8);
    fillLayout(new QVBoxLayout(this), {m_own, m_list, m_says}, {4, 4, 4, 4}, 4);
    hide();
    connect(m_list, &QListWidget::currentRowChanged, this, &Palette::describe);
    connect(m_list, &QListWidget::itemClicked, this, &Palette::run);
    connect(m_checks, &Thumbnails::tried, this, &Palette::showApplies);
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget* old, QWidget* now) {
        if (m_fields.contains(now) && old != nullptr && !m_fields.contains(old))
            m_before = old;
        if (m_isOpen && now != nullptr && now != m_field)
            end(false);
    });
    serve(*m_own);
}

Palette::~Palette()
{
    disconnect(qApp, nullptr, this, nullptr); // the focus moves when its parts go
}

void Palette::serve(QLineEdit& field)
{
    m_fields << &field;
    field.installEventFilter(this);
    connect(&field, &QLineEdit::textEdited, this,
            [this, &field](const QString& text) { text.isEmpty() && &field != m_own ? end(false) : find(field); });
}

void Palette::open()
{
    if (m_isOpen && m_field == m_own)
        return m_own->selectAll();
    end(false);
    find(*m_own);
    m_own->setFocus(Qt::ShortcutFocusReason);
}

// Finds what is typed in that field. Until the list is closed, entries are as they were when it was opened.
void Palette::find(QLineEdit& field)
{
    m_field = &field;
    m_own->setVisible(m_field == m_own);
    m_list->setFocusProxy(m_field); // a screen reader then hears of the current row
    const Parameters& now = m_context.store.parameters();
    const SettingActs acts{.set = std::bind_front(&Palette::set, this),
                           .show = std::bind_front(&Palette::settingRequested, this)};
    if (!std::exchange(m_isOpen, true)) {
        m_entries = m_entriesOf();
        std::ranges::move(entriesOf(now, acts), std::back_inserter(m_entries));
        m_checked.clear();
        qApp->installEventFilter(this);
    }
    const QString typed = m_field->text().trimmed();
    m_shown = found(m_entries, typed, m_field != m_own);
    m_typed = typedEntries(typed, now, acts);
    if (m_shown.empty() && m_typed.empty())
        m_shown = nearlyFound(m_entries, typed, m_field != m_own);
    if (m_shown.empty() || (!m_typed.empty() && m_typed.front().run)) // else what is refused has another meaning
        std::ranges::transform(m_typed, std::inserter(m_shown, m_shown.begin()), [](const Entry& one) { return &one; });
    showEntries();
    show();
    raise();
}

void Palette::end(bool focusBack)
{
    const bool wasOpen = std::exchange(m_isOpen, false);
    if (focusBack && m_before != nullptr)
        m_before->setFocus(Qt::OtherFocusReason); // before the field is hidden, which would move it to the next part
    if (!wasOpen)
        return;
    qApp->removeEventFilter(this);
    m_checks->stop();
    hide();
    m_field->clear();
}

void Palette::run()
{
    if (m_list->currentRow() < 0)
        return;
    const Entry entry = *m_shown[static_cast<std::size_t>(m_list->currentRow())]; // what runs may open the list anew
    if (!entry.run)
        return;
    end(true);
    emit chosen(entry.topic);
    entry.run();
}

void Palette::set(const ParameterSpec& spec, const ParameterValue& value)
{
    m_context.store.edit([&](Parameters& parameters) { spec.set(parameters, value); });
    m_context.inform(settingTitle(spec, value));
}

void Palette::showEntries()
{
    m_list->clear();
    for (const Entry* entry : m_shown) {
        auto* item = new QListWidgetItem(entry->title, m_list);
        item->setData(Value, entry->value);
        item->setData(Kind, topicText(entry->topic));
        item->setData(Keys, entry->shortcut);
        showReason(*item, *entry);
    }
    m_list->setVisible(!m_shown.empty());
    // Of settings the first one that applies: a gray one would do nothing at Enter.
    const auto first = std::ranges::find_if(m_shown, [](const Entry* entry) { return entry->reason.isEmpty(); });
    const bool settings = m_field != m_own;
    m_list->setCurrentRow(settings && first != m_shown.end() ? static_cast<int>(first - m_shown.begin()) : 0);
    describe();
    place();
    checkViews();
}

void Palette::showReason(QListWidgetItem& item, const Entry& entry)
{
    item.setData(Gray, !entry.reason.isEmpty());
    item.setData(Qt::AccessibleTextRole, QStringList{entry.title, entry.value, topicText(entry.topic)}.join(u". "_s));
    item.setData(Qt::AccessibleDescriptionRole, entry.reason.isEmpty() ? entry.says : entry.reason);
}

void Palette::describe()
{
    if (m_list->currentRow() < 0)
        return m_says->setText(tr("Nothing is called “%1”.").arg(m_field->text()));
    const Entry& entry = *m_shown[static_cast<std::size_t>(m_list->currentRow())];
    m_says->setText(entry.reason.isEmpty() ? entry.says : entry.reason);
    m_says->setForegroundRole(entry.reason.isEmpty() ? QPalette::PlaceholderText : QPalette::Text);
}

// Over the plots, or below the field above the controls.
void Palette::place()
{
    constexpr int kGap = 8;
    const QWidget& window = *m_context.window;
    const QWidget& over = m_over.isVisible() ? m_over : window;
    const int width = std::min(kPaletteWidth * fontMetrics().averageCharWidth(), window.width() - 2 * kGap);
    const int left = over.mapTo(&window, QPoint((over.width() - width) / 2, 0)).x();
    const int top = (m_over.isVisible() ? m_over : *m_over.parentWidget()).mapTo(&window, QPoint(0, kGap)).y();
    QPoint corner(std::clamp(left, kGap, window.width() - width - kGap), top);
    if (m_field != m_own)
        corner = m_field->mapTo(&window, QPoint(0, m_field->height() + 2));
    const int row = m_list->sizeHintForRow(0);
    const int room = (window.height() - corner.y()) / std::max(row, 1) - 5; // below the field, above the sentence
    m_list->setFixedHeight(row * std::clamp(room, 1, std::min<int>(kPaletteRows, std::max(m_list->count(), 1))));
    m_says->setMinimumHeight(2 * m_says->margin() + 2 * fontMetrics().lineSpacing());
    setFixedWidth(width);
    adjustSize();
    move(corner);
}

// Asks whether the views of the list apply to the setup, the first ones first.
void Palette::checkViews()
{
    const Store& store = m_context.store;
    for (auto entry = m_shown.rbegin(); entry != m_shown.rend(); ++entry) { // the last one asked for is tried first
        const QString& view = (*entry)->names;
        if ((*entry)->topic != Topic::View || m_checked.contains(view))
            continue;
        m_checked << view;
        m_checks->check({findPlot(utf8(view)), store.scene(), store.view()}, m_context.cache());
    }
}

void Palette::showApplies(const QString& view, const Error& error)
{
    const auto isIt = [&view](const Entry& entry) {
        return entry.topic == Topic::View && entry.names == view;
    };
    const auto entry = std::ranges::find_if(m_entries, isIt);
    if (!m_isOpen || entry == m_entries.end() || error.code.empty())
        return;
    entry->reason = words::reasonText(error);
    if (const auto row = std::ranges::find(m_shown, &*entry); row != m_shown.end())
        showReason(*m_list->item(static_cast<int>(row - m_shown.begin())), *entry);
    describe();
}

bool Palette::eventFilter(QObject* watched, QEvent* event)
{
    const auto* part = qobject_cast<QWidget*>(watched);
    if (part == m_context.window && event->type() == QEvent::Resize)
        place();
    const bool isPress = event->type() == QEvent::MouseButtonPress && part != nullptr && part != m_field;
    if (m_isOpen && isPress && part->window() == window() && !isAncestorOf(part))
        end(true);
    const bool isKey = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
    if (!isKey || !m_fields.contains(watched))
        return false;
    const int key = static_cast<QKeyEvent*>(event)->key();
    const bool moves = key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_PageUp || key == Qt::Key_PageDown;
    const bool enters = key == Qt::Key_Return || key == Qt::Key_Enter;
    if (!moves && !enters && key != Qt::Key_Escape)
        return false;
    if (event->type() == QEvent::KeyPress) {
        if (moves)
            QCoreApplication::sendEvent(m_list, event);
        else
            enters ? run() : end(true);
    }
    event->accept();
    return true;
}

} // namespace phasor
