-- SPDX-License-Identifier: GPL-3.0-or-later
-- Row locks that leave out what others hold.
BEGIN READ WRITE;
CREATE TEMPORARY TABLE onceover_probe (n integer) ON COMMIT DROP;
INSERT INTO onceover_probe VALUES (1);
SELECT n FROM onceover_probe FOR UPDATE SKIP LOCKED;
ROLLBACK;
