// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/talk/talk.h"

#include "ui/forms/text.h"
#include "ui/panels/parameterpanel.h"
#include "ui/shell/windowcontext.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QCheckBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace phasor {

Playing::Playing(const WindowContext& context, QObject* parent)
    : QObject(parent)
    , m_context(context)
    , m_player(context.store, this, [&context] { return !context.queue.busy(); })
{
    connect(&m_player, &Player::moved, this, &Playing::show);
    qApp->installEventFilter(this);
}

void Playing::serve(ParameterPanel& panel)
{
    const auto showIn = [this, &panel] {
        panel.showPlaying(m_play && m_player.isPlaying() ? qs(m_play->spec.id) : QString());
    };
    connect(&panel, &ParameterPanel::playClicked, this, &Playing::clicked);
    connect(&panel, &ParameterPanel::playMenuRequested, this,
            [this, &panel](const ParameterSpec& spec) { ask(spec, panel.window()); });
    connect(&m_player, &Player::changed, &panel, showIn);
    showIn();
}

PlayOptions Playing::optionsOf(const ParameterSpec& spec) const
{
    const auto known = m_options.find(spec.id);
    return known != m_options.end() ? known->second
                                    : PlayOptions{.play = Play::standard(spec, m_context.store.parameters())};
}

PlayOptions Playing::last() const
{
    const Parameters& parameters = m_context.store.parameters();
    const ParameterSpec* spec = m_play ? findParameter(m_play->spec.id, parameters) : nullptr;
    return optionsOf(spec != nullptr ? *spec : *findParameter("d-model"));
}

void Playing::clicked(const ParameterSpec& spec)
{
    if (m_play && m_play->spec.id == spec.id && isBegun())
        return toggle();
    if (const Status started = start(optionsOf(spec)); !started.ok())
        m_context.fail(started.error());
}

Status Playing::start(const PlayOptions& options)
{
    TRY(const Play play, Play::read(options.play, m_context.store.parameters()));
    m_player.stop();
    m_play = play;
    m_options[std::string(play.spec.id)] = options;
    m_gesture = -1; // a new one
    m_shown = findParameter(play.spec.id, m_context.store.parameters())->get(m_context.store.parameters());
    m_player.play(options.seconds, options.bounce ? Player::Way::ThereAndBack : Player::Way::Once);
    return Done{};
}

void Playing::show(double share)
{
    Store& store = m_context.store;
    const ParameterSpec* spec = findParameter(m_play->spec.id, store.parameters());
    if (spec == nullptr)
        return m_player.stop(); // another scheme
    const ParameterValue now = spec->get(store.parameters());
    if (store.gesture() >= 0 || now != m_shown) {
        m_shown = now; // resumes from the user's value
        return m_player.pause();
    }
    m_shown = m_play->value(share);
    if (m_shown == now)
        return;
    m_gesture = store.resumeGesture(m_gesture);
    store.edit([&](Parameters& parameters) { spec->set(parameters, m_shown); });
    store.endGesture();
    m_shown = spec->get(store.parameters());
}

void Playing::ask(const ParameterSpec& spec, QWidget* window)
{
    const PlayOptions before = optionsOf(spec);
    auto* dialog = named(u"play-dialog"_s, new QDialog(window));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFont(window->font()); // large on the stage
    dialog->setWindowTitle(tr("Play %1").arg(words::ofCore(spec.label)));
    const QString range = qs(before.play).section(u'=', 1);
    const auto field = [dialog](const QString& name, const QString& text) {
        return named(u"play-"_s + name, new QLineEdit(text, dialog));
    };
    auto* from = field(u"from"_s, range.section(u':', 0, 0));
    auto* to = field(u"to"_s, range.section(u':', 1));
    auto* seconds = field(u"seconds"_s, QString::number(before.seconds));
    auto* bounce = named(u"play-bounce"_s, new QCheckBox(tr("There and back"), dialog));
    bounce->setChecked(before.bounce);
    auto* complaint = wrapped(named(u"play-complaint"_s, new QLabel(dialog)));
    auto* form = new QFormLayout(dialog);
    form->addRow(tr("From"), from);
    form->addRow(tr("To"), to);
    form->addRow(tr("Seconds"), seconds);
    form->addRow(bounce);
    form->addRow(complaint);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, dialog);
    buttons->addButton(tr("Play"), QDialogButtonBox::AcceptRole)->setDefault(true);
    form->addRow(buttons);
    connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [=, this, &spec] {
        PlayOptions options = before;
        options.play = std::string(spec.id) + '=' + utf8(from->text().trimmed()) + ':' + utf8(to->text().trimmed());
        options.bounce = bounce->isChecked();
        const Setting<PlayOptions>& duration = *findSetting(playSettings(), "seconds");
        const Result<ParameterValue> typed = parseValue(duration, utf8(seconds->text().trimmed()));
        if (typed.ok())
            duration.set(options, *typed);
        const Status started = typed.ok() ? start(options) : Status(typed.error());
        started.ok() ? dialog->accept() : complaint->setText(words::errorText(started.error()) + u'.');
    });
    dialog->open();
}

bool Playing::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress || !isBegun())
        return false;
    const auto* key = static_cast<QKeyEvent*>(event);
    const auto* focus = qobject_cast<QWidget*>(watched);
    if (key->key() != Qt::Key_Space || key->modifiers() != Qt::NoModifier || focus == nullptr)
        return false;
    // Text fields take input methods, and so do lists whose texts can be edited. A dialog's keys are its own.
    const bool types
        = focus->testAttribute(Qt::WA_InputMethodEnabled) && qobject_cast<const QAbstractItemView*>(focus) == nullptr;
    if (types || qobject_cast<QDialog*>(focus->window()) != nullptr)
        return false;
    if (!key->isAutoRepeat())
        toggle();
    return true;
}

} // namespace phasor
