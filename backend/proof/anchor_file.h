// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/audit_port.h"
#include "proof/signing_key.h"

#include <string>
#include <vector>

namespace onceover::proof {

/// A worker's key and its file of anchors: JSON Lines, appended and synchronised, 0600. The file is worth what its
/// place is worth: another machine, or a medium that can only be appended to. Promises: AnchorSeal.
class AnchorFile final : public AnchorSeal {
public:
    AnchorFile(SigningKey key, std::string path);

    [[nodiscard]] Anchor sign(const AnchorDraft& draft) override;
    [[nodiscard]] Result<std::optional<Anchor>> newest() override;
    [[nodiscard]] Result<Done> keep(const Anchor& anchor) override;

private:
    SigningKey m_key;
    std::string m_path;
};

/// Every anchor of such a file, in its order. Refuses (ValueMalformed) a file that cannot be read, and names the first
/// line that holds none. A last line without its end is what a worker was writing when it died, and is left out.
[[nodiscard]] Result<std::vector<Anchor>> readAnchorFile(const std::string& path);

} // namespace onceover::proof
