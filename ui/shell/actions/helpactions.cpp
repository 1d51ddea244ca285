// SPDX-License-Identifier: GPL-3.0-or-later
// The Help menu and its pages.
#include "ui/forms/text.h"
#include "ui/panels/parts.h"
#include "ui/shell/actions/actionset.h"
#include "ui/shell/answerspage.h"
#include "ui/shell/mainwindow.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QTextBrowser>

namespace phasor {

namespace {

QString row(const QString& keys, const QString& what)
{
    return u"<tr><td style='padding-right:24px'>"_s + keys.toHtmlEscaped() + u"</td><td>"_s + what.toHtmlEscaped()
        + u"</td></tr>"_s;
}

QString withoutMnemonic(QString text)
{
    return text.remove(u'&').remove(u'…');
}

QString gestureRows()
{
    return row(Shell::tr("Point"), Shell::tr("show the cross-hair on every plot and read the value"))
        + row(Shell::tr("Wheel, + and −"), Shell::tr("zoom (next to an axis: that axis only)"))
        + row(Shell::tr("Drag, Ctrl + arrow keys"), Shell::tr("move"))
        + row(Shell::tr("Shift + drag"), Shell::tr("zoom into a box"))
        + row(Shell::tr("Z, arrow keys, Z"), Shell::tr("zoom into a box that begins at the cross-hair"))
        + row(Shell::tr("Ctrl + drag"), Shell::tr("select positions and dimensions; Ctrl + click clears the selection"))
        + row(Shell::tr("S, arrow keys, S"), Shell::tr("select a box that begins at the cross-hair"))
        + row(Shell::tr("Click, Enter on a plot"),
              Shell::tr("do what the status bar says: show the curve of a dimension"))
        + row(Shell::tr("Right click, Menu, Shift + F10"), Shell::tr("open the menu of a plot"))
        + row(Shell::tr("Double click, Home"), Shell::tr("show everything"))
        + row(Shell::tr("Arrow keys on a plot"), Shell::tr("move the cross-hair"))
        + row(Shell::tr("Arrow keys on a control"), Shell::tr("change by one step, with Shift by ten"))
        + row(Shell::tr("Enter in a field"), Shell::tr("apply"))
        + row(Shell::tr("Escape"), Shell::tr("discard; on a plot: clear cross-hair and selection"));
}

// Shows a dialog; the window keeps computing and drawing behind it.
void showText(const QString& title, const QString& html, QWidget* parent)
{
    auto* dialog = new QDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    auto* text = new QTextBrowser(dialog);
    text->setFrameShape(QFrame::NoFrame);
    text->setOpenExternalLinks(true);
    text->setHtml(html);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    fillLayout(new QVBoxLayout(dialog), {text, buttons});
    dialog->resize(560, 520);
    dialog->show();
}

// Phasor's license and those of its components.
void showAbout(QWidget* parent)
{
    const auto part = [](const char* name, const char* licence) {
        return row(QString::fromLatin1(name), QString::fromLatin1(licence));
    };
    const QString html = u"<p><img src=':/icons/io.github.phasor.Phasor.svg' width='64' height='64'></p><h2>Phasor "_s
        + QCoreApplication::applicationVersion() + u"</h2><p>"_s
        + Shell::tr("A laboratory for positional encodings: see what a transformer does to a token before attention, "
                    "and in its first attention scores.")
        + u"</p><p>"_s
        + Shell::tr("Free software under the GNU General Public License, version 3 or later. It comes with no "
                    "warranty. Figures you export are yours.")
        + u"</p><h4>"_s + Shell::tr("Made with") + u"</h4><table>"_s + part("Qt " QT_VERSION_STR, "LGPL-3.0 / GPL-3.0")
        + part("QCustomPlot", "GPL-3.0-or-later") + part("Eigen", "MPL-2.0")
        + part("Highway", "Apache-2.0 / BSD-3-Clause") + part("oneTBB", "Apache-2.0") + part("nlohmann-json", "MIT")
        + part("CLI11", "BSD-3-Clause") + part("DejaVu fonts", "Bitstream Vera license") + u"</table>"_s;
    showText(Shell::tr("About Phasor"), html, parent);
}

// All shortcuts of `menus`, and what keys and mouse do on plots and controls.
void showShortcuts(const std::vector<Action>& menus, QWidget* parent)
{
    QString html = u"<table cellspacing='0' cellpadding='2'>"_s;
    const auto heading = [](const QString& text) {
        return u"<tr><td colspan='2'><h4>"_s + text + u"</h4></td></tr>"_s;
    };
    const std::function<void(const Action&)> addRows = [&](const Action& menu) {
        for (const Action& action : menu.submenu) {
            addRows(action);
            if (!action.shortcut.isEmpty())
                html += row(action.shortcut.toString(QKeySequence::NativeText), withoutMnemonic(action.text));
        }
    };
    for (const Action& menu : menus) {
        html += heading(withoutMnemonic(menu.text));
        addRows(menu);
    }
    html += heading(Shell::tr("Plots and controls")) + gestureRows() + u"</table>"_s;
    showText(Shell::tr("Keyboard and mouse"), html, parent);
}

} // namespace

std::vector<Action> MainWindow::helpActions()
{
    const auto toggleAnswers = [this] {
        showBoard();
        m_answers->setOpen(m_answers->isHidden());
    };
    return {command(u"start"_s, tr("&Start"), [this] { showStart(); }),
            command(u"answers"_s, tr("A&nswers"), toggleAnswers, {.shortcut = Qt::SHIFT | Qt::Key_F1}),
            command(u"shortcuts"_s, tr("&Keyboard and mouse"), [this] { showShortcuts(m_actions->actions(), this); },
                    {.shortcut = QKeySequence::HelpContents}),
            command(u"about"_s, tr("&About Phasor"), [this] { showAbout(this); })};
}

} // namespace phasor
