// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/audit_port.h"
#include "proof/signing_key.h"

#include <string>
#include <vector>

namespace onceover::proof {

/// A worker's key and its file of anchors: JSON Lines, only ever appended and synchronised, 0600. The file is worth
/// what its place is worth: another machine, or a medium that can only be appended to. Promises: AnchorSeal.
class AnchorFile final : public AnchorSeal {
public:
    AnchorFile(SigningKey key, std::string path);

    /// Makes the file where there is none. Unavailable where it cannot be appended to.
    [[nodiscard]] Result<Done> prepare() const;

    [[nodiscard]] Anchor sign(const AnchorDraft& draft) override;
    [[nodiscard]] std::string publicKey() const override { return m_key.publicKey(); }
    [[nodiscard]] Result<std::optional<Anchor>> newest(const AnchorDraft& draft) override;
    [[nodiscard]] Result<Done> keep(const Anchor& anchor) override;

private:
    SigningKey m_key;
    std::string m_path;
};

/// Every anchor of such a file, in its order. Refuses (ValueMalformed) a file that cannot be read, and names the first
/// line that holds none. What a worker was writing when it died is left out: a beginning of the line that follows, or
/// of none.
[[nodiscard]] Result<std::vector<Anchor>> readAnchorFile(const std::string& path);

} // namespace onceover::proof
