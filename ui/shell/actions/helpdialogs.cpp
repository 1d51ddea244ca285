// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/actions/helpdialogs.h"

#include "ui/forms/text.h"
#include "ui/shell/actions/actionset.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace phasor {

namespace {

// The texts of these dialogs, as lupdate finds them: a free function tr() would have no context.
class Help
{
    Q_DECLARE_TR_FUNCTIONS(Help)
};

QString row(const QString& keys, const QString& what)
{
    return u"<tr><td style='padding-right:24px'>"_s + keys.toHtmlEscaped() + u"</td><td>"_s + what.toHtmlEscaped()
        + u"</td></tr>"_s;
}

QString withoutMnemonic(QString text)
{
    return text.remove(u'&').remove(u'…');
}

QString shortcutRows(const Action& menu)
{
    QString rows = u"<tr><td colspan='2'><h4>"_s + withoutMnemonic(menu.text) + u"</h4></td></tr>"_s;
    for (const Action& action : menu.submenu) {
        if (!action.shortcut.isEmpty())
            rows += row(action.shortcut.toString(QKeySequence::NativeText), withoutMnemonic(action.text));
    }
    return rows;
}

QString gestureRows()
{
    return row(Help::tr("Point"), Help::tr("cross-hair on every plot, read-out of the cell"))
        + row(Help::tr("Wheel, + and −"), Help::tr("zoom (beside an axis: that axis alone)"))
        + row(Help::tr("Drag"), Help::tr("move")) + row(Help::tr("Shift + drag"), Help::tr("zoom into a box"))
        + row(Help::tr("Ctrl + drag"), Help::tr("select positions and dimensions, Ctrl + click: nothing"))
        + row(Help::tr("Double click, Home"), Help::tr("everything again"))
        + row(Help::tr("Arrow keys on a plot"), Help::tr("move the cross-hair"))
        + row(Help::tr("Arrow keys on a control"), Help::tr("one step, with Shift ten"))
        + row(Help::tr("Enter"), Help::tr("take what is typed"))
        + row(Help::tr("Escape"), Help::tr("forget what is typed"));
}

// A dialog that lets the window go on computing and drawing behind it.
void showText(const QString& title, const QString& html, QWidget* parent)
{
    auto* dialog = new QDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    auto* layout = new QVBoxLayout(dialog);
    auto* text = new QTextBrowser(dialog);
    text->setFrameShape(QFrame::NoFrame);
    text->setOpenExternalLinks(true);
    text->setHtml(html);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    layout->addWidget(text);
    layout->addWidget(buttons);
    dialog->resize(560, 520);
    dialog->show();
}

} // namespace

void showAbout(QWidget* parent)
{
    const auto part = [](const char* name, const char* licence) {
        return row(QString::fromLatin1(name), QString::fromLatin1(licence));
    };
    const QString html
        = u"<p><img src=':/icons/io.github.phasor.Phasor.svg' width='64' height='64'></p><h2>Phasor "_s
        + QCoreApplication::applicationVersion() + u"</h2><p>"_s
        + Help::tr(
              "An interactive laboratory for positional encodings: what a transformer does to a token before the first "
              "attention layer, live.")
        + u"</p><p>"_s
        + Help::tr("Free software under the GNU General Public License, version 3 or later; it comes with no warranty. "
                   "Your figures are yours.")
        + u"</p><h4>"_s + Help::tr("Made with") + u"</h4><table>"_s + part("Qt " QT_VERSION_STR, "LGPL-3.0 / GPL-3.0")
        + part("QCustomPlot", "GPL-3.0-or-later") + part("Eigen", "MPL-2.0")
        + part("Highway", "Apache-2.0 / BSD-3-Clause") + part("oneTBB", "Apache-2.0") + part("nlohmann-json", "MIT")
        + part("CLI11", "BSD-3-Clause") + part("DejaVu fonts", "Bitstream Vera licence") + u"</table>"_s;
    showText(Help::tr("About Phasor"), html, parent);
}

void showShortcuts(const std::vector<Action>& menus, QWidget* parent)
{
    QString html = u"<table cellspacing='0' cellpadding='2'>"_s;
    for (const Action& menu : menus)
        html += shortcutRows(menu);
    html += u"<tr><td colspan='2'><h4>"_s + Help::tr("Plots and controls") + u"</h4></td></tr>"_s + gestureRows()
        + u"</table>"_s;
    showText(Help::tr("Keyboard and mouse"), html, parent);
}

} // namespace phasor
