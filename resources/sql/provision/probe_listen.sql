-- SPDX-License-Identifier: GPL-3.0-or-later
-- Notifications, by which screens and duties are woken before their poll.
LISTEN onceover_probe;
UNLISTEN onceover_probe;
