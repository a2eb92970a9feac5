-- SPDX-License-Identifier: GPL-3.0-or-later
-- What watches the settlement: limits with their basis, alerts, reconciliation of three tables and of outside books, figures
-- for metrics, and the arithmetic of retention.
-- reader-min: 14
SET search_path = onceover, pg_temp;

-- Limits --------------------------------------------------------------------------------------------------------------------

-- From when on something is told. Each says what its value rests on (R136).
CREATE TABLE watch_limit (
  name   text PRIMARY KEY,
  amount bigint NOT NULL CHECK (amount > 0),
  unit   text NOT NULL CHECK (unit IN ('ms', 'rows')),
  basis  text NOT NULL CHECK (basis <> '')
);
INSERT INTO watch_limit (name, amount, unit, basis) VALUES
  ('dead letter age', 86400000, 'ms', 'a dead letter is a task of the day: 24 hours (six jobs, section 3)'),
  ('lease overdue', 5000, 'ms', 'a worker takes over within one round of a second; five are slack'),
  ('queue length', 100000, 'rows', 'two million operations a day drain at 20 a second; a hundred thousand are over an hour of it'),
  ('queue age', 3600000, 'ms', 'the retries of one message take 31 minutes; twice that is no retry any more'),
  ('scheduler lag', 300000, 'ms', 'a scheduler looks each second; five minutes are a scheduler that is away'),
  ('worker silence', 60000, 'ms', 'a duty beats every two seconds'),
  ('clock step', 2000, 'ms', 'heartbeats come every two seconds: one that lies ahead by more was beaten by another clock'),
  ('reconciliation time', 90000, 'ms', 'a daily comparison takes 90 seconds (six jobs, section 3)'),
  ('payment delay', 86400000, 'ms', 'a payment is confirmed within a day; an order older than that misses its payment'),
  ('escalation', 14400000, 'ms', 'an unacknowledged P0 goes to the next contact after four hours'),
  ('escalation at least', 1800000, 'ms', 'nobody is passed over within half an hour');
SELECT make_guard_update('watch_limit', p_mutable => '{amount,basis}');

CREATE FUNCTION limit_of(p_name text) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE SET search_path = onceover, pg_temp
AS 'SELECT amount FROM watch_limit WHERE name = p_name';

-- Alerts ---------------------------------------------------------------------------------------------------------------------

ALTER TABLE alert
  ADD COLUMN detail       text NOT NULL DEFAULT '',
  ADD COLUMN job_id       text NOT NULL DEFAULT '',
  ADD COLUMN biz_date     date,
  ADD COLUMN zone         text NOT NULL DEFAULT 'UTC',     -- the job's: its day end bounds the escalation (R130)
  ADD COLUMN escalations  integer NOT NULL DEFAULT 0 CHECK (escalations >= 0),
  ADD COLUMN escalated_at timestamptz,
  ADD CONSTRAINT alert_names_its_subject CHECK (rule <> '' AND subject <> ''),
  ADD CONSTRAINT alert_has_a_grade CHECK (grade IN ('P0', 'P1')),
  ADD CONSTRAINT alert_says_what_happened CHECK (last_error <> ''),
  ADD CONSTRAINT alert_acknowledged_by_someone CHECK ((acknowledged_by IS NULL) = (acknowledged_at IS NULL)),
  ADD CONSTRAINT alert_escalates_with_a_time CHECK ((escalations = 0) = (escalated_at IS NULL));
CREATE INDEX ix_alert_time ON alert (opened_at DESC);
SELECT make_guard_update('alert',
  p_mutable => '{last_error,detail,acknowledged_by,acknowledged_at,closed_at,escalations,escalated_at}',
  p_rules   => ARRAY[
    'OC001', 'a closed alert stays closed', 'OLD.closed_at IS NOT NULL AND NEW.closed_at IS DISTINCT FROM OLD.closed_at',
    'OC002', 'who acknowledged stays', 'OLD.acknowledged_by IS NOT NULL AND NEW.acknowledged_by IS DISTINCT FROM OLD.acknowledged_by']);
CREATE OR REPLACE VIEW v_alert AS SELECT * FROM alert;

