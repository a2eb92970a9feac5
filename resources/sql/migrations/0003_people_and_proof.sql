-- SPDX-License-Identifier: GPL-3.0-or-later
-- The tables around the settlement: what stopped, people's decisions, reconciliation, workers, business input.

SET search_path = onceover, pg_temp;

-- What stopped ---------------------------------------------------------------------------------------------------------------

CREATE TABLE dead_letter (
  dead_letter_id  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  subject_kind    text NOT NULL CHECK (subject_kind IN ('operation', 'message', 'run')),
  subject_id      text NOT NULL,
  bucket          smallint,
  operation_id    uuid,
  batch_id        bigint,
  job_id          text NOT NULL,
  biz_date        date NOT NULL,
  grade           text NOT NULL,
  idempotency_key text NOT NULL,
  failure_class   text NOT NULL,
  last_error      text NOT NULL CHECK (last_error <> ''),
  payload         bytea NOT NULL,
  attempts        integer NOT NULL,
  amount_minor    bigint,
  currency        char(3),
  status          text NOT NULL DEFAULT 'OPEN',
  resolution      text CHECK (resolution IN ('replayed', 'compensated', 'replaced', 'answered', 'resolved', 'dismissed')),
  reason          text NOT NULL DEFAULT '',
  opened_at       timestamptz NOT NULL DEFAULT clock(),
  resolved_at     timestamptz,
  CHECK ((status = 'RESOLVED') = (resolution IS NOT NULL)),
  CHECK ((status = 'RESOLVED') = (resolved_at IS NOT NULL))
);
CREATE UNIQUE INDEX uq_dead_letter_open ON dead_letter (subject_kind, subject_id) WHERE status <> 'RESOLVED';
CREATE INDEX ix_dead_letter_open ON dead_letter (opened_at) WHERE status <> 'RESOLVED';
CREATE INDEX ix_dead_letter_batch ON dead_letter (batch_id);
CREATE INDEX ix_dead_letter_operation ON dead_letter (operation_id);

CREATE TABLE freeze_order (
  freeze_id    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  scope_kind   text NOT NULL CHECK (scope_kind IN ('everything', 'job', 'channel', 'merchant', 'batch')),
  scope_ref    text NOT NULL,
  status       text NOT NULL DEFAULT 'REQUESTED'
               CHECK (status IN ('REQUESTED', 'IN_FORCE', 'DRAINED', 'LIFT_REQUESTED', 'LIFTED')),
  incident_id  bigint,
  actor        text NOT NULL,
  reason       text NOT NULL CHECK (reason <> ''),
  requested_at timestamptz NOT NULL DEFAULT clock(),
  effective_at timestamptz,
  drained_at   timestamptz,
  lifted_at    timestamptz,
  CHECK ((scope_kind = 'everything') = (scope_ref = '')),
  CHECK ((status = 'REQUESTED') = (effective_at IS NULL)),
  CHECK ((status = 'LIFTED') = (lifted_at IS NOT NULL))
);
CREATE INDEX ix_freeze_order_open ON freeze_order (freeze_id) WHERE status <> 'LIFTED';

CREATE TABLE freeze_exemption (
  freeze_id    bigint NOT NULL REFERENCES freeze_order,
  bucket       smallint NOT NULL,
  operation_id uuid NOT NULL,
  approval_id  bigint NOT NULL,
  PRIMARY KEY (freeze_id, bucket, operation_id)
);

CREATE TABLE incident (
  incident_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  status      text NOT NULL DEFAULT 'OPEN',
  title       text NOT NULL,
  owner       text REFERENCES person,
  opened_by   text NOT NULL,
  opened_at   timestamptz NOT NULL DEFAULT clock(),
  closed_at   timestamptz
);
CREATE TABLE incident_step (
  incident_id bigint NOT NULL REFERENCES incident,
  step_no     integer NOT NULL,
  status      text NOT NULL,
  actor       text NOT NULL,
  note        text NOT NULL DEFAULT '',
  evidence    jsonb NOT NULL DEFAULT '{}',
  at          timestamptz NOT NULL DEFAULT clock(),
  PRIMARY KEY (incident_id, step_no)
);

-- People's decisions ----------------------------------------------------------------------------------------------------------

