// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/gateway/connection_monitor.h"
#include "models/state_text.h"
#include "models/time_text.h"

#include <QString>

namespace onceover::models {

/// The connection's state for status bar and banner (UX.md section 9): a sign and a word always, a banner only when a
/// person must know.
struct ConnectionText {
    StateText state;    ///< Word, tone, icon: Live, Delayed, Reconnecting, ….
    QString statusLine; ///< "Live · data 2 s old"
    QString banner;     ///< Empty: no banner.
    Tone bannerTone = Tone::Neutral;
    QString details;             ///< For [Details] and copy: statement, SQLSTATE, server's words.
    bool canRetryNow = false;    ///< Show [Retry now F5].
    bool canAcknowledge = false; ///< Show [Continue on this server].
};

[[nodiscard]] ConnectionText connectionText(const ConnectionStatus& status, const TimeFormat& format);

/// Is the screen cut off from the database? Then what it shows is of the past, and nothing is known of now.
[[nodiscard]] bool isCutOff(ConnectionState state);

/// `alice@/run/x/settlement · primary · TLS off`: where we are connected.
[[nodiscard]] QString serverText(const ServerIdentity& server);

/// Why a person cannot act now, as a sentence for a disabled button; empty when acts are possible. `role` is the role
/// that the act needs ("operator"); a missing one is named.
[[nodiscard]] QString whyNoAct(const ConnectionStatus& status, std::string_view role);
/// Why an alert cannot be acknowledged in this session (operator or approver); empty: it can.
[[nodiscard]] QString whyNoAcknowledgement(const ConnectionStatus& status);
/// Why what is masked cannot be shown in this session (operator, approver or auditor); empty: it can.
[[nodiscard]] QString whyNoReveal(const ConnectionStatus& status);

} // namespace onceover::models
