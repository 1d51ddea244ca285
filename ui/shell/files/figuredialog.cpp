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

constexpr std::pair<const char*, QLatin1String> kSizes[] = {
    {QT_TRANSLATE_NOOP("phasor::FigureDialog", "Column, 85 mm"), QLatin1String("85x60mm")},
    {QT_TRANSLATE_NOOP("phasor::FigureDialog", "Page, 180 mm"), QLatin1String("180x110mm")},
    {QT_TRANSLATE_NOOP("phasor::FigureDialog", "Column, 3.5 inches"), QLatin1String("3.5x2.6in")},
    {QT_TRANSLATE_NOOP("phasor::FigureDialog", "Page, 7.16 inches"), QLatin1String("7.16x4in")},
    {QT_TRANSLATE_NOOP("phasor::FigureDialog", "Slide 16:9"), QLatin1String("13.333x7.5in")},
    {QT_TRANSLATE_NOOP("phasor::FigureDialog", "Full HD"), QLatin1String("1920x1080px")},
};

constexpr int kResolutions[] = {96, 150, 300, 600};

FigureDialog::FigureDialog(const Subject& shown, std::shared_ptr<PipelineCache> cache, const FigureOptions& start,
                           const PlayOptions& play, QWidget* parent)
    : QDialog(parent)
    , m_shown(shown)
    , m_cache(std::move(cache))
    , m_start(start)
    , m_size(named(u"figure-size"_s, new QComboBox(this)))
    , m_dpi(named(u"figure-dpi"_s, new QComboBox(this)))
    , m_theme(named(u"figure-theme"_s, new QComboBox(this)))
    , m_points(named(u"figure-font-size"_s, new QLineEdit(this)))
    , m_panels(named(u"figure-panels"_s, new QLineEdit(this)))
    , m_titled(named(u"figure-titled"_s, new QCheckBox(tr("Title"), this)))
    , m_title(named(u"figure-title"_s, new QLineEdit(this)))
    , m_caption(named(u"figure-caption"_s, new QCheckBox(tr("Caption with finding and parameters"), this)))
    , m_preview(named(u"figure-preview"_s, new QLabel(this)))
    , m_facts(wrapped(named(u"figure-facts"_s, plainLabel(this))))
{
    setObjectName(QStringLiteral("figure-dialog"));
    setWindowTitle(
        (play.play.empty() ? tr("Export plot: %1") : tr("Export animation: %1")).arg(shown.spec->titleText()));
    buildForm(start, play);
    m_pause.setSingleShot(true);
    connect(&m_pause, &QTimer::timeout, this, &FigureDialog::preview);
    for (QComboBox* box : {m_size, m_dpi, m_theme})
        connect(box, &QComboBox::currentTextChanged, this, &FigureDialog::changed);
    for (QCheckBox* box : {m_titled, m_caption})
        connect(box, &QCheckBox::toggled, this, &FigureDialog::changed);
    for (QLineEdit* field : {m_title, m_points, m_panels})
        connect(field, &QLineEdit::textChanged, this, &FigureDialog::changed);
    connect(m_titled, &QCheckBox::toggled, m_title, &QWidget::setEnabled);
    changed();
    preview();
}

