-- SPDX-License-Identifier: GPL-3.0-or-later
-- A channel pauses on an outage (DESIGN.md section 9): an operator stops it with a reason, and starts it again alone, because nothing
-- is wrong with our books. What holds under a freeze of that channel holds under its pause: nothing is claimed for it or sent over it,
-- and that time is charged to no budget; facts, queries and alerts go on. A freeze of the same channel stays a freeze.
-- reader-min: 17
SET search_path = onceover, pg_temp;

CREATE TABLE channel_pause (
  pause_id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  channel_id        text NOT NULL,
  reason            text NOT NULL CHECK (reason <> ''),
  paused_by         text NOT NULL REFERENCES person,
  paused_at         timestamptz NOT NULL,
  request_id        uuid NOT NULL UNIQUE,
  resume_reason     text CHECK (resume_reason <> ''),
  resumed_by        text REFERENCES person,
  resumed_at        timestamptz CHECK (resumed_at >= paused_at),
  resume_request_id uuid UNIQUE,
  CONSTRAINT a_pause_ends_by_somebody CHECK (num_nulls(resume_reason, resumed_by, resumed_at, resume_request_id) IN (0, 4))
);
CREATE UNIQUE INDEX uq_channel_pause_open ON channel_pause (channel_id) WHERE resumed_at IS NULL;
SELECT make_guard_update('channel_pause', p_mutable => '{resume_reason,resumed_by,resumed_at,resume_request_id}',
  p_rules => ARRAY['OC002', 'a pause ends once', 'OLD.resumed_at IS NOT NULL']);

-- What holds work now. A pause has no freeze_id: no plan makes anything exempt from it.
CREATE OR REPLACE VIEW freezes_in_force AS
  SELECT freeze_id, scope_kind, scope_ref, status, actor, reason, incident_id, effective_at
    FROM freeze_order
   WHERE status IN ('IN_FORCE', 'DRAINED', 'LIFT_REQUESTED')
  UNION ALL
  SELECT NULL, 'channel', channel_id, 'PAUSED', paused_by, reason, NULL, paused_at FROM channel_pause WHERE resumed_at IS NULL;

-- When work was held, by what.
CREATE VIEW freeze_span AS
  SELECT 'freeze ' || freeze_id AS name, freeze_id, scope_kind, scope_ref, effective_at, lifted_at FROM freeze_order WHERE effective_at IS NOT NULL
  UNION ALL
  SELECT 'pause ' || pause_id, NULL, 'channel', channel_id, paused_at, resumed_at FROM channel_pause;

CREATE OR REPLACE FUNCTION frozen_between(p_job_id text, p_batch_id bigint, p_merchant_id bigint, p_channel_id text, p_from timestamptz,
                                          p_to timestamptz)
RETURNS interval LANGUAGE sql STABLE SET search_path = onceover, pg_temp AS $$
  SELECT coalesce(sum(upper(r) - lower(r)), '0')
    FROM unnest((SELECT range_agg(tstzrange(greatest(f.effective_at, p_from), least(coalesce(f.lifted_at, p_to), p_to)))
                   FROM freeze_span f
                  WHERE f.effective_at < p_to AND coalesce(f.lifted_at, p_to) > p_from
                    AND is_covered(ARRAY[scope_word(f.scope_kind, f.scope_ref)], p_job_id, p_batch_id, p_merchant_id, p_channel_id))) r
$$;

-- Pauses with what each holds now: messages that wait, messages whose bytes may be on their way, operations that are not posted.
CREATE VIEW v_channel_pause AS
  SELECT p.pause_id, p.channel_id, p.reason, p.paused_by, p.paused_at, p.resume_reason, p.resumed_by, p.resumed_at,
         coalesce(m.waiting, 0) AS messages, coalesce(m.sending, 0) AS under_way, coalesce(o.n, 0) AS operations
    FROM channel_pause p
    LEFT JOIN LATERAL (SELECT count(*) FILTER (WHERE q.status = 'PENDING') AS waiting, count(*) FILTER (WHERE q.status = 'SENDING') AS sending
                         FROM outbox q
                        WHERE p.resumed_at IS NULL AND q.channel_id = p.channel_id AND q.status IN ('PENDING', 'SENDING') AND q.batch_id <> 0) m ON true
    LEFT JOIN LATERAL (SELECT count(*) AS n FROM operation_due d JOIN settlement_operation s USING (bucket, operation_id)
                        WHERE p.resumed_at IS NULL AND s.channel_id = p.channel_id AND s.status IN ('PENDING', 'RETRYABLE')) o ON true;

DO $$
BEGIN
  EXECUTE 'CREATE OR REPLACE VIEW v_figure AS ' || rtrim(pg_get_viewdef('v_figure'::regclass), ';') || $view$
  UNION ALL
  SELECT 'messages_held_by_pause', '', p.channel_id, '', '', '', p.messages::double precision FROM v_channel_pause p WHERE p.resumed_at IS NULL
$view$;
END
$$;

