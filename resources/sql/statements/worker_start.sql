-- SPDX-License-Identifier: GPL-3.0-or-later

-- name: ReadEnvironment
-- How long a worker may wait for nothing, and whether it may fail on purpose, follows from where it works.
-- role: onceover_scheduler, onceover_worker, onceover_sender, onceover_resolver, onceover_reconciler, onceover_janitor, onceover_migrator
SELECT name, environment FROM onceover.installation
