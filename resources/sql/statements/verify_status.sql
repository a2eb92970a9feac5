-- SPDX-License-Identifier: GPL-3.0-or-later
-- What `onceoverctl status` counts beside what the console's statements already read, and whose book may be read.

-- name: ReadBatchCounts
-- role: onceover_viewer, onceover_auditor
SELECT status, count(*) AS n FROM onceover.v_batch GROUP BY status

-- name: ReadOpenMessageCounts
-- By the partial indexes of what is open; what was answered stands in the maintained counts of operations.
-- role: onceover_viewer, onceover_auditor
SELECT 'PENDING' AS status, count(*) AS n FROM onceover.v_outbox WHERE status = 'PENDING'
UNION ALL SELECT 'SENDING', count(*) FROM onceover.v_outbox WHERE status = 'SENDING'
UNION ALL SELECT 'UNKNOWN', count(*) FROM onceover.v_outbox WHERE status = 'UNKNOWN'

-- name: ReadBookEndpoints
-- Channels over plain HTTP are practice banks, whose book can be read; a real bank's cannot.
-- role: onceover_auditor
SELECT DISTINCT ON (channel_id) channel_id, endpoint
  FROM onceover.channel_profile
 WHERE kind = 'payout' AND endpoint LIKE 'http://%'
 ORDER BY channel_id, enabled DESC, profile_version DESC
