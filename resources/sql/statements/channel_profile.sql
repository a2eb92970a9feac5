-- SPDX-License-Identifier: GPL-3.0-or-later

-- name: ReadChannelProfiles
-- Every version: an open message goes on under the version of its first send (DESIGN.md rule 7).
-- role: onceover_worker, onceover_sender, onceover_resolver, onceover_callback
SELECT *
  FROM onceover.v_channel_terms
 ORDER BY channel_id, profile_version

-- name: ReadCalendarDays
-- Of the calendars that enabled profiles name: every day that was entered, in order.
-- role: onceover_worker
SELECT d.calendar_id, d.day, d.is_open
  FROM onceover.business_calendar d
 WHERE d.calendar_id IN (SELECT p.calendar_id FROM onceover.channel_profile p WHERE p.enabled)
 ORDER BY d.calendar_id, d.day
