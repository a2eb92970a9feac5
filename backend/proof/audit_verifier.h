// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/records/audit.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace onceover::proof {

/// Something that is not as it was written, and where.
struct AuditFault {
    std::string where; ///< "chain people, row 17".
    std::string what;
    friend bool operator==(const AuditFault&, const AuditFault&) = default;
};

/// Judges audit chains by what they must be: no gap, each hash from the one before and the row's fields, each row that
/// an anchor signed still the one that was signed, no tail missing that an anchor or a head names, none kept out
/// of the anchors (R120, SECURITY.md S7). Anchors are added before rows, rows chain by chain in order; then finish().
class AuditVerifier {
public:
    /// `keyNamespace` of the installation: an anchor of another one proves nothing here.
    explicit AuditVerifier(std::string keyNamespace);

    /// Anchors of the database (or of an export) come in order without a gap.
    void addAnchor(const Anchor& anchor);
    /// Anchors that were kept elsewhere: those of the database must hold each of them.
    void addOutsideAnchor(const Anchor& anchor, const std::string& source);
    /// Accepts signatures of these keys alone (32 bytes each); without any, of every one, see publicKeys().
    void trustOnly(std::vector<std::string> publicKeys) { m_trusted = std::move(publicKeys); }

    void addRow(const AuditRow& row);
    void addFault(AuditFault fault);
    /// The heads as the database told them.
    void finish(const AuditHeads& heads);

    [[nodiscard]] const std::vector<AuditFault>& faults() const { return m_faults; } ///< The first hundred.
    [[nodiscard]] std::int64_t faultCount() const { return m_faultCount; }
    [[nodiscard]] std::int64_t rows() const { return m_rows; }
    [[nodiscard]] std::int64_t chains() const { return static_cast<std::int64_t>(m_last.size()); }
    [[nodiscard]] std::int64_t anchors() const { return static_cast<std::int64_t>(m_anchors.size()); }
    [[nodiscard]] std::int64_t outsideAnchors() const { return m_outside; }
    /// Whose signatures were found good.
    [[nodiscard]] const std::set<std::string>& publicKeys() const { return m_publicKeys; }
    /// When the newest anchor was signed, UTC; empty: there is none.
    [[nodiscard]] const std::string& anchoredUntil() const { return m_anchoredUntil; }

private:
    struct Signed {
        std::string hash;    ///< Of the row.
        std::int64_t anchor; ///< By which it was signed.
    };
    /// Reads and checks one anchor by itself and notes the rows that it signs; its body's hash, or nothing at a fault.
    bool noteAnchor(const Anchor& anchor, const std::string& where, std::string& prevHash);
    void endChain();
    /// A row that was there when two anchors were signed, and that neither covers, was kept out of them.
    void judgeCover(const AuditRow& row, const std::string& where);

    std::string m_namespace;
    std::vector<std::string> m_trusted;
    std::map<std::string, std::map<std::int64_t, Signed>> m_signed;
    std::map<std::int64_t, std::string> m_anchors;     ///< Hashes of bodies, by number.
    std::map<std::string, AuditHead> m_last;           ///< The last row of each chain that was seen.
    std::map<std::int64_t, std::string> m_anchorTimes; ///< By number.
    std::string m_chain;                               ///< The chain that is being read; empty before the first row.
    bool m_toldUncovered = false;                      ///< Of m_chain.
    std::vector<AuditFault> m_faults;
    std::set<std::string> m_publicKeys;
    std::string m_anchoredUntil;
    std::int64_t m_faultCount = 0;
    std::int64_t m_rows = 0;
    std::int64_t m_outside = 0;
};

} // namespace onceover::proof
