-- SPDX-License-Identifier: GPL-3.0-or-later
-- What was done to one thing is found however long the chains are. A worker's own chain is about the worker and is left out, so
-- that nothing is added to what an engine writes.
-- reader-min: 17
CREATE INDEX ix_audit_log_target ON onceover.audit_log (target, at DESC) WHERE chain IN ('people', 'system');
