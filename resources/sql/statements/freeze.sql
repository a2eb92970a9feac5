-- SPDX-License-Identifier: GPL-3.0-or-later

-- name: HoldFreezeBarrier
-- First statement of every trigger, claim, retry and mark-sent transaction (DESIGN.md rule 12): whoever freezes takes the
-- same lock exclusively, so that no such transaction straddles the instant from which a freeze is in force.
-- role: onceover_worker, onceover_sender, onceover_scheduler
SELECT onceover.freeze_barrier()

-- name: FreezeBatchForFailure
-- A failure of class RULE or DEFECT stops the claims of its batch (R72). Takes the barrier exclusively: last statement of
-- a transaction that has not taken it shared.
-- role: onceover_worker
SELECT onceover.freeze_batch_for_failure($1::bigint, $2::text, $3::uuid, $4::text)
