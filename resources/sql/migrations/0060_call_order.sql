-- SPDX-License-Identifier: GPL-3.0-or-later
-- Calls in the order in which they were made. The console lists them newest first and reads one page at a time; the BRIN index over the same time
-- finds a span, but no order within it. Calls come in this order, so that each is written to the index's last page.
-- reader-min: 17
SET search_path = onceover, pg_temp;

CREATE INDEX ix_external_call_order ON external_call (at, call_id);
