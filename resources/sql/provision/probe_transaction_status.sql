-- SPDX-License-Identifier: GPL-3.0-or-later
-- What became of a transaction whose COMMIT answer was lost.
BEGIN;
SELECT pg_xact_status(pg_current_xact_id_if_assigned());
ROLLBACK;
