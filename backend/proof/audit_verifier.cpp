// SPDX-License-Identifier: GPL-3.0-or-later
#include "proof/audit_verifier.h"

#include "core/digest.h"
#include "proof/length_prefixed.h"
#include "proof/signing_key.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace onceover::proof {

namespace {

constexpr std::size_t kFaultsKept = 100;
constexpr std::size_t kHashBytes = 32;
constexpr std::string_view kAnchorForm = "onceover anchor 1";
constexpr std::size_t kAnchorFields = 5; ///< Form, namespace, number, time, hash before; then three per head.

std::string hashOf(std::string_view bytes)
{
    const Sha256 digest = sha256(bytes);
    return {digest.begin(), digest.end()};
}

/// The bytes that the database hashed (audit_append).
std::string canonicalOf(const AuditRow& row)
{
    std::string bytes;
    for (const std::string& field : {row.chain, std::to_string(row.seq), row.at, row.actor, row.login, row.role,
             row.action, row.target, row.outcome, row.reason, row.ticket, row.detail, row.requestId})
        appendField(bytes, field);
    return bytes;
}

std::optional<std::int64_t> numberOf(const std::string& text)
{
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional{number} : std::nullopt;
}

std::string placeOf(const std::string& chain, std::int64_t seq)
{
    return "chain " + chain + ", row " + std::to_string(seq);
}

} // namespace

AuditVerifier::AuditVerifier(std::string keyNamespace)
    : m_namespace(std::move(keyNamespace))
{
}

void AuditVerifier::addFault(AuditFault fault)
{
    ++m_faultCount;
    if (m_faults.size() < kFaultsKept)
        m_faults.push_back(std::move(fault));
}

bool AuditVerifier::noteAnchor(const Anchor& anchor, const std::string& where, std::string& prevHash)
{
    const auto fields = splitFields(anchor.body);
    const bool isForm = fields && fields->size() >= kAnchorFields && (fields->size() - kAnchorFields) % 3 == 0
        && (*fields)[0] == kAnchorForm && numberOf((*fields)[2]) == anchor.seq;
    if (!isForm) {
        addFault({where, "holds no anchor of that number"});
        return false;
    }
    if ((*fields)[1] != m_namespace) {
        addFault({where, "belongs to another installation (" + (*fields)[1] + ")"});
        return false;
    }
    if (!isSignedBy(anchor.publicKey, anchor.body, anchor.signature)) {
        addFault({where, "its signature is not good"});
        return false;
    }
    if (!m_trusted.empty() && std::find(m_trusted.begin(), m_trusted.end(), anchor.publicKey) == m_trusted.end()) {
        addFault({where, "was signed by the key " + fingerprintOf(anchor.publicKey) + ", which was not given"});
        return false;
    }
    m_publicKeys.insert(anchor.publicKey);
    m_anchoredUntil = std::max(m_anchoredUntil, (*fields)[3]);
    m_anchorTimes.try_emplace(anchor.seq, (*fields)[3]);
    prevHash = fromHex((*fields)[4]).value_or("");
    for (std::size_t i = kAnchorFields; i < fields->size(); i += 3) {
        const auto seq = numberOf((*fields)[i + 1]);
        const auto hash = fromHex((*fields)[i + 2]);
        if (!seq || !hash) {
            addFault({where, "names a head that is none"});
            return false;
        }
        m_signed[(*fields)[i]].insert({*seq, Signed{*hash, anchor.seq}});
    }
    return true;
}

void AuditVerifier::addAnchor(const Anchor& anchor)
{
    const std::string where = "anchor " + std::to_string(anchor.seq);
    std::string prevHash;
    if (noteAnchor(anchor, where, prevHash)) {
        const std::int64_t before = m_anchors.empty() ? 0 : m_anchors.rbegin()->first;
        const std::string expected = m_anchors.empty() ? std::string(kHashBytes, '\0') : m_anchors.rbegin()->second;
        if (anchor.seq != before + 1)
            addFault({where, "the anchor before is " + (before == 0 ? "missing" : std::to_string(before))});
        else if (prevHash != expected)
            addFault({where, "does not follow from the anchor before"});
    }
    m_anchors[anchor.seq] = hashOf(anchor.body);
}