CREATE TABLE approval (
  approval_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  request_id  uuid NOT NULL UNIQUE,
  kind        text NOT NULL CHECK (kind IN (
    'replay', 're-send', 'resolve', 'revision', 'correction', 'compensation', 'recovery plan', 'batch recovery', 'lift',
    'dismissal', 'match', 'missing outbox', 'profile', 'rollout', 'beneficiary', 'retention setting')),
  status      text NOT NULL DEFAULT 'REQUESTED' CHECK (status IN (
    'REQUESTED', 'APPROVED', 'EXECUTING', 'EXECUTED', 'PARTLY', 'FAILED', 'VERIFIED', 'EXPIRED', 'VOID', 'REJECTED', 'WITHDRAWN')),
  maker       text NOT NULL REFERENCES person,
  checker     text REFERENCES person,
  reason      text NOT NULL CHECK (reason <> ''),
  ticket      text NOT NULL DEFAULT '',
  plan        jsonb NOT NULL,
  plan_hash   bytea NOT NULL,
  expires_at  timestamptz NOT NULL,
  lease_until timestamptz,
  worker_id   text,
  requested_at timestamptz NOT NULL DEFAULT clock(),
  decided_at  timestamptz,
  executed_at timestamptz,
  CHECK (checker IS NULL OR checker <> maker)
);
CREATE TABLE approval_item (
  approval_id  bigint NOT NULL REFERENCES approval,
  item_no      integer NOT NULL,
  bucket       smallint,
  operation_id uuid,
  is_money     boolean NOT NULL,
  is_open      boolean NOT NULL DEFAULT true,
  status       text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'DONE', 'REFUSED', 'UNKNOWN')),
  reason       text NOT NULL DEFAULT '',
  PRIMARY KEY (approval_id, item_no)
);
CREATE UNIQUE INDEX uq_approval_item_open_money ON approval_item (bucket, operation_id) WHERE is_money AND is_open;

CREATE TABLE compensation (
  bucket          smallint NOT NULL,
  operation_id    uuid NOT NULL,          -- the compensating operation
  original_bucket smallint NOT NULL,
  original_id     uuid NOT NULL,
  kind            text NOT NULL CHECK (kind IN ('refund', 'extension', 'reversal')),
  approval_id     bigint NOT NULL REFERENCES approval,
  PRIMARY KEY (bucket, operation_id)
);

-- Reconciliation --------------------------------------------------------------------------------------------------------------

CREATE TABLE reconciliation_run (
  reconciliation_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind        text NOT NULL,
  batch_id    bigint,
  biz_date    date,
  channel_id  text,
  compared    bigint NOT NULL DEFAULT 0,
  differences bigint NOT NULL DEFAULT 0,
  started_at  timestamptz NOT NULL DEFAULT clock(),
  finished_at timestamptz,
  worker_id   text NOT NULL
);
CREATE TABLE reconciliation_difference (
  difference_id     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  reconciliation_id bigint,
  kind              text NOT NULL CHECK (kind IN ('MISSING_HERE', 'MISSING_THERE', 'AMOUNT', 'CURRENCY', 'TWICE', 'LATE',
                                                 'CONTRADICTION', 'REFERENCE_TAKEN', 'COUNT')),
  grade             text NOT NULL,
  batch_id          bigint,
  bucket            smallint,
  operation_id      uuid,
  channel_id        text,
  idempotency_key   text NOT NULL DEFAULT '',
  external_ref      text NOT NULL DEFAULT '',
  ours_minor        bigint,
  theirs_minor      bigint,
  currency          char(3),
  detail            text NOT NULL DEFAULT '',
  status            text NOT NULL DEFAULT 'OPEN' CHECK (status IN ('OPEN', 'RESOLVED')),
  opened_at         timestamptz NOT NULL DEFAULT clock(),
  resolved_at       timestamptz
);
CREATE INDEX ix_reconciliation_difference_open ON reconciliation_difference (opened_at) WHERE status = 'OPEN';
CREATE UNIQUE INDEX uq_reconciliation_difference_open ON reconciliation_difference
  (kind, coalesce(operation_id::text, ''), coalesce(batch_id, 0), external_ref) WHERE status = 'OPEN';

CREATE TABLE statement (
  statement_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  channel_id   text NOT NULL,
  file_sha256  bytea NOT NULL UNIQUE,
  format       text NOT NULL,
  opening_minor bigint, closing_minor bigint, currency char(3),
  from_date    date, to_date date,
  imported_at  timestamptz NOT NULL DEFAULT clock(),
  worker_id    text NOT NULL
);
CREATE TABLE statement_entry (
  statement_id bigint NOT NULL REFERENCES statement,
  entry_no     integer NOT NULL,
  entry_ref    text NOT NULL,
  occurrence   integer NOT NULL DEFAULT 1,
  amount_minor bigint NOT NULL,
  currency     char(3) NOT NULL,
  booked_on    date NOT NULL,
  kind         text NOT NULL DEFAULT '',
  detail       text NOT NULL DEFAULT '',
  PRIMARY KEY (statement_id, entry_no)
);

-- Workers, metrics, alerts ------------------------------------------------------------------------------------------------------

CREATE TABLE worker (
  worker_id    text PRIMARY KEY,          -- one incarnation of one process
  program      text NOT NULL,
  app_version  text NOT NULL,
  host         text NOT NULL,
  pid          integer NOT NULL,
  duties       text[] NOT NULL,
  started_at   timestamptz NOT NULL DEFAULT clock(),
  stopped_at   timestamptz,
  stop_reason  text NOT NULL DEFAULT ''
);
-- One row per incarnation, duty and minute; folded after the retention by the janitor.
CREATE TABLE worker_heartbeat (
  worker_id        text NOT NULL,
  duty             text NOT NULL,
  minute           timestamptz NOT NULL,
  beat_at          timestamptz NOT NULL DEFAULT clock(),
  last_progress_at timestamptz,           -- last time the duty did a piece of work
  pieces           bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (worker_id, duty, minute)
);
CREATE INDEX ix_worker_heartbeat_time ON worker_heartbeat (duty, beat_at DESC);

