// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/choicecontrol.h"

#include "ui/forms/combobox.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QSignalBlocker>

namespace phasor {

ChoiceControl::ChoiceControl(const ParameterSpec& spec, QWidget* parent)
    : Control(spec, parent)
    , m_list(new ComboBox(this))
{
    adopt(m_list, "combo");
    m_list->addChoices(spec);
    m_choices = m_list->count();
    if (takesFiles())
        m_list->addItem(tr("from file…"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_list);
    setFocusProxy(m_list);
    connect(m_list, &QComboBox::activated, this, &ChoiceControl::activated);
    setValue(spec.standard());
}

void ChoiceControl::setValue(const ParameterValue& value)
{
    m_value = value;
    m_list->setToolTip(tipOf(spec(), value));
    const auto* id = std::get_if<std::string>(&value);
    const QSignalBlocker quiet(m_list);
    const int known = id != nullptr ? m_list->findData(qs(*id)) : -1;
    if (known >= 0 && known < m_choices)
        return m_list->setCurrentIndex(known);
    if (id == nullptr)
        return;
    // An entry of its own, behind the choices.
    if (m_list->count() == m_choices + (takesFiles() ? 1 : 0))
        m_list->insertItem(m_choices, QString());
    const QString path = qs(*id).mid(qs(*id).indexOf(u':') + 1);
    m_list->setItemText(m_choices, QFileInfo(path).fileName());
    m_list->setItemData(m_choices, qs(*id));
    m_list->setItemData(m_choices, path, Qt::ToolTipRole);
    m_list->setCurrentIndex(m_choices);
}

void ChoiceControl::activated(int index)
{
    const QString id = m_list->itemData(index).toString();
    if (id.isEmpty()) {
        setValue(m_value); // the list shows "from file…", the value is still the old one
        emit fileRequested(spec());
        return;
    }
    if (ParameterValue value = utf8(id); value != m_value) {
        m_value = value;
        m_list->setToolTip(tipOf(spec(), value));
        emit edited(value);
    }
}

} // namespace phasor
