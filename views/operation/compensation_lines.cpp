// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/operation/compensation_lines.h"

#include "views/widgets/plain.h"
#include "views/widgets/tone_chip.h"

#include <QBoxLayout>
#include <QToolButton>

namespace onceover::views {

CompensationLines::CompensationLines(const QString& name, QWidget* parent)
    : QWidget(parent)
{
    setObjectName(name);
    auto* lines = new QVBoxLayout(this);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(4);
    setVisible(false);
}

CompensationLines::Row CompensationLines::makeRow()
{
    const std::size_t at = m_rows.size();
    const QString name = QStringLiteral("%1.%2").arg(objectName()).arg(at);
    const Row row{new QWidget(this), new ToneChip, new ToneLine(ToneLine::Ground::Plain), new QToolButton};
    row.state->setObjectName(name + QStringLiteral(".state"));
    row.text->setObjectName(name + QStringLiteral(".text"));
    row.open->setObjectName(name + QStringLiteral(".open"));
    row.open->setAutoRaise(true);
    row.open->setFocusPolicy(Qt::StrongFocus);
    connect(row.open, &QToolButton::clicked, this, [this, at] {
        emit activated(
            {QLatin1String(models::kOperationPage), QString::fromStdString(m_lines.at(at).other.value.toString()), {}});
    });
    auto* line = new QHBoxLayout(row.whole);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(8);
    line->addWidget(row.state);
    line->addWidget(row.text, 1);
    line->addWidget(row.open);
    layout()->addWidget(row.whole);
    return row;
}

void CompensationLines::setLines(const std::vector<models::CompensationLine>& lines)
{
    constexpr int kKeyCharacters = 8; // As in the way here.
    m_lines = lines;
    while (m_rows.size() < lines.size())
        m_rows.push_back(makeRow());
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const Row& row = m_rows[i];
        row.whole->setVisible(i < lines.size());
        if (i >= lines.size())
            continue;
        const models::CompensationLine& line = lines[i];
        const QString key = QString::fromStdString(line.other.value.toString());
        row.state->setVisible(!line.state.word.isEmpty());
        row.state->setChip({line.state.word, line.state.icon, line.state.tone}, line.state.explanation);
        row.text->setLine(line.text, QString(), models::Tone::Neutral);
        row.open->setText(tr("Open %1", "key").arg(key.left(kKeyCharacters) + QChar(0x2026)));
        const QString whole = tr("Open operation %1").arg(key);
        row.open->setAccessibleName(whole);
        setHint(row.open, whole);
    }
    setVisible(!lines.empty());
}

} // namespace onceover::views