-- A person has seen it. Saying so again changes nothing and tells who said so first. Refusals are returned, and audited.
CREATE FUNCTION acknowledge_alert(p_alert bigint, p_request_id uuid)
RETURNS TABLE (outcome text, reason text, acknowledged_by text, acknowledged_at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = onceover, pg_temp AS $$
#variable_conflict use_column
DECLARE
  who     constant text := person_of_session();
  found_  alert;
  refused text;
BEGIN
  SELECT * INTO found_ FROM alert WHERE alert_id = p_alert FOR UPDATE;
  refused := CASE WHEN who IS NULL THEN 'NOT_MAPPED_TO_PERSON' WHEN found_.alert_id IS NULL THEN 'UNKNOWN_SUBJECT' END;
  IF refused IS NOT NULL THEN
    PERFORM audit_people('acknowledge', 'alert ' || coalesce(p_alert::text, ''), 'REFUSED', refused, '', '{}', p_request_id);
    RETURN QUERY SELECT 'REFUSED', refused, NULL::text, NULL::timestamptz;
    RETURN;
  END IF;
  IF found_.acknowledged_by IS NULL THEN
    UPDATE alert SET acknowledged_by = who, acknowledged_at = clock() WHERE alert_id = p_alert RETURNING * INTO found_;
    PERFORM audit_people('acknowledge', 'alert ' || p_alert, 'DONE', '', '',
                         jsonb_build_object('rule', found_.rule, 'subject', found_.subject), p_request_id);
  END IF;
  RETURN QUERY SELECT 'DONE', '', found_.acknowledged_by, found_.acknowledged_at;
END
$$;

-- Reconciliation -------------------------------------------------------------------------------------------------------------

-- One row per comparison. "Nothing was compared" is an outcome of its own, never "0 differences".
ALTER TABLE reconciliation_run
  ADD COLUMN outcome text NOT NULL DEFAULT 'COMPARED' CHECK (outcome IN ('COMPARED', 'NOTHING_COMPARED', 'NOT_READ')),
  ADD COLUMN opened  bigint NOT NULL DEFAULT 0,            -- differences that were not open before
  ADD COLUMN took    interval,                             -- by the reconciler's own clock; decides nothing
  ADD COLUMN detail  text NOT NULL DEFAULT '';
DROP TRIGGER guard_update ON reconciliation_run;
DROP TRIGGER guard_delete ON reconciliation_run;
SELECT make_guard_update('reconciliation_run', p_mutable => '{compared,differences,opened,finished_at}');
CREATE UNIQUE INDEX uq_reconciliation_run_day ON reconciliation_run (kind, coalesce(channel_id, ''), biz_date, (outcome = 'NOT_READ'))
  WHERE kind IN ('book', 'three tables', 'dead letters');
CREATE OR REPLACE VIEW v_reconciliation AS
  SELECT reconciliation_id, kind, batch_id, biz_date, channel_id, compared, differences, started_at, finished_at, worker_id,
         outcome, opened, took, detail
    FROM reconciliation_run;

ALTER TABLE reconciliation_difference
  ADD COLUMN pair        text NOT NULL DEFAULT '',         -- which two were compared
  ADD COLUMN subject     text NOT NULL DEFAULT '',         -- order, payment or subscription, where no operation names it
  ADD COLUMN occurred_at timestamptz,                      -- when it happened outside or here; its age at discovery (R102)
  DROP CONSTRAINT reconciliation_difference_kind_check,
  ADD CONSTRAINT reconciliation_difference_kind_check CHECK (kind IN (
    'MISSING_HERE', 'MISSING_THERE', 'AMOUNT', 'CURRENCY', 'TWICE', 'LATE', 'CONTRADICTION', 'REFERENCE_TAKEN', 'COUNT',
    'CHARGED_NOT_EXTENDED', 'EXTENDED_NOT_CHARGED'));
DROP TRIGGER guard_update ON reconciliation_difference;
DROP TRIGGER guard_delete ON reconciliation_difference;
SELECT make_guard_update('reconciliation_difference', p_mutable => '{status,resolved_at}', p_pairs => '{OPEN>RESOLVED}');
DROP INDEX uq_reconciliation_difference_open;
CREATE UNIQUE INDEX uq_reconciliation_difference_open ON reconciliation_difference
  (kind, coalesce(operation_id::text, ''), coalesce(batch_id, 0), external_ref, idempotency_key, subject) WHERE status = 'OPEN';
CREATE OR REPLACE VIEW v_difference AS SELECT * FROM reconciliation_difference;

-- The three tables of the daily comparison (R95): orders of subscriptions, subscriptions, payment callbacks.
ALTER TABLE sale ADD COLUMN IF NOT EXISTS subscription_id bigint;
ALTER TABLE sale ADD COLUMN IF NOT EXISTS pays_until date;          -- the day to which this order pays its subscription
ALTER TABLE payment_callback ADD COLUMN IF NOT EXISTS sale_id text COLLATE "C";   -- the order that it pays
CREATE INDEX ix_sale_subscription ON sale (subscription_id) WHERE subscription_id IS NOT NULL;
CREATE INDEX ix_payment_callback_sale ON payment_callback (sale_id);

CREATE VIEW v_subscription_order AS
  SELECT bucket, sale_id, merchant_id, subscription_id, amount_minor, currency, pays_until, occurred_at
    FROM sale WHERE subscription_id IS NOT NULL AND sale_kind = 'sale';
CREATE VIEW v_payment AS
  SELECT callback_id, subscription_id, sale_id, external_ref, amount_minor, currency, at FROM payment_callback WHERE status = 'PAID';

-- Every difference between two of the three, now. Theirs is what was paid, ours what was ordered and given. Nothing is
-- repaired from here (R98): a person decides.
CREATE VIEW v_three_table_difference AS
  SELECT 'orders/payments' AS pair, 'MISSING_THERE' AS kind, 'order ' || o.sale_id AS subject, '' AS external_ref,
         o.amount_minor AS ours_minor, NULL::bigint AS theirs_minor, o.currency, o.occurred_at, 'the order was not paid' AS detail
    FROM v_subscription_order o
   WHERE o.occurred_at < (SELECT clock()) - limit_of('payment delay') * interval '1 ms'
     AND NOT EXISTS (SELECT FROM v_payment p WHERE p.sale_id = o.sale_id)
  UNION ALL
  SELECT 'orders/payments', 'MISSING_HERE', 'payment ' || p.callback_id, p.external_ref, NULL, p.amount_minor, p.currency, p.at,
         'the payment belongs to no order'
    FROM v_payment p WHERE NOT EXISTS (SELECT FROM v_subscription_order o WHERE o.sale_id = p.sale_id)
  UNION ALL
  SELECT 'orders/payments', CASE WHEN p.currency <> o.currency THEN 'CURRENCY' ELSE 'AMOUNT' END, 'order ' || o.sale_id,
         p.external_ref, o.amount_minor, p.amount_minor, o.currency, p.at,
         'ordered ' || o.amount_minor || ' ' || o.currency || ', paid ' || p.amount_minor || ' ' || p.currency
    FROM v_subscription_order o JOIN v_payment p USING (sale_id)
   WHERE (p.amount_minor, p.currency) IS DISTINCT FROM (o.amount_minor, o.currency)
  UNION ALL
  SELECT 'orders/payments', 'TWICE', 'order ' || o.sale_id, p.external_ref, o.amount_minor, p.amount_minor, o.currency, p.at,
         'paid again: the first payment is ' || p.first_ref
    FROM v_subscription_order o
    JOIN (SELECT v.*, row_number() OVER w AS n, first_value(v.external_ref) OVER w AS first_ref
            FROM v_payment v WINDOW w AS (PARTITION BY v.sale_id ORDER BY v.callback_id)) p USING (sale_id)
   WHERE p.n > 1
  UNION ALL
  SELECT 'payments/subscriptions', 'CHARGED_NOT_EXTENDED', 'subscription ' || s.subscription_id, p.external_ref, 0, p.amount_minor,
         p.currency, p.at, 'paid to ' || o.pays_until || ', extended to ' || s.paid_until
    FROM v_payment p JOIN v_subscription_order o USING (sale_id) JOIN subscription s ON s.subscription_id = o.subscription_id
   WHERE s.paid_until < o.pays_until
  UNION ALL
  SELECT 'payments/subscriptions', 'MISSING_HERE', 'payment ' || p.callback_id, p.external_ref, NULL, p.amount_minor, p.currency, p.at,
         'subscription ' || p.subscription_id || ' does not exist'
    FROM v_payment p
   WHERE p.subscription_id IS NOT NULL AND EXISTS (SELECT FROM v_subscription_order o WHERE o.sale_id = p.sale_id)
     AND NOT EXISTS (SELECT FROM subscription s WHERE s.subscription_id = p.subscription_id)
  UNION ALL
  SELECT 'orders/subscriptions', 'EXTENDED_NOT_CHARGED', 'subscription ' || s.subscription_id, '', s.amount_minor, 0, s.currency,
         NULL, 'extended to ' || s.paid_until || ', ordered to ' || o.pays_until
    FROM subscription s
    JOIN (SELECT subscription_id, max(pays_until) AS pays_until FROM v_subscription_order GROUP BY 1) o USING (subscription_id)
   WHERE s.paid_until > o.pays_until
  UNION ALL
  SELECT 'orders/subscriptions', 'MISSING_THERE', 'order ' || o.sale_id, '', o.amount_minor, NULL, o.currency, o.occurred_at,
         'subscription ' || o.subscription_id || ' does not exist'
    FROM v_subscription_order o WHERE NOT EXISTS (SELECT FROM subscription s WHERE s.subscription_id = o.subscription_id);

-- Figures --------------------------------------------------------------------------------------------------------------------

-- Found without reading the logs: takeovers and conflicts are rare.
CREATE INDEX ix_operation_event_takeover ON operation_event (at) WHERE event IN ('TAKE_OVER', 'LOSE_WORKER');
CREATE INDEX ix_external_call_conflict ON external_call (channel_id) WHERE answer IN ('IN_FLIGHT', 'MISMATCH');
CREATE INDEX ix_external_call_at ON external_call USING brin (at) WITH (pages_per_range = 16, autosummarize = on);

-- What is measured, as one row per figure and label set. Labels are words of a bounded list: job type, channel, duty, class,
-- rule version. Never an id (R127). Everything survives a restart, because nothing is counted in a process.
CREATE VIEW v_figure AS
  SELECT 'triggers_total' AS figure, r.job_type, '' AS channel_id, '' AS duty, lower(t.answer) AS class, '' AS rule_version,
         count(*)::double precision AS value
    FROM run_trigger t JOIN job_run r USING (run_id) GROUP BY r.job_type, t.answer
  UNION ALL
  SELECT 'repeat_hit_ratio', r.job_type, '', '', '', '',
         (count(*) FILTER (WHERE t.answer IN ('EXISTING', 'ALREADY_COMPLETED')))::double precision / count(*)
    FROM run_trigger t JOIN job_run r USING (run_id) GROUP BY r.job_type
  UNION ALL
  SELECT 'idempotency_conflicts_total', '', c.channel_id, '', lower(c.answer), '', count(*)
    FROM external_call c WHERE c.answer IN ('IN_FLIGHT', 'MISMATCH') GROUP BY c.channel_id, c.answer
  UNION ALL
  SELECT 'processing_timeouts_total', b.job_type, '', '', '', b.rule_version::text, sum(cardinality(e.operation_ids))
    FROM operation_event e JOIN settlement_batch b USING (batch_id)
   WHERE e.event IN ('TAKE_OVER', 'LOSE_WORKER') GROUP BY b.job_type, b.rule_version
  UNION ALL
  SELECT 'live_worker_takeovers_total', r.job_type, '', '', '', '', count(*)
    FROM run_attempt a JOIN job_run r USING (run_id)
   WHERE a.status = 'LOST' AND EXISTS (SELECT FROM worker_heartbeat h WHERE h.worker_id = a.worker_id AND h.beat_at > a.finished_at)
   GROUP BY r.job_type
  UNION ALL
  SELECT 'reconciliation_differences_open', '', coalesce(d.channel_id, ''), '', lower(d.kind), '', count(*)
    FROM reconciliation_difference d WHERE d.status = 'OPEN' GROUP BY coalesce(d.channel_id, ''), d.kind
  UNION ALL
  SELECT 'reconciliation_differences_total', '', coalesce(d.channel_id, ''), '', lower(d.kind), '', count(*)
    FROM reconciliation_difference d GROUP BY coalesce(d.channel_id, ''), d.kind
  UNION ALL
  SELECT 'reconciliation_seconds', '', coalesce(l.channel_id, ''), '', l.kind, '', extract(epoch FROM l.took)
    FROM (SELECT DISTINCT ON (r.kind, coalesce(r.channel_id, '')) r.* FROM reconciliation_run r
           WHERE r.kind IN ('book', 'three tables') AND r.took IS NOT NULL
           ORDER BY r.kind, coalesce(r.channel_id, ''), r.reconciliation_id DESC) l
  UNION ALL
  SELECT 'compensation_backlog', '', '', '', w.class, '', w.n
    FROM (SELECT 'requested' AS class, count(*) AS n FROM approval WHERE kind = 'compensation' AND status IN ('REQUESTED', 'APPROVED', 'EXECUTING')
          UNION ALL
          SELECT 'in flight', count(*) FROM compensation c JOIN settlement_operation o USING (bucket, operation_id)
           WHERE o.status NOT IN ('SUCCEEDED', 'FAILED_PERMANENT')) w
  UNION ALL
  SELECT 'queue_length', d.job_type, '', '', 'due', '', count(*) FROM operation_due d WHERE d.due_at <= (SELECT clock()) GROUP BY d.job_type
  UNION ALL
  SELECT 'queue_oldest_seconds', d.job_type, '', '', 'due', '', extract(epoch FROM (SELECT clock()) - min(d.due_at))
    FROM operation_due d WHERE d.due_at <= (SELECT clock()) GROUP BY d.job_type
  UNION ALL
  SELECT 'queue_length', '', m.channel_id, '', lower(m.status), '', count(*)
    FROM (SELECT channel_id, status FROM outbox WHERE status = 'PENDING'
          UNION ALL SELECT channel_id, status FROM outbox WHERE status = 'SENDING'
          UNION ALL SELECT channel_id, status FROM outbox WHERE status = 'UNKNOWN') m GROUP BY m.channel_id, m.status
  UNION ALL
  SELECT 'queue_oldest_seconds', '', m.channel_id, '', 'pending', '', extract(epoch FROM (SELECT clock()) - min(m.created_at))
    FROM outbox m WHERE m.status = 'PENDING' GROUP BY m.channel_id
  UNION ALL
  SELECT 'send_seconds', '', c.channel_id, '', q.class, '', extract(epoch FROM q.took)
    FROM (SELECT channel_id, percentile_disc(ARRAY[0.5, 0.95, 0.99]) WITHIN GROUP (ORDER BY duration) AS p, max(duration) AS most
            FROM external_call WHERE kind = 'SEND' AND at > (SELECT clock()) - interval '5 min' GROUP BY channel_id) c
   CROSS JOIN LATERAL (VALUES ('p50', c.p[1]), ('p95', c.p[2]), ('p99', c.p[3]), ('max', c.most)) q(class, took)
  UNION ALL
  SELECT 'scheduler_lag_seconds', '', '', 'scheduler', '', '',
         coalesce(extract(epoch FROM (SELECT clock()) - min(r.scheduled_at)), 0)
    FROM job_run r WHERE r.status = 'DUE' AND r.scheduled_at <= (SELECT clock())
  UNION ALL
  SELECT 'operations', b.job_type, '', '', lower(c.status), b.rule_version::text, sum(c.n)
    FROM (SELECT batch_id, status, n FROM operation_count UNION ALL SELECT batch_id, status, n FROM operation_count_delta) c
    JOIN settlement_batch b USING (batch_id) GROUP BY b.job_type, c.status, b.rule_version HAVING sum(c.n) <> 0
  UNION ALL
  -- The average hides what a failure costs: money apart from the rest (R131).
  SELECT 'failure_ratio', '', '', '', CASE b.grade WHEN 'P0' THEN 'money' ELSE 'other' END, '',
         (sum(c.n) FILTER (WHERE c.status = 'FAILED_PERMANENT'))::double precision / nullif(sum(c.n), 0)
    FROM (SELECT batch_id, status, n FROM operation_count UNION ALL SELECT batch_id, status, n FROM operation_count_delta) c
    JOIN settlement_batch b USING (batch_id) GROUP BY b.grade
  UNION ALL
  SELECT 'dead_letters_open', '', '', '', lower(d.failure_class), '', count(*) FROM dead_letter d WHERE d.status <> 'RESOLVED' GROUP BY d.failure_class
  UNION ALL
  SELECT 'alerts_open', '', '', '', a.rule, '', count(*) FROM alert a WHERE a.closed_at IS NULL GROUP BY a.rule
  UNION ALL
  SELECT 'workers_alive', '', '', h.duty, '', '', count(DISTINCT h.worker_id)
    FROM worker_heartbeat h JOIN worker w USING (worker_id)
   WHERE h.beat_at > (SELECT clock()) - limit_of('worker silence') * interval '1 ms' AND w.stopped_at IS NULL GROUP BY h.duty;

-- Retention ------------------------------------------------------------------------------------------------------------------

-- How long what tells a repeat from a first time is kept. Operations, messages and keys are kept for good.
CREATE FUNCTION record_kept(p_record text) RETURNS interval LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE p_record WHEN 'attempt' THEN interval '30 days' WHEN 'outside call' THEN interval '400 days' END;

-- The longest that a schedule of waits lasts: the last wait repeats, each may be a tenth longer (R75).
CREATE FUNCTION schedule_span(p_waits interval[], p_attempts integer) RETURNS interval LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (SELECT coalesce(sum(p_waits[least(n, cardinality(p_waits))]), '0') * 1.1 FROM generate_series(1, p_attempts - 1) n);

-- The setting that lets a record die before the last retry that needs it is refused (R21, R144).
CREATE FUNCTION guard_job_retention() RETURNS trigger LANGUAGE plpgsql SET search_path = onceover, pg_temp AS $$
BEGIN
  IF NEW.max_total_time + NEW.allowed_lateness >= record_kept('attempt')
     OR schedule_span(NEW.retry_backoff, NEW.max_attempts) >= record_kept('attempt') THEN
    PERFORM refuse('OC006', 'job ' || NEW.job_id || ' could be retried after its attempts are gone (kept ' || record_kept('attempt') || ')');
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER guard_retention BEFORE INSERT OR UPDATE ON job FOR EACH ROW EXECUTE FUNCTION guard_job_retention();
CREATE FUNCTION guard_channel_retention() RETURNS trigger LANGUAGE plpgsql SET search_path = onceover, pg_temp AS $$
BEGIN
  IF schedule_span(NEW.retry_backoff, NEW.max_send_attempts) + schedule_span(NEW.query_backoff, NEW.max_queries + 1)
     + coalesce(NEW.max_late_execution, '0') + NEW.escalate_after >= record_kept('outside call') THEN
    PERFORM refuse('OC006', 'channel ' || NEW.channel_id || ' could be asked or sent to after its calls are gone (kept '
                   || record_kept('outside call') || ')');
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER guard_retention BEFORE INSERT OR UPDATE ON channel_profile FOR EACH ROW EXECUTE FUNCTION guard_channel_retention();
ALTER TABLE job ENABLE ALWAYS TRIGGER guard_retention;
ALTER TABLE channel_profile ENABLE ALWAYS TRIGGER guard_retention;

-- Who may what ---------------------------------------------------------------------------------------------------------------

DO $$
BEGIN
  EXECUTE 'GRANT CREATE ON SCHEMA onceover TO onceover_api';
  EXECUTE 'ALTER FUNCTION acknowledge_alert(bigint, uuid) OWNER TO onceover_api';
  EXECUTE 'REVOKE CREATE ON SCHEMA onceover FROM onceover_api';
END
$$;
REVOKE EXECUTE ON FUNCTION acknowledge_alert(bigint, uuid), guard_job_retention(), guard_channel_retention() FROM PUBLIC;
GRANT SELECT ON alert, watch_limit TO onceover_api;
GRANT UPDATE (acknowledged_by, acknowledged_at) ON alert TO onceover_api;
GRANT EXECUTE ON FUNCTION acknowledge_alert(bigint, uuid) TO onceover_operator, onceover_approver;

-- The reconciler reads what it compares and writes down what it finds; it repairs nothing (R98).
GRANT SELECT ON sale, subscription, payment_callback, merchant, job_run, run_trigger, run_attempt, operation_due, operation_event,
  dead_letter, alert, watch_limit, approval, compensation, v_subscription_order, v_payment, v_three_table_difference, v_figure
  TO onceover_reconciler;
GRANT UPDATE (opened) ON reconciliation_run TO onceover_reconciler;
GRANT INSERT ON alert TO onceover_reconciler;
GRANT UPDATE (last_error, detail, closed_at, escalations, escalated_at) ON alert TO onceover_reconciler;

GRANT SELECT ON watch_limit, v_three_table_difference, v_figure TO onceover_viewer, onceover_auditor;
GRANT SELECT ON v_subscription_order, v_payment TO onceover_auditor;
