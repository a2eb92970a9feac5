-- SPDX-License-Identifier: GPL-3.0-or-later
-- Advisory locks of a transaction, shared and exclusive; the key is nobody else's.
BEGIN;
SELECT pg_try_advisory_xact_lock_shared(hashtextextended('onceover.probe', 0));
SELECT pg_try_advisory_xact_lock(hashtextextended('onceover.probe', 0));
ROLLBACK;
