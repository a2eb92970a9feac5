// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/work/audit_page.h"

#include "models/verification_text.h"
#include "views/widgets/tone_chip.h"

#include <QBoxLayout>
#include <QProgressBar>
#include <QPushButton>

namespace onceover::views {

namespace {

constexpr int kProgressSteps = 1000;
constexpr int kProgressChars = 16;

} // namespace

AuditPage::AuditPage(const PageContext& context, FilterLine* filter)
    : WorkPageOf<AuditListRow>(QStringLiteral("auditlog"), context, filter)
    , m_verify(new QPushButton)
    , m_cancel(new QPushButton)
    , m_progress(new QProgressBar)
    , m_result(new ToneLine(ToneLine::Ground::Plain))
{
    m_verify->setObjectName(objectName() + QStringLiteral(".verify"));
    m_cancel->setObjectName(objectName() + QStringLiteral(".cancelVerify"));
    m_progress->setObjectName(objectName() + QStringLiteral(".progress"));
    m_result->setObjectName(objectName() + QStringLiteral(".verification"));
    m_progress->setRange(0, kProgressSteps);
    m_progress->setTextVisible(false);
    m_progress->setFixedWidth(kProgressChars * fontMetrics().horizontalAdvance(QLatin1Char('n')));
    setButtons(buttonRow({m_verify, m_cancel, m_progress}, m_result));
    connect(m_verify, &QPushButton::clicked, this, [this] {
        m_found.reset();
        gateway().verifyAudit();
        showJob();
    });
    connect(m_cancel, &QPushButton::clicked, this, [this] { gateway().cancelVerification(); });
    connect(&gateway(), &models::Gateway::verificationProgressed, this, [this](qint64 rows, qint64 expected) {
        m_rows = rows;
        m_expected = expected;
        showJob();
    });
    connect(&gateway(), &models::Gateway::verificationEnded, this, [this](const models::VerificationPtr& found) {
        m_found = found;
        showJob();
    });
    connect(&gateway(), &models::Gateway::statusChanged, this, &AuditPage::showJob);
    retranslate();
}

void AuditPage::showJob()
{
    const bool running = gateway().verifying();
    m_verify->setVisible(!running);
    m_cancel->setVisible(running);
    m_progress->setVisible(running);
    m_progress->setValue(
        m_expected > 0 ? static_cast<int>(qMin<qint64>(m_rows, m_expected) * kProgressSteps / m_expected) : 0);
    const QString why = models::whyNoVerification(gateway().status());
    m_verify->setEnabled(why.isEmpty());
    if (running) {
        m_result->setLine(models::verifyingText(m_rows, m_expected), QStringLiteral("hourglass"), models::Tone::Info);
    } else if (m_found) {
        const models::StateText text = models::verificationText(*m_found);
        m_result->setLine(text.word, text.icon, text.tone);
    } else {
        m_result->setLine(why, QStringLiteral("info"), models::Tone::Neutral);
    }
    m_result->setVisible(!m_result->text().isEmpty());
}

void AuditPage::retranslate()
{
    WorkPageOf<AuditListRow>::retranslate();
    m_verify->setText(tr("Verify the chains"));
    m_verify->setAccessibleDescription(tr("Judges every row of every chain against its hash and the anchors"));
    m_cancel->setText(tr("Cancel the verification"));
    m_progress->setAccessibleName(tr("Progress of the verification"));
    showJob();
}

} // namespace onceover::views