CREATE TABLE metric_sample (
  minute timestamptz NOT NULL,
  name   text NOT NULL,
  label  text NOT NULL DEFAULT '',
  value  double precision NOT NULL,       -- a measurement for pictures, never money
  PRIMARY KEY (minute, name, label)
);
CREATE TABLE operation_hourly (
  hour   timestamptz NOT NULL,
  job_id text NOT NULL,
  status text NOT NULL,
  n      bigint NOT NULL,
  PRIMARY KEY (hour, job_id, status)
);
CREATE TABLE alert (
  alert_id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  rule            text NOT NULL,
  subject         text NOT NULL,
  grade           text NOT NULL,
  idempotency_key text NOT NULL DEFAULT '',
  last_error      text NOT NULL DEFAULT '',
  opened_at       timestamptz NOT NULL DEFAULT clock(),
  acknowledged_by text REFERENCES person,
  acknowledged_at timestamptz,
  closed_at       timestamptz
);
CREATE UNIQUE INDEX uq_alert_open ON alert (rule, subject) WHERE closed_at IS NULL;

CREATE TABLE release_window (
  window_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  starts_at timestamptz NOT NULL,
  ends_at   timestamptz NOT NULL CHECK (ends_at > starts_at),
  what      text NOT NULL
);
CREATE TABLE rollout (
  job_id       text NOT NULL REFERENCES job,
  rule_version integer NOT NULL,
  mode         text NOT NULL CHECK (mode IN ('observe', 'limited', 'full')),
  scope_list   text[] NOT NULL DEFAULT '{}',
  approval_id  bigint REFERENCES approval,
  at           timestamptz NOT NULL DEFAULT clock(),
  PRIMARY KEY (job_id, rule_version, at)
);
CREATE TABLE drill_run (
  drill_run_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  drill        text NOT NULL,
  fault_point  text NOT NULL,
  started_at   timestamptz NOT NULL DEFAULT clock(),
  finished_at  timestamptz,
  result       text NOT NULL DEFAULT '',
  five_way     jsonb NOT NULL DEFAULT '{}',
  run_by       text NOT NULL
);

-- Business input of the built-in jobs --------------------------------------------------------------------------------------------

CREATE TABLE merchant (
  merchant_id     bigint PRIMARY KEY CHECK (merchant_id > 0),
  bucket          smallint NOT NULL,
  name            text NOT NULL CHECK (name <> ''),
  time_zone       text NOT NULL CHECK (time_zone <> ''),
  cutoff          time NOT NULL DEFAULT '00:00',        -- local time at which the business day ends
  currency        char(3) NOT NULL,
  channel_id      text NOT NULL,
  beneficiary_name    text NOT NULL CHECK (beneficiary_name <> ''),
  beneficiary_account text NOT NULL CHECK (beneficiary_account <> ''),
  beneficiary_country char(2) NOT NULL,
  minimum_payout_minor bigint NOT NULL DEFAULT 0 CHECK (minimum_payout_minor >= 0),
  on_hold         boolean NOT NULL DEFAULT false,
  created_at      timestamptz NOT NULL DEFAULT clock()
);
-- The "orders" of R95: what was sold, given back and charged, signed. settle_date is set at intake from the merchant's
-- zone and cut-off; a date with a batch is sealed.
CREATE TABLE sale (
  bucket       smallint NOT NULL,
  sale_kind    text NOT NULL CHECK (sale_kind IN ('sale', 'refund', 'fee', 'chargeback', 'adjustment')),
  sale_id      text NOT NULL COLLATE "C" CHECK (sale_id <> ''),
  merchant_id  bigint NOT NULL REFERENCES merchant,
  amount_minor bigint NOT NULL CHECK (amount_minor <> 0),
  currency     char(3) NOT NULL,
  occurred_at  timestamptz NOT NULL,
  settle_date  date NOT NULL,
  settle_by    text NOT NULL DEFAULT 'settle-daily',    -- the job type that settles this merchant's cycle
  created_at   timestamptz NOT NULL DEFAULT clock(),
  PRIMARY KEY (bucket, sale_kind, sale_id)
);
CREATE INDEX ix_sale_settle ON sale (settle_by, settle_date, bucket, merchant_id);

CREATE TABLE subscription (
  subscription_id bigint PRIMARY KEY,
  merchant_id     bigint NOT NULL REFERENCES merchant,
  user_ref        text NOT NULL,
  amount_minor    bigint NOT NULL CHECK (amount_minor > 0),
  currency        char(3) NOT NULL,
  paid_until      date NOT NULL,
  status          text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'ENDED')),
  created_at      timestamptz NOT NULL DEFAULT clock()
);
CREATE TABLE payment_callback (
  callback_id     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  subscription_id bigint,
  external_ref    text NOT NULL UNIQUE,
  amount_minor    bigint NOT NULL,
  currency        char(3) NOT NULL,
  status          text NOT NULL,
  at              timestamptz NOT NULL DEFAULT clock()
);