-- A person's act. p_pause: pause, else resume. Saying so again changes nothing and tells who said so first; the same request id
-- again is the same act, whatever happened since. Refusals are returned, and audited.
CREATE FUNCTION pause_channel(p_channel text, p_pause boolean, p_reason text, p_request_id uuid)
RETURNS TABLE (outcome text, reason text, changed boolean, actor text, at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
#variable_conflict use_column
DECLARE
  who     constant text := person_of_session();
  why     constant text := audit_text(btrim(p_reason));
  act     constant text := CASE WHEN p_pause THEN 'channel.pause' ELSE 'channel.resume' END;
  target  constant text := 'channel ' || coalesce(p_channel, '');
  refused text;
  earlier channel_pause;
  found_  channel_pause;
BEGIN
  refused := CASE
    WHEN who IS NULL THEN 'NOT_MAPPED_TO_PERSON'
    WHEN NOT EXISTS (SELECT FROM channel_profile c WHERE c.channel_id = p_channel) THEN 'UNKNOWN_SUBJECT'
    WHEN p_pause IS NULL OR p_request_id IS NULL OR why = '' THEN 'VALUE_MALFORMED' END;
  IF refused IS NULL THEN
    -- No mark-sent transaction straddles the moment (DESIGN.md rule 12); what is marked is on its way and is told of.
    PERFORM pg_advisory_xact_lock(freeze_barrier_key());
    SELECT * INTO earlier FROM channel_pause p WHERE CASE WHEN p_pause THEN p.request_id ELSE p.resume_request_id END = p_request_id;
    refused := CASE WHEN earlier.channel_id <> p_channel OR CASE WHEN p_pause THEN earlier.paused_by ELSE earlier.resumed_by END <> who
                    THEN 'REQUEST_ID_REUSED' END;
  END IF;
  IF refused IS NOT NULL THEN
    PERFORM audit_people(act, target, 'REFUSED', refused, '', jsonb_build_object('said', why), p_request_id);
    RETURN QUERY SELECT 'REFUSED', refused, false, NULL::text, NULL::timestamptz;
    RETURN;
  END IF;
  IF earlier.pause_id IS NULL AND p_pause THEN
    SELECT * INTO found_ FROM channel_pause p WHERE p.channel_id = p_channel AND p.resumed_at IS NULL;
    IF found_.pause_id IS NOT NULL THEN
      RETURN QUERY SELECT 'DONE', '', false, found_.paused_by, found_.paused_at;
      RETURN;
    END IF;
    INSERT INTO channel_pause (channel_id, reason, paused_by, paused_at, request_id) VALUES (p_channel, why, who, clock(), p_request_id)
    RETURNING * INTO earlier;
    PERFORM audit_people(act, target, 'DONE', why, '', jsonb_build_object('pause_id', earlier.pause_id), p_request_id);
    RETURN QUERY SELECT 'DONE', '', true, earlier.paused_by, earlier.paused_at;
  ELSIF earlier.pause_id IS NULL THEN
    UPDATE channel_pause p SET resume_reason = why, resumed_by = who, resumed_at = clock(), resume_request_id = p_request_id
     WHERE p.channel_id = p_channel AND p.resumed_at IS NULL RETURNING * INTO earlier;
    IF earlier.pause_id IS NOT NULL THEN
      PERFORM audit_people(act, target, 'DONE', why, '', jsonb_build_object('pause_id', earlier.pause_id), p_request_id);
    END IF;
    RETURN QUERY SELECT 'DONE', '', earlier.pause_id IS NOT NULL, earlier.resumed_by, earlier.resumed_at;
  ELSE
    RETURN QUERY SELECT 'DONE', '', true, CASE WHEN p_pause THEN earlier.paused_by ELSE earlier.resumed_by END,
                        CASE WHEN p_pause THEN earlier.paused_at ELSE earlier.resumed_at END;
  END IF;
END
$$;

DO $$
BEGIN
  EXECUTE 'GRANT CREATE ON SCHEMA onceover TO onceover_api';
  EXECUTE 'ALTER FUNCTION pause_channel(text, boolean, text, uuid) OWNER TO onceover_api';
  EXECUTE 'REVOKE CREATE ON SCHEMA onceover FROM onceover_api';
END
$$;
REVOKE EXECUTE ON FUNCTION pause_channel(text, boolean, text, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION pause_channel(text, boolean, text, uuid) TO onceover_operator;
GRANT SELECT, INSERT ON channel_pause TO onceover_api;
GRANT UPDATE (resume_reason, resumed_by, resumed_at, resume_request_id) ON channel_pause TO onceover_api;
GRANT SELECT ON v_channel_pause TO onceover_viewer, onceover_auditor, onceover_operator;
GRANT SELECT ON channel_pause TO onceover_auditor;
GRANT SELECT ON freeze_span TO onceover_api, onceover_scheduler, onceover_worker, onceover_sender, onceover_resolver, onceover_callback, onceover_janitor,
  onceover_replayer, onceover_reconciler, onceover_auditor;

SELECT record_guards();
