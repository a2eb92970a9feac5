// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"

#include "acts/request_id.h"
#include "json_text.h"
#include "models/display_text.h"
#include "proof/audit_bundle.h"
#include "proof/length_prefixed.h"
#include "store/audit_store.h"
#include "terminal.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>

#include <optional>

namespace onceover::ctl {

namespace {

struct AuditWords {
    Q_DECLARE_TR_FUNCTIONS(AuditCommand)
};

/// The auditor's connection, after it said where it is. Nothing: the failure is told, with this exit code.
struct OpenedAudit {
    std::optional<store::AuditStore> audit;
    ServerIdentity server;
    ExitCode status = ExitCode::Ok;
};

void openAudit(const CommonOptions& common, OpenedAudit& opened)
{
    const Result<store::ConnectionTarget> target = targetFor(common, "carol");
    if (!target) {
        opened.status = reportFailure(target.error());
        return;
    }
    opened.audit.emplace(*target, std::string{kProgram});
    const Result<ServerIdentity> server = opened.audit->connect();
    if (!server) {
        opened.audit.reset();
        opened.status = reportFailure(server.error());
        return;
    }
    opened.server = *server;
    printWhere(*server, common.json);
}

QString manifestLine(const proof::AuditJudgement& judgement)
{
    switch (judgement.manifest) {
    case proof::BundleSignature::Good:
        return AuditWords::tr("The export is signed, and the signature is good.");
    case proof::BundleSignature::Bad:
        return AuditWords::tr("The export's signature is not good.");
    case proof::BundleSignature::None:
        break;
    }
    return AuditWords::tr("The export is not signed: it is judged by its chains and anchors alone.");
}

void printJudgement(const proof::AuditJudgement& judgement, const AuditOptions& options)
{
    printLine(AuditWords::tr("%1 of %2, seen %3 by %4")
                  .arg(models::plainText(judgement.origin.installation), models::plainText(judgement.origin.database),
                      models::plainText(judgement.origin.snapshotAt), models::plainText(judgement.origin.madeBy)));
    for (const proof::AuditFault& fault : judgement.faults)
        printLine(AuditWords::tr("✖ %1: %2").arg(models::plainText(fault.where), models::plainText(fault.what)));
    if (const auto more = judgement.faultCount - static_cast<std::int64_t>(judgement.faults.size()); more > 0)
        printLine(AuditWords::tr("and %1 more").arg(models::countText(more)));
    if (!options.folder.empty())
        printLine(manifestLine(judgement));
    if (judgement.anchoredUntil.empty())
        printLine(AuditWords::tr("No anchor: a tail that was cut off together with its head would not be seen. Give a "
                                 "worker a key (onceoverctl key init, --anchor-key)."));
    else
        printLine(AuditWords::tr("Anchored until %1, %2 anchors, %3 of them checked against files outside.")
                      .arg(models::plainText(judgement.anchoredUntil), models::countText(judgement.anchors),
                          models::countText(judgement.outsideAnchors)));
    for (const std::string& key : judgement.publicKeys) {
        if (options.keys.empty())
            printLine(AuditWords::tr("Signed by the key %1: compare it with the one that you were given (--key).")
                          .arg(models::plainText(proof::fingerprintOf(key))));
        else
            printLine(AuditWords::tr("Signed by the key %1, which you gave.")
                          .arg(models::plainText(proof::fingerprintOf(key))));
    }
    const QString looked = AuditWords::tr("%1 rows in %2 chains")
                               .arg(models::countText(judgement.rows), models::countText(judgement.chains));
    if (!judgement.holds())
        printLine(
            AuditWords::tr("✖ %1: not all is as it was written. Keep this database and its exports as they are, and "
                           "tell the auditor.")
                .arg(looked));
    else if (judgement.publicKeys.empty() && judgement.manifest != proof::BundleSignature::Good)
        printLine(AuditWords::tr("✔ %1 fit together; nothing signed shows who wrote them.").arg(looked));
    else
        printLine(AuditWords::tr("✔ %1: each is as it was written.").arg(looked));
}

Json judgementJson(const proof::AuditJudgement& judgement)
{
    Json json{{"environment", judgement.origin.environment}, {"database", judgement.origin.database},
        {"installation", judgement.origin.installation}, {"snapshot_at", judgement.origin.snapshotAt},
        {"made_by", judgement.origin.madeBy}, {"holds", judgement.holds()}, {"rows", judgement.rows},
        {"chains", judgement.chains}, {"anchors", judgement.anchors}, {"outside_anchors", judgement.outsideAnchors},
        {"anchored_until", judgement.anchoredUntil.empty() ? Json(nullptr) : Json(judgement.anchoredUntil)},
        {"fault_count", judgement.faultCount}};
    json["public_keys"] = Json::array();
    for (const std::string& key : judgement.publicKeys)
        json["public_keys"].push_back(proof::hexOf(key));
    json["manifest"] = judgement.manifest == proof::BundleSignature::Good ? "signed"
        : judgement.manifest == proof::BundleSignature::Bad               ? "bad signature"
                                                                          : "not signed";
    json["faults"] = Json::array();
    for (const proof::AuditFault& fault : judgement.faults)
        json["faults"].push_back({{"where", fault.where}, {"what", fault.what}});
    return json;
}

} // namespace

ExitCode runAuditVerify(const CommonOptions& common, const AuditOptions& options)
{
    proof::AuditTrust trust;
    trust.anchorFiles = options.anchors;
    for (const std::string& file : options.keys) {
        const auto key = proof::loadPublicKey(file);
        if (!key)
            return reportFailure(key.error(), models::plainText(file));
        trust.publicKeys.push_back(*key);
    }
    OpenedAudit opened;
    if (options.folder.empty()) {
        openAudit(common, opened);
        if (!opened.audit)
            return opened.status;
    }
    const auto judgement
        = options.folder.empty() ? proof::judgeAudit(*opened.audit, trust) : proof::judgeExport(options.folder, trust);
    if (!judgement)
        return reportFailure(judgement.error(), models::plainText(options.folder));
    if (common.json)
        printJson(judgementJson(*judgement));
    else
        printJudgement(*judgement, options);
    // What was found stands without the note, which a standby does not take.
    if (opened.audit && judgement->holds())
        static_cast<void>(opened.audit->noteVerification(
            {judgement->origin.snapshotAt, judgement->rows, judgement->chains, judgement->anchors},
            acts::newRequestId()));
    return judgement->holds() ? ExitCode::Ok : ExitCode::Broken;
}

ExitCode runAuditExport(const CommonOptions& common, const AuditOptions& options)
{
    std::optional<proof::SigningKey> key;
    if (!options.keys.empty()) {
        const auto loaded = proof::SigningKey::load(options.keys.front());
        if (!loaded)
            return reportFailure(loaded.error(), models::plainText(options.keys.front()));
        key = *loaded;
    }
    OpenedAudit opened;
    openAudit(common, opened);
    if (!opened.audit)
        return opened.status;
    const auto exported = proof::exportAudit(*opened.audit, options.folder, key);
    if (!exported)
        return reportFailure(exported.error(), models::plainText(options.folder));
    if (common.json) {
        Json json = whereJson(opened.server);
        json["folder"] = options.folder;
        json["rows"] = exported->rows;
        json["chains"] = exported->chains;
        json["anchors"] = exported->anchors;
        json["public_key"] = exported->signedBy ? Json(proof::hexOf(*exported->signedBy)) : Json(nullptr);
        printJson(json);
        return ExitCode::Ok;
    }
    printLine(AuditWords::tr("%1 rows of %2 chains and %3 anchors are in %4.")
                  .arg(models::countText(exported->rows), models::countText(exported->chains),
                      models::countText(exported->anchors), models::plainText(options.folder)));
    printLine(exported->signedBy
            ? AuditWords::tr("Signed by the key %1.").arg(models::plainText(proof::fingerprintOf(*exported->signedBy)))
            : AuditWords::tr("Not signed: whoever can write the folder can write it anew. Sign it with --key."));
    printLine(AuditWords::tr("Judge it anywhere: onceoverctl audit verify %1").arg(models::plainText(options.folder)));
    return ExitCode::Ok;
}

} // namespace onceover::ctl
