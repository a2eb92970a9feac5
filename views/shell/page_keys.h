// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

namespace onceover::views {

/// A page of the side bar: its name in addresses, its drawing, and the letter that leads to it after G.
struct PageKey {
    const char* name;
    const char* icon;
    char letter;
};

/// In the order of the side bar.
inline constexpr std::array kPages{PageKey{"overview", "overview", 'o'}, PageKey{"batches", "batches", 'b'},
    PageKey{"operations", "operations", 'p'}, PageKey{"leases", "clock-alert", 'l'}, PageKey{"dead", "skull", 'd'},
    PageKey{"outbox", "send", 'x'}, PageKey{"reconcile", "scale", 'r'}, PageKey{"approvals", "stamp", 'a'},
    PageKey{"incidents", "shield-alert", 'i'},
    PageKey{"runs", "circle-play", 't'}, PageKey{"audit", "ledger", 'u'}, PageKey{"alerts", "bell", 'n'}};

} // namespace onceover::views
