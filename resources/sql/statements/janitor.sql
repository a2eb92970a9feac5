-- SPDX-License-Identifier: GPL-3.0-or-later

-- name: FoldCounts
-- role: onceover_janitor
SELECT onceover.janitor_fold_counts() AS folded

-- name: FoldBalances
-- role: onceover_janitor
SELECT onceover.janitor_fold_balances() AS folded

-- name: MakePartitions
-- role: onceover_janitor
SELECT onceover.janitor_make_partitions() AS made

-- name: RollHours
-- role: onceover_janitor
SELECT onceover.janitor_roll_hours() AS rolled

-- name: SampleMetrics
-- role: onceover_janitor
SELECT onceover.janitor_sample() AS sampled

-- name: DropOld
-- role: onceover_janitor
SELECT onceover.janitor_drop_old() AS dropped

-- name: RecordMembership
-- role: onceover_janitor
SELECT onceover.record_membership()::integer AS written
