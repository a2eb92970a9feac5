-- SPDX-License-Identifier: GPL-3.0-or-later
-- What an auditor holds beside an export (R120): the hash of each row of the audit, and the head of each chain with how far it is
-- anchored. And who judged the chains when and found them whole: a row of the chain `people` as well. Where they are not, nothing is
-- written: everything stays as it was found.
-- reader-min: 17
SET search_path = onceover, pg_temp;

CREATE OR REPLACE VIEW v_audit AS
  SELECT chain, seq, at, actor, login, role, action, target, outcome, reason, ticket, detail, request_id, hash FROM audit_log;

-- anchored_seq null: nothing of the chain is anchored yet.
CREATE VIEW v_audit_head AS
  SELECT c.chain, c.head_seq AS seq, c.head_hash AS hash, a.seq AS anchored_seq FROM audit_chain c LEFT JOIN audit_anchored a USING (chain);

-- The judgement is made outside (proof/audit_verifier), from rows and anchors; this is the note of who made it, in their own words. It
-- proves nothing: it says who looked.
CREATE FUNCTION record_verification(p_request_id uuid, p_snapshot_at text, p_rows bigint, p_chains bigint, p_anchors bigint)
RETURNS bigint LANGUAGE sql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
  SELECT audit_people('verify audit', 'audit', 'DONE', '', '',
                      jsonb_build_object('snapshot_at', audit_text(p_snapshot_at), 'rows', p_rows, 'chains', p_chains, 'anchors', p_anchors),
                      p_request_id)
$$;

DO $$
BEGIN
  EXECUTE 'GRANT CREATE ON SCHEMA onceover TO onceover_api';
  EXECUTE 'ALTER FUNCTION record_verification(uuid, text, bigint, bigint, bigint) OWNER TO onceover_api';
  EXECUTE 'REVOKE CREATE ON SCHEMA onceover FROM onceover_api';
END
$$;
REVOKE EXECUTE ON FUNCTION record_verification(uuid, text, bigint, bigint, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION record_verification(uuid, text, bigint, bigint, bigint) TO onceover_auditor;
GRANT SELECT ON v_audit_head TO onceover_viewer, onceover_auditor;

SELECT record_guards();
