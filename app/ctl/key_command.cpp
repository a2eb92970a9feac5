// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"

#include "json_text.h"
#include "models/display_text.h"
#include "proof/length_prefixed.h"
#include "proof/signing_key.h"
#include "terminal.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>

namespace onceover::ctl {

namespace {

struct KeyWords {
    Q_DECLARE_TR_FUNCTIONS(KeyCommand)
};

Json keyJson(const std::string& file, const std::string& publicKey)
{
    return {{"file", file}, {"public_key", proof::hexOf(publicKey)}, {"fingerprint", proof::fingerprintOf(publicKey)}};
}

} // namespace

ExitCode runKeyInit(const CommonOptions& common, const KeyOptions& options)
{
    const proof::SigningKey key = proof::SigningKey::generate();
    if (const auto saved = key.save(options.file); !saved)
        return reportFailure(saved.error(), models::plainText(options.file));
    if (common.json) {
        printJson(keyJson(options.file, key.publicKey()));
        return ExitCode::Ok;
    }
    printLine(KeyWords::tr("Key %1 made: %2 signs, and nobody else may read it; %3 checks, and everybody may have it.")
                  .arg(models::plainText(proof::fingerprintOf(key.publicKey())), models::plainText(options.file),
                      models::plainText(options.file + ".pub")));
    return ExitCode::Ok;
}

ExitCode runKeyShow(const CommonOptions& common, const KeyOptions& options)
{
    const auto publicKey = proof::loadPublicKey(options.file);
    if (!publicKey)
        return reportFailure(publicKey.error(), models::plainText(options.file));
    if (common.json)
        printJson(keyJson(options.file, *publicKey));
    else
        printLine(
            KeyWords::tr("Key %1, public part %2")
                .arg(models::plainText(proof::fingerprintOf(*publicKey)), models::plainText(proof::hexOf(*publicKey))));
    return ExitCode::Ok;
}

} // namespace onceover::ctl