void AuditVerifier::addOutsideAnchor(const Anchor& anchor, const std::string& source)
{
    const std::string where = source + ": anchor " + std::to_string(anchor.seq);
    ++m_outside;
    std::string prevHash;
    if (!noteAnchor(anchor, where, prevHash))
        return;
    const auto known = m_anchors.find(anchor.seq);
    if (known == m_anchors.end())
        addFault({where, "is not in the database: what followed it was cut off, or a restore lost it"});
    else if (known->second != hashOf(anchor.body))
        addFault({where, "the database holds another one of that number: its history was written anew"});
}

void AuditVerifier::addRow(const AuditRow& row)
{
    ++m_rows;
    if (row.chain != m_chain) {
        endChain();
        m_chain = row.chain;
        m_toldUncovered = false;
        if (m_last.contains(row.chain))
            addFault({placeOf(row.chain, row.seq), "comes after another chain began"});
    }
    AuditHead& last = m_last.try_emplace(row.chain, AuditHead{0, std::string(kHashBytes, '\0')}).first->second;
    const std::string where = placeOf(row.chain, row.seq);
    if (row.seq != last.seq + 1)
        addFault(
            {where, last.seq == 0 ? "the rows before are missing" : "the row before is " + std::to_string(last.seq)});
    else if (row.hash != hashOf(last.hash + canonicalOf(row)))
        addFault({where, "its fields or the row before were changed: the hash does not fit"});
    if (const auto chain = m_signed.find(row.chain); chain != m_signed.end()) {
        const auto found = chain->second.find(row.seq);
        if (found != chain->second.end() && found->second.hash != row.hash)
            addFault({where, "is not the one that anchor " + std::to_string(found->second.anchor) + " signed"});
    }
    judgeCover(row, where);
    last = {row.seq, row.hash};
}

void AuditVerifier::judgeCover(const AuditRow& row, const std::string& where)
{
    const auto chain = m_signed.find(row.chain);
    const bool isCovered
        = chain != m_signed.end() && !chain->second.empty() && chain->second.rbegin()->first >= row.seq;
    if (isCovered || m_toldUncovered)
        return;
    const auto later = std::count_if(
        m_anchorTimes.begin(), m_anchorTimes.end(), [&](const auto& anchor) { return anchor.second > row.at; });
    if (later < 2)
        return; // The one anchor may have been drafted while the row was being written.
    m_toldUncovered = true;
    addFault(
        {where, "was written at " + row.at + ", and none of " + std::to_string(later) + " later anchors covers it"});
}

void AuditVerifier::endChain()
{
    const auto chain = m_signed.find(m_chain);
    const auto last = m_last.find(m_chain);
    if (chain == m_signed.end() || last == m_last.end() || chain->second.empty())
        return;
    const auto& [seq, newest] = *chain->second.rbegin();
    if (seq > last->second.seq)
        addFault({placeOf(m_chain, last->second.seq + 1),
            "is missing, and so is all up to row " + std::to_string(seq) + ", which anchor "
                + std::to_string(newest.anchor) + " signed"});
}

void AuditVerifier::finish(const AuditHeads& heads)
{
    endChain();
    for (const auto& [chain, head] : heads) {
        const auto last = m_last.find(chain);
        if (last == m_last.end())
            addFault({"chain " + chain, "is missing: its head is row " + std::to_string(head.seq)});
        else if (last->second.seq != head.seq || last->second.hash != head.hash)
            addFault({"chain " + chain,
                "ends with row " + std::to_string(last->second.seq) + ", its head is row " + std::to_string(head.seq)
                    + (last->second.seq == head.seq ? " with another hash" : "")});
    }
    for (const auto& [chain, last] : m_last) {
        if (!heads.contains(chain))
            addFault({"chain " + chain, "has rows and no head"});
    }
    for (const auto& [chain, rows] : m_signed) {
        if (!m_last.contains(chain) && !heads.contains(chain))
            addFault({"chain " + chain,
                "is missing: anchor " + std::to_string(rows.rbegin()->second.anchor) + " signed its row "
                    + std::to_string(rows.rbegin()->first)});
    }
}

} // namespace onceover::proof
