// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/files/exports.h"

#include "plots/plot.h"
#include "ui/forms/text.h"
#include "ui/panels/parts.h"
#include "words/coretexts.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QImage>
#include <QLineEdit>
#include <QPixmap>
#include <QPushButton>

#include <cmath>

namespace phasor {

constexpr QSize kPreview(440, 300); // maximum size, logical pixels
constexpr int kPreviewPause = 250;

FigureDialog::FigureDialog(const Subject& shown, std::shared_ptr<PipelineCache> cache, const FigureOptions& start,
                           const PlayOptions& play, QWidget* parent)
    : QDialog(parent)
    , m_shown(shown)
    , m_cache(std::move(cache))
    , m_start(start)
    , m_titled(named(u"figure-titled"_s, new QCheckBox(this)))
    , m_preview(named(u"figure-preview"_s, new QLabel(this)))
    , m_facts(wrapped(named(u"figure-facts"_s, plainLabel(this))))
{
    setObjectName(QStringLiteral("figure-dialog"));
    setWindowTitle(
        (play.play.empty() ? tr("Export plot: %1") : tr("Export animation: %1")).arg(shown.spec->titleText()));
    buildForm(play);
    m_pause.setSingleShot(true);
    connect(&m_pause, &QTimer::timeout, this, &FigureDialog::preview);
    changed();
    m_pause.start(0);
}

void FigureDialog::buildForm(const PlayOptions& play)
{
    auto* form = new QFormLayout;
    const auto addRow = [this, form](const auto& setting, const auto& whole) {
        QWidget* control = controlOf(setting, setting.get(whole));
        setting.alone ? form->addRow(control) : form->addRow(words::ofCore(setting.label), control);
    };
    const auto figure = [](std::string_view id) -> const Setting<FigureOptions>& {
        return *findSetting(figureSettings(), id);
    };
    for (const Setting<PlayOptions>& setting :
         play.play.empty() ? std::span<const Setting<PlayOptions>>() : playSettings())
        addRow(setting, play);
    for (const std::string_view id : {"size", "dpi", "theme", "font-size", "panels"})
        addRow(figure(id), m_start);
    const Setting<FigureOptions>& title = figure("title");
    QWidget* titleField = controlOf(title, title.get(m_start));
    titleField->setEnabled(!m_start.noTitle);
    m_titled->setText(words::ofCore(title.label));
    m_titled->setChecked(!m_start.noTitle);
    connect(m_titled, &QCheckBox::toggled, titleField, &QWidget::setEnabled);
    connect(m_titled, &QCheckBox::toggled, this, &FigureDialog::changed);
    form->addRow(m_titled, titleField);
    addRow(figure("caption"), m_start);
    m_preview->setMinimumSize(kPreview);
    m_preview->setAlignment(Qt::AlignCenter);
    m_preview->setAccessibleName(tr("Preview"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_export = named(u"figure-export"_s, buttons->addButton(tr("Export…"), QDialogButtonBox::AcceptRole));
    m_export->setDefault(true);
    m_export->setFocus(); // Ctrl+E, Enter exports the figure with the last options
    m_copy = named(u"figure-copy"_s, buttons->addButton(tr("Copy as command line"), QDialogButtonBox::ActionRole));
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_copy, &QPushButton::clicked, this, [this] {
        const Result<FigureOptions> wanted = options();
        if (const Result<PlayOptions> animated = this->play(); wanted.ok() && animated.ok())
            emit commandWanted(*wanted, *animated);
    });
    fillLayout(new QVBoxLayout(this), {{m_preview, 1}, form, m_facts, buttons});
}

QWidget* FigureDialog::controlOf(const ValueSpec& spec, const ParameterValue& value)
{
    const QString text = qs(printValue(value));
    std::function<QString()>& shown = m_texts[spec.id];
    const auto ready = [this, &spec](auto* control, auto changes) {
        control->setToolTip(words::ofCore(spec.help));
        connect(control, changes, this, &FigureDialog::changed);
        return named(u"figure-"_s + qs(spec.id), control);
    };
    if (spec.alone) {
        auto* box = new QCheckBox(words::ofCore(spec.label), this);
        box->setChecked(value == toValue(true));
        shown = [box] {
            return qs(printValue(toValue(box->isChecked())));
        };
        return ready(box, &QCheckBox::toggled);
    }
    if (spec.choices == nullptr && spec.offers.empty()) {
        auto* field = new QLineEdit(text, this);
        field->setPlaceholderText(words::ofCore(spec.absent));
        shown = [field] {
            return field->text();
        };
        return ready(field, &QLineEdit::textChanged);
    }
    auto* list = new QComboBox(this);
    for (const std::string& number : partsOf(spec.offers))
        list->addItem(qs(number), qs(number));
    for (const ParameterChoice& choice : spec.choices != nullptr ? spec.choices() : std::vector<ParameterChoice>())
        list->addItem(words::ofCore(choice.label), qs(choice.id));
    if (spec.kind != ParameterKind::Choice) {
        list->setEditable(true);
        list->lineEdit()->setPlaceholderText(words::ofCore(spec.absent));
        list->setCurrentText(text);
    }
    if (const int offered = list->findData(text); offered >= 0)
        list->setCurrentIndex(offered);
    shown = [list] {
        const int offered = list->findText(list->currentText(), Qt::MatchExactly | Qt::MatchCaseSensitive);
        return offered >= 0 ? list->itemData(offered).toString() : list->currentText();
    };
    return ready(list, &QComboBox::currentTextChanged);
}

template <typename W> Status FigureDialog::read(std::span<const Setting<W>> settings, W& whole) const
{
    for (const Setting<W>& setting : settings) {
        const auto shown = m_texts.find(setting.id);
        if (shown == m_texts.end())
            continue;
        const std::string text = utf8(shown->second().trimmed());
        TRY(const ParameterValue value,
            text.empty() && setting.optional() ? Result(setting.standard()) : parseValue(setting, text));
        setting.set(whole, value);
    }
    return Done{};
}

Result<FigureOptions> FigureDialog::options() const
{
    FigureOptions options = m_start;
    TRY_DONE(read(figureSettings(), options));
    options.noTitle = !m_titled->isChecked();
    return options;
}

Result<PlayOptions> FigureDialog::play() const
{
    PlayOptions play;
    TRY_DONE(read(playSettings(), play));
    if (m_texts.contains("play"))
        TRY_DONE(Play::read(play.play, m_shown.scene.a));
    return play;
}

void FigureDialog::changed()
{
    const Result<FigureOptions> wanted = options();
    const Result<PlayOptions> animated = play();
    const Status possible = !wanted.ok() ? Status(wanted.error())
        : animated.ok()                  ? checkFigure(*wanted)
                                         : Status(animated.error());
    complain(possible);
    if (!possible.ok())
        return;
    // Facts about the file, before it is made.
    const QSizeF inches = *wanted->inches();
    const auto pixels = [&](double length) {
        return static_cast<qint64>(std::lround(length * wanted->dpiOf(FigureFormat::Png)));
    };
    m_fileFacts = (animated->play.empty() ? tr("%1 × %2 mm · PNG: %3 × %4 pixels")
                                          : tr("%1 × %2 mm · each frame: %3 × %4 pixels"))
                      .arg(inches.width() * 25.4, 0, 'f', 1)
                      .arg(inches.height() * 25.4, 0, 'f', 1)
                      .arg(pixels(inches.width()))
                      .arg(pixels(inches.height()));
    m_facts->setText(m_fileFacts);
    m_pause.start(kPreviewPause);
}

void FigureDialog::complain(const Status& possible)
{
    m_export->setEnabled(possible.ok());
    m_copy->setEnabled(possible.ok());
    if (!possible.ok())
        m_facts->setText(words::errorText(possible.error()) + u'.');
}

void FigureDialog::preview()
{
    m_again = m_runner.isRunning();
    const Result<FigureOptions> wanted = options();
    if (m_again || !wanted.ok() || !checkFigure(*wanted).ok())
        return;
    FigureOptions small = *wanted;
    const QSizeF inches = *wanted->inches();
    const double across = kPreview.width() * devicePixelRatioF() / inches.width();
    const double down = kPreview.height() * devicePixelRatioF() / inches.height();
    small.setInches(inches); // its pixels are those of the chosen resolution
    small.dpi = std::clamp(std::min(across, down), 1.0, 10000.0); // the complete figure fits
    Result<std::unique_ptr<FigureMaker>> made
        = FigureMaker::make(*m_shown.spec, m_shown.scene, m_shown.view, small, FigureFormat::Png);
    if (!made.ok())
        return complain(made.error());
    const FigureMakerPtr maker = std::move(*made);
    m_runner.start<SnapshotPtr>(
        {.title = tr("drawing the preview"),
         .work = [request = maker->request(), cache = m_cache](const Runner::Progress&) -> Result<SnapshotPtr> {
             return compute(request, nullptr, *cache, currentCancel());
         },
         .done =
             [this, maker](const Result<SnapshotPtr>& snapshot) {
                 show(maker, snapshot);
                 if (m_again)
                     m_pause.start(kPreviewPause);
             }});
}

void FigureDialog::show(const FigureMakerPtr& maker, const Result<SnapshotPtr>& snapshot)
{
    const Result<QByteArray> png = snapshot.ok() ? maker->paint(**snapshot) : snapshot.error();
    if (!png.ok())
        return complain(png.error());
    QImage image = QImage::fromData(*png, "PNG");
    image.setDevicePixelRatio(devicePixelRatioF());
    m_preview->setPixmap(QPixmap::fromImage(image));
    if (const QStringList leftOut = maker->leftOut(); !leftOut.isEmpty() && m_export->isEnabled())
        m_facts->setText(m_fileFacts + u'\n' + tr("There is no room for: %1.").arg(leftOut.join(u", ")));
}

} // namespace phasor