void FigureDialog::buildForm(const FigureOptions& start, const PlayOptions& play)
{
    m_size->setEditable(true);
    for (const auto& [name, size] : kSizes)
        m_size->addItem(tr(name), QString(size)); // its numbers are shown below
    const QSizeF inches = start.sizeInches;
    m_size->setCurrentText(QStringLiteral("%1x%2in").arg(inches.width(), 0, 'g', 6).arg(inches.height(), 0, 'g', 6));
    if (const int named = m_size->findData(m_size->currentText()); named >= 0)
        m_size->setCurrentIndex(named);
    m_size->setToolTip(tr("Choose a size, or type width x height with a unit: in, mm, cm, pt, px"));
    m_dpi->setEditable(true);
    for (const int dpi : kResolutions)
        m_dpi->addItem(QString::number(dpi));
    m_dpi->setCurrentText(QString::number(start.dpiOf(FigureFormat::Png)));
    m_dpi->setToolTip(tr("Resolution of PNG. PDF and SVG stay vector except heatmaps."));
    for (const ParameterChoice& theme : findSetting(figureSettings(), "theme")->choices())
        m_theme->addItem(words::ofCore(theme.label), qs(theme.id));
    m_theme->setCurrentIndex(std::max(0, m_theme->findData(QString::fromStdString(start.theme))));
    m_points->setPlaceholderText(tr("auto", "size of type"));
    m_points->setText(start.fontSize ? QString::number(*start.fontSize) : QString());
    m_points->setToolTip(tr("Size of labels in points, 4–72"));
    m_panels->setPlaceholderText(tr("all", "panels"));
    m_panels->setText(qs(start.panels));
    m_panels->setToolTip(tr("Panels of the view, separated by commas"));
    m_titled->setChecked(!start.noTitle);
    m_title->setPlaceholderText(tr("the finding"));
    m_title->setText(QString::fromStdString(start.title.value_or("")));
    m_title->setEnabled(!start.noTitle);
    m_caption->setChecked(start.caption);
    m_preview->setMinimumSize(kPreview);
    m_preview->setAlignment(Qt::AlignCenter);
    m_preview->setAccessibleName(tr("Preview"));
    auto* form = new QFormLayout;
    for (const Setting<PlayOptions>& setting :
         play.play.empty() ? std::span<const Setting<PlayOptions>>() : playSettings()) {
        const QString label = words::ofCore(setting.label);
        if (setting.alone) {
            m_bounce = named(u"figure-"_s + qs(setting.id), new QCheckBox(label, this));
            m_bounce->setChecked(play.bounce);
            form->addRow(m_bounce);
            continue;
        }
        auto* field = m_play.emplace_back(named(u"figure-"_s + qs(setting.id), new QLineEdit(this)));
        field->setText(qs(printValue(setting.get(play))));
        field->setToolTip(words::ofCore(setting.help));
        form->addRow(label, field);
        connect(field, &QLineEdit::textChanged, this, &FigureDialog::changed);
    }
    form->addRow(tr("Size"), m_size);
    form->addRow(tr("Resolution (dpi)"), m_dpi);
    form->addRow(tr("Theme"), m_theme);
    form->addRow(tr("Type size, pt"), m_points);
    form->addRow(tr("Panels"), m_panels);
    form->addRow(m_titled, m_title);
    form->addRow(m_caption);
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

Result<FigureOptions> FigureDialog::options() const
{
    FigureOptions options = m_start;
    const auto read = [&options](const char* id, const QString& text) -> Status {
        const Setting<FigureOptions>& setting = *findSetting(figureSettings(), id);
        TRY(const ParameterValue value, parseValue(setting, utf8(text)));
        setting.set(options, value);
        return Done{};
    };
    TRY_DONE(read("dpi", m_dpi->currentText().trimmed()));
    TRY_DONE(read("theme", m_theme->currentData().toString()));
    const int named = m_size->findText(m_size->currentText(), Qt::MatchExactly | Qt::MatchCaseSensitive);
    const QString size = named >= 0 ? m_size->itemData(named).toString() : m_size->currentText();
    TRY(options.sizeInches, parseFigureSize(size, options.dpiOf(FigureFormat::Png)));
    options.fontSize.reset();
    if (const QString points = m_points->text().trimmed(); !points.isEmpty())
        TRY_DONE(read("font-size", points));
    options.panels = utf8(m_panels->text().trimmed());
    options.noTitle = !m_titled->isChecked();
    options.title = m_title->text().isEmpty() || options.noTitle ? std::nullopt : std::optional(utf8(m_title->text()));
    options.caption = m_caption->isChecked();
    return options;
}

Result<PlayOptions> FigureDialog::play() const
{
    PlayOptions play;
    for (std::size_t i = 0; i < m_play.size(); ++i) {
        const Setting<PlayOptions>& setting = playSettings()[i];
        TRY(const ParameterValue value, parseValue(setting, utf8(m_play[i]->text().trimmed())));
        setting.set(play, value);
    }
    play.bounce = m_bounce != nullptr && m_bounce->isChecked();
    if (!m_play.empty())
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
    complain(possible.ok() ? QString() : words::errorText(possible.error()));
    if (!possible.ok())
        return;
    // Facts about the file, before it is made.
    const QSizeF inches = wanted->sizeInches;
    const auto pixels = [&](double length) {
        return static_cast<qint64>(std::lround(length * wanted->dpiOf(FigureFormat::Png)));
    };
    m_facts->setText((animated->play.empty() ? tr("%1 × %2 mm · PNG: %3 × %4 pixels")
                                             : tr("%1 × %2 mm · each frame: %3 × %4 pixels"))
                         .arg(inches.width() * 25.4, 0, 'f', 1)
                         .arg(inches.height() * 25.4, 0, 'f', 1)
                         .arg(pixels(inches.width()))
                         .arg(pixels(inches.height())));
    m_pause.start(kPreviewPause);
}

void FigureDialog::complain(const QString& complaint)
{
    m_export->setEnabled(complaint.isEmpty());
    m_copy->setEnabled(complaint.isEmpty());
    if (!complaint.isEmpty())
        m_facts->setText(complaint);
}

void FigureDialog::preview()
{
    m_again = m_runner.isRunning();
    const Result<FigureOptions> wanted = options();
    if (m_again || !wanted.ok() || !checkFigure(*wanted).ok())
        return;
    FigureOptions small = *wanted;
    const double across = kPreview.width() * devicePixelRatioF() / small.sizeInches.width();
    const double down = kPreview.height() * devicePixelRatioF() / small.sizeInches.height();
    small.dpi = std::clamp(std::min(across, down), 1.0, 10000.0); // the complete figure fits
    Result<std::unique_ptr<FigureMaker>> made
        = FigureMaker::make(*m_shown.spec, m_shown.scene, m_shown.view, small, FigureFormat::Png);
    if (!made.ok())
        return complain(words::errorText(made.error()));
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
        return complain(words::errorText(png.error()));
    QImage image = QImage::fromData(*png, "PNG");
    image.setDevicePixelRatio(devicePixelRatioF());
    m_preview->setPixmap(QPixmap::fromImage(image));
    if (const QStringList leftOut = maker->leftOut(); !leftOut.isEmpty())
        m_facts->setText(m_facts->text() + u'\n' + tr("There is no room for: %1.").arg(leftOut.join(u", ")));
}

} // namespace phasor
