-- SPDX-License-Identifier: GPL-3.0-or-later
-- The tables of the schema `onceover`. Guards, functions and grants follow in files of their own.
-- Conventions: money is bigint minor units + char(3); `bucket` leads every per-merchant key; `status` is the state of
-- every machine; time columns default to onceover.clock(); nothing here is ever deleted unless a comment says so.

CREATE SCHEMA onceover;
SET search_path = onceover, pg_temp;

-- Time that decides. A sandbox replaces the body by one that adds sandbox_clock.offset; nowhere else may it differ.
CREATE FUNCTION clock() RETURNS timestamptz LANGUAGE sql VOLATILE PARALLEL SAFE AS 'SELECT clock_timestamp()';

CREATE TABLE schema_migration (
  version     integer PRIMARY KEY,
  name        text NOT NULL,
  sha256      text NOT NULL,
  reader_min  integer NOT NULL,          -- oldest schema version whose console may still read this one
  applied_at  timestamptz NOT NULL DEFAULT clock(),
  app_version text NOT NULL
);

CREATE TABLE installation (
  only_one          boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  namespace         uuid NOT NULL,                                    -- enters every computed key; immutable
  name              text NOT NULL CHECK (name <> ''),
  environment       text NOT NULL CHECK (environment IN ('sandbox', 'development', 'staging', 'production')),
  system_identifier bigint NOT NULL,
  timeline          integer NOT NULL,
  epoch             integer NOT NULL DEFAULT 1,
  created_at        timestamptz NOT NULL DEFAULT clock()
);

-- People --------------------------------------------------------------------------------------------------------------

CREATE TABLE person (
  person_id    text PRIMARY KEY CHECK (person_id ~ '^[a-z][a-z0-9._-]*$'),
  display_name text NOT NULL CHECK (display_name <> ''),
  created_at   timestamptz NOT NULL DEFAULT clock()
);

CREATE TABLE person_login (
  rolname    name NOT NULL,
  roleoid    oid NOT NULL,
  person_id  text NOT NULL REFERENCES person,
  valid      boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT clock(),
  PRIMARY KEY (rolname, roleoid)
);
CREATE UNIQUE INDEX uq_person_login_valid ON person_login (rolname) WHERE valid;

-- Audit: one chain `people`, one chain per worker incarnation. The head row is locked for each append. ------------------

CREATE TABLE audit_chain (
  chain     text PRIMARY KEY,
  head_seq  bigint NOT NULL DEFAULT 0,
  head_hash bytea NOT NULL
);

CREATE TABLE audit_log (
  chain      text NOT NULL,
  seq        bigint NOT NULL CHECK (seq > 0),
  at         timestamptz NOT NULL,
  actor      text NOT NULL,              -- the person, or the worker incarnation
  login      text NOT NULL,              -- session_user
  role       text NOT NULL,
  action     text NOT NULL,
  target     text NOT NULL,
  outcome    text NOT NULL CHECK (outcome IN ('DONE', 'REFUSED')),
  reason     text NOT NULL DEFAULT '',
  ticket     text NOT NULL DEFAULT '',
  detail     jsonb NOT NULL DEFAULT '{}',
  request_id uuid,
  canonical  bytea NOT NULL,             -- the bytes that are hashed
  prev_hash  bytea NOT NULL,
  hash       bytea NOT NULL,
  PRIMARY KEY (chain, seq)
);

CREATE TABLE audit_anchor (
  anchor_id  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at         timestamptz NOT NULL DEFAULT clock(),
  heads      jsonb NOT NULL,
  signature  bytea,
  public_key bytea
);

-- Channels ------------------------------------------------------------------------------------------------------------

CREATE TABLE channel_profile (
  channel_id            text NOT NULL CHECK (channel_id ~ '^[a-z][a-z0-9-]*$'),
  profile_version       integer NOT NULL CHECK (profile_version > 0),
  kind                  text NOT NULL CHECK (kind IN ('payout', 'mail', 'webhook')),
  endpoint              text NOT NULL CHECK (endpoint <> ''),
  enabled               boolean NOT NULL DEFAULT false,
  key_transport         text NOT NULL,                     -- e.g. header:Idempotency-Key
  key_max_len           integer NOT NULL CHECK (key_max_len >= 32),
  key_charset           text NOT NULL,
  retention             interval NOT NULL,
  retention_margin      interval NOT NULL,
  on_mismatch           text NOT NULL CHECK (on_mismatch IN ('error', 'old_answer', 'ignores_key')),
  on_in_flight          text NOT NULL CHECK (on_in_flight IN ('409', 'blocks', 'executes')),
  stores_5xx            boolean NOT NULL,
  query_kind            text NOT NULL CHECK (query_kind IN ('authoritative', 'eventual', 'none')),
  query_eventual_max    interval,
  max_late_execution    interval,                          -- null: the channel gives no such promise
  refusal               text NOT NULL CHECK (refusal IN ('final', 'retryable_same_key')),
  fencing               boolean NOT NULL DEFAULT false,
  amount_unit           text NOT NULL CHECK (amount_unit IN ('minor', 'major')),
  cutoff                time,
  cutoff_zone           text,
  calendar_id           text,
  value_date_rule       text NOT NULL DEFAULT 'same-day',
  past_value_date       text NOT NULL DEFAULT 'accepts' CHECK (past_value_date IN ('accepts', 'refuses')),
  callback_ordered      boolean NOT NULL DEFAULT false,
  callback_signed       boolean NOT NULL DEFAULT false,
  callback_repeats      boolean NOT NULL DEFAULT true,
  -- how we treat it: settings in rows, so that they are versioned and audited
  connect_timeout       interval NOT NULL DEFAULT '5 s',
  answer_timeout        interval NOT NULL DEFAULT '30 s',
  send_lease            interval NOT NULL DEFAULT '2 min',
  max_in_flight         integer NOT NULL DEFAULT 64 CHECK (max_in_flight BETWEEN 1 AND 1000),
  retry_backoff         interval[] NOT NULL DEFAULT ARRAY['1 min', '5 min', '25 min']::interval[],
  max_send_attempts     integer NOT NULL DEFAULT 4 CHECK (max_send_attempts > 0),
  query_backoff         interval[] NOT NULL DEFAULT ARRAY['10 s', '1 min', '5 min', '25 min']::interval[],
  max_queries           integer NOT NULL DEFAULT 20 CHECK (max_queries > 0),
  created_at            timestamptz NOT NULL DEFAULT clock(),
  created_by            text NOT NULL,
  PRIMARY KEY (channel_id, profile_version),
  CHECK ((query_kind = 'eventual') = (query_eventual_max IS NOT NULL)),
  CHECK (answer_timeout < send_lease)
);
-- One enabled version per channel at a time.
CREATE UNIQUE INDEX uq_channel_profile_enabled ON channel_profile (channel_id) WHERE enabled;

CREATE TABLE business_calendar (
  calendar_id text NOT NULL,
  day         date NOT NULL,
  is_open     boolean NOT NULL,
  name        text NOT NULL DEFAULT '',
  PRIMARY KEY (calendar_id, day)
);

-- Jobs, triggers, runs -------------------------------------------------------------------------------------------------

CREATE TABLE job (
  job_id            text PRIMARY KEY CHECK (job_id ~ '^[a-z][a-z0-9-]*(@[a-z0-9-]+)?$'),
  job_type          text NOT NULL CHECK (job_type ~ '^[a-z][a-z0-9-]*$'),
  scope             text NOT NULL DEFAULT '' CHECK (scope ~ '^[a-z0-9-]*$'),
  run_key_prefix    text NOT NULL CHECK (run_key_prefix ~ '^[a-z][a-z0-9-]*$'),
  period_kind       text NOT NULL CHECK (period_kind IN ('day', 'week', 'month', 'slot')),
  grade             text NOT NULL CHECK (grade IN ('P0', 'P1')),
  time_zone         text NOT NULL CHECK (time_zone <> ''),
  schedule          text NOT NULL,                    -- five-field cron
  biz_date_offset   integer NOT NULL DEFAULT -1,      -- business date = local date of the scheduled instant + this
  enabled           boolean NOT NULL DEFAULT true,
  schedule_from     timestamptz NOT NULL,             -- no instant at or before this one is ever due
  -- R10: what the same action is, how late is allowed, whether it may repeat
  same_action       text NOT NULL CHECK (same_action <> ''),
  allowed_lateness  interval NOT NULL,
  may_repeat        text NOT NULL CHECK (may_repeat <> ''),
  needs_compensation boolean NOT NULL DEFAULT false,
  held_policy       text NOT NULL DEFAULT 'all' CHECK (held_policy IN ('all', 'latest', 'none')),
  rule_version      integer NOT NULL DEFAULT 1,
  rollout_mode      text NOT NULL DEFAULT 'full' CHECK (rollout_mode IN ('observe', 'limited', 'full')),
  shard_count       smallint NOT NULL DEFAULT 8 CHECK (shard_count BETWEEN 1 AND 64),
  claim_size        integer NOT NULL DEFAULT 500 CHECK (claim_size BETWEEN 1 AND 5000),
  lease             interval NOT NULL DEFAULT '5 min' CHECK (lease > '0'),
  retry_backoff     interval[] NOT NULL DEFAULT ARRAY['1 min', '5 min', '25 min']::interval[],
  max_attempts      integer NOT NULL DEFAULT 4 CHECK (max_attempts > 0),
  max_total_time    interval NOT NULL DEFAULT '6 h',
  conflict_backoff  interval NOT NULL DEFAULT '2 s',
  created_at        timestamptz NOT NULL DEFAULT clock(),
  UNIQUE (job_type, scope),
  CHECK (NOT (period_kind = 'slot' AND grade = 'P0'))
);

CREATE TABLE job_run (
  run_id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  job_id         text NOT NULL REFERENCES job,
  job_type       text NOT NULL,
  scope          text NOT NULL,
  run_key        text NOT NULL CONSTRAINT uq_job_run_key UNIQUE,
  biz_date       date NOT NULL,
  grade          text NOT NULL,
  status         text NOT NULL DEFAULT 'DUE',
  -- the stored answer of the schedule's resolver; null for a run that no schedule planned
  scheduled_at   timestamptz,
  local_wall     text,
  zone           text NOT NULL,
  tzdata_version text NOT NULL,
  resolution     text CHECK (resolution IN ('PLAIN', 'GAP_SHIFTED', 'OVERLAP_FIRST')),
  attempts       integer NOT NULL DEFAULT 0,
  lease_until    timestamptz,            -- of the scheduler that enumerates it; saves work, decides nothing
  worker_id      text,
  status_reason  text NOT NULL DEFAULT '',
  created_at     timestamptz NOT NULL DEFAULT clock(),
  started_at     timestamptz,
  finished_at    timestamptz
);
CREATE INDEX ix_job_run_open ON job_run (biz_date, run_id) WHERE status IN ('DUE', 'HELD', 'RUNNING');
CREATE INDEX ix_job_run_job ON job_run (job_id, biz_date DESC);

CREATE TABLE run_trigger (
  trigger_id   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  job_id       text NOT NULL,
  source       text NOT NULL CHECK (source IN ('schedule', 'manual', 'catch-up', 'replay')),
  scheduled_at timestamptz,
  request_id   uuid,
  run_id       bigint NOT NULL,
  run_key      text NOT NULL,
  biz_date     date NOT NULL,
  answer       text NOT NULL CHECK (answer IN ('CREATED', 'EXISTING', 'HELD', 'ALREADY_COMPLETED')),
  requested_by text NOT NULL,
  at           timestamptz NOT NULL DEFAULT clock(),
  CHECK ((source IN ('schedule', 'catch-up')) = (scheduled_at IS NOT NULL)),
  CHECK ((source IN ('manual', 'replay')) = (request_id IS NOT NULL))
);
CREATE UNIQUE INDEX uq_run_trigger_schedule ON run_trigger (job_id, scheduled_at) WHERE scheduled_at IS NOT NULL;
CREATE UNIQUE INDEX uq_run_trigger_request ON run_trigger (request_id) WHERE request_id IS NOT NULL;
CREATE INDEX ix_run_trigger_run ON run_trigger (run_id);

-- Kept 30 days after the end (the janitor's function, rows of ended runs only).
CREATE TABLE run_attempt (
  attempt_id    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  run_id        bigint NOT NULL,
  batch_id      bigint,                   -- null: the scheduler's attempt at the run itself
  shard_no      smallint,
  attempt_no    integer NOT NULL CHECK (attempt_no > 0),
  worker_id     text NOT NULL,
  input_version text NOT NULL DEFAULT '',
  status        text NOT NULL DEFAULT 'STARTED',
  started_at    timestamptz NOT NULL DEFAULT clock(),
  finished_at   timestamptz,
  rows_affected bigint NOT NULL DEFAULT 0,
  outcome       text NOT NULL DEFAULT '',
  error         text NOT NULL DEFAULT '',
  CHECK ((batch_id IS NULL) = (shard_no IS NULL))
);
CREATE UNIQUE INDEX uq_run_attempt_shard ON run_attempt (run_id, shard_no, worker_id) WHERE shard_no IS NOT NULL;
CREATE UNIQUE INDEX uq_run_attempt_run ON run_attempt (run_id, attempt_no) WHERE shard_no IS NULL;
CREATE INDEX ix_run_attempt_open ON run_attempt (worker_id) WHERE status = 'STARTED';

-- Batches, shards --------------------------------------------------------------------------------------------------------

CREATE TABLE settlement_batch (
  batch_id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  run_id         bigint NOT NULL,
  job_id         text NOT NULL,
  job_type       text NOT NULL,
  biz_date       date NOT NULL,
  scope          text NOT NULL,
  grade          text NOT NULL,
  status         text NOT NULL DEFAULT 'CREATED',
  status_reason  text NOT NULL DEFAULT '',
  shard_total    smallint NOT NULL CHECK (shard_total BETWEEN 1 AND 64),
  input_version  text NOT NULL,
  rule_version   integer NOT NULL,
  -- statistics of the last look (R41); the truth is operation_count + operation_count_delta
  expected_count bigint NOT NULL DEFAULT 0,
  done_count     bigint NOT NULL DEFAULT 0,
  count_agrees   boolean,
  amount_agrees  boolean,
  last_check_at  timestamptz,
  created_at     timestamptz NOT NULL DEFAULT clock(),
  finished_at    timestamptz,
  CONSTRAINT uq_settlement_batch UNIQUE (job_type, biz_date, scope)
);
CREATE INDEX ix_settlement_batch_open ON settlement_batch (batch_id) WHERE status NOT IN ('COMPLETED');
CREATE INDEX ix_settlement_batch_date ON settlement_batch (biz_date DESC, batch_id DESC);

CREATE TABLE batch_shard (
  batch_id        bigint NOT NULL,
  shard_no        smallint NOT NULL,
  shard_total     smallint NOT NULL,
  bucket_from     smallint NOT NULL,      -- inclusive
  bucket_to       smallint NOT NULL,      -- exclusive
  input_version   text NOT NULL,
  status          text NOT NULL DEFAULT 'OPEN',
  expected_count  bigint,
  expected_amount jsonb,                  -- {"CNY": 123, …}: minor units per currency, counted from the inputs
  expected_items  bigint,
  input_hash      bytea,
  enumerated_at   timestamptz,
  finished_at     timestamptz,
  PRIMARY KEY (batch_id, shard_no),
  CHECK (bucket_from >= 0 AND bucket_to <= 64 AND bucket_from < bucket_to),
  CHECK (shard_no >= 0 AND shard_no < shard_total),
  CHECK ((status = 'OPEN') = (expected_count IS NULL)),
  CHECK ((expected_count IS NULL) = (input_hash IS NULL))
);

-- Operations -------------------------------------------------------------------------------------------------------------

-- No index on a column that changes: updates of operations stay HOT. Open work is listed in operation_due and outbox.
CREATE TABLE settlement_operation (
  bucket          smallint NOT NULL,
  operation_id    uuid NOT NULL,
  merchant_id     bigint NOT NULL,
  settle_date     date NOT NULL,
  settlement_type text NOT NULL COLLATE "C",
  currency        char(3) NOT NULL COLLATE "C",
  scope_ref       text NOT NULL DEFAULT '' COLLATE "C",
  revision        integer NOT NULL DEFAULT 0,
  root_id         uuid NOT NULL,
  amount_minor    bigint NOT NULL,
  item_count      integer NOT NULL,
  batch_id        bigint NOT NULL,
  shard_no        smallint NOT NULL,
  job_id          text NOT NULL,
  biz_date        date NOT NULL,
  channel_id      text NOT NULL,
  beneficiary     jsonb NOT NULL,         -- immutable snapshot: name, account, country, fingerprint
  input_version   text NOT NULL,
  rule_version    integer NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT clock(),
  -- what changes
  status          text NOT NULL DEFAULT 'PENDING' COLLATE "C",
  version         bigint NOT NULL DEFAULT 0,
  worker_id       text,
  lease_until     timestamptz,
  attempt_id      bigint,                 -- the shard attempt under which it was claimed last
  attempts        integer NOT NULL DEFAULT 0,     -- burned of the present budget
  attempts_total  integer NOT NULL DEFAULT 0,     -- claims ever; history keeps counting
  next_attempt_at timestamptz,
  failure_class   text,
  last_error      text NOT NULL DEFAULT '',
  external_ref    text,
  updated_at      timestamptz NOT NULL DEFAULT clock(),
  finished_at     timestamptz,
  PRIMARY KEY (bucket, operation_id),
  CONSTRAINT uq_settlement_operation UNIQUE (bucket, merchant_id, settle_date, settlement_type, currency, scope_ref, revision),
  CONSTRAINT lease_goes_with_processing CHECK (
    (status = 'PROCESSING') = (lease_until IS NOT NULL) AND (lease_until IS NULL) = (worker_id IS NULL)),
  CONSTRAINT failure_class_goes_with_failed CHECK ((status = 'FAILED_PERMANENT') = (failure_class IS NOT NULL))
) WITH (fillfactor = 50);
CREATE INDEX ix_settlement_operation_batch ON settlement_operation (batch_id, bucket, operation_id);
CREATE INDEX ix_settlement_operation_date ON settlement_operation (biz_date DESC, bucket, operation_id);
CREATE INDEX ix_settlement_operation_merchant ON settlement_operation (merchant_id, biz_date DESC);
CREATE INDEX ix_settlement_operation_id ON settlement_operation (operation_id);

-- A row exists exactly while the operation is PENDING, RETRYABLE or PROCESSING. Rows are deleted by the duty that ends it.
CREATE TABLE operation_due (
  bucket        smallint NOT NULL,
  operation_id  uuid NOT NULL,
  job_type      text NOT NULL COLLATE "C",
  job_id        text NOT NULL,
  batch_id      bigint NOT NULL,
  merchant_id   bigint NOT NULL,
  due_at        timestamptz NOT NULL,     -- next attempt; end of the lease while PROCESSING
  claimed_alone boolean NOT NULL DEFAULT false,   -- the present (or last) claim held this row only
  lost          boolean NOT NULL DEFAULT false,   -- lost its worker before: is claimed alone from then on
  recoveries    smallint NOT NULL DEFAULT 0,      -- grows only when a claim of this row alone lost its worker
  PRIMARY KEY (bucket, operation_id)
) WITH (fillfactor = 50);
CREATE INDEX ix_operation_due_claim ON operation_due (job_type, bucket, due_at);

CREATE TABLE settlement_item (
  bucket       smallint NOT NULL,
  item_kind    text NOT NULL COLLATE "C" CHECK (item_kind IN ('sale', 'refund', 'fee', 'chargeback', 'adjustment', 'carry-over')),
  item_id      text NOT NULL COLLATE "C" CHECK (item_id <> ''),
  root_id      uuid NOT NULL,
  amount_minor bigint NOT NULL,           -- signed: what it adds to the settlement
  currency     char(3) NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT clock(),
  CONSTRAINT uq_settlement_item PRIMARY KEY (bucket, item_kind, item_id)
);
CREATE INDEX ix_settlement_item_root ON settlement_item (bucket, root_id);

-- One row per set and step; an operation's history is found by attempt and array membership. Partitioned by day, 30 days.
CREATE TABLE operation_event (
  event_id      bigint GENERATED BY DEFAULT AS IDENTITY,
  at            timestamptz NOT NULL DEFAULT clock(),
  event         text NOT NULL,
  from_status   text NOT NULL,
  to_status     text NOT NULL,
  batch_id      bigint,
  attempt_id    bigint,
  worker_id     text NOT NULL,
  operation_ids uuid[] NOT NULL,
  versions      bigint[] NOT NULL DEFAULT '{}',
  detail        text NOT NULL DEFAULT ''
) PARTITION BY RANGE (at);
CREATE TABLE operation_event_default PARTITION OF operation_event DEFAULT;
CREATE INDEX ix_operation_event_batch ON operation_event (batch_id, at);
CREATE INDEX ix_operation_event_attempt ON operation_event (attempt_id, at);

-- Maintained counts: summary + appended deltas, folded by the janitor (deltas are deleted there and nowhere else).
CREATE TABLE operation_count (
  batch_id     bigint NOT NULL,
  shard_no     smallint NOT NULL,
  currency     char(3) NOT NULL,
  status       text NOT NULL COLLATE "C",
  n            bigint NOT NULL,
  amount_minor bigint NOT NULL,
  PRIMARY KEY (batch_id, shard_no, currency, status)
);
CREATE TABLE operation_count_delta (
  delta_id     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  batch_id     bigint NOT NULL,
  shard_no     smallint NOT NULL,
  currency     char(3) NOT NULL,
  status       text NOT NULL,
  n            bigint NOT NULL,
  amount_minor bigint NOT NULL
);

-- Ledger -----------------------------------------------------------------------------------------------------------------

CREATE TABLE account (
  account_id   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_kind text NOT NULL CHECK (account_kind IN ('payable', 'in_transit', 'paid')),
  owner_ref    text NOT NULL,             -- merchant id as text for payable, channel id for the others
  currency     char(3) NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT clock(),
  CONSTRAINT uq_account UNIQUE (account_kind, owner_ref, currency)
);

-- A balance is account_balance + its deltas not yet folded.
CREATE TABLE account_balance (
  account_id    bigint PRIMARY KEY,
  balance_minor bigint NOT NULL,
  updated_at    timestamptz NOT NULL DEFAULT clock()
);
CREATE TABLE account_balance_delta (
  delta_id     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id   bigint NOT NULL,
  amount_minor bigint NOT NULL
);

CREATE TABLE ledger_entry (
  bucket       smallint NOT NULL,
  operation_id uuid NOT NULL,
  phase        text NOT NULL COLLATE "C" CHECK (phase IN ('HOLD', 'PAY', 'BACK')),
  side         text NOT NULL COLLATE "C" CHECK (side IN ('DEBIT', 'CREDIT')),
  account_id   bigint NOT NULL,
  amount_minor bigint NOT NULL,           -- signed: a debit is negative, a credit positive
  currency     char(3) NOT NULL,
  op_version   bigint NOT NULL,           -- the fence: the operation's version under which this was posted
  attempt_id   bigint,
  created_at   timestamptz NOT NULL DEFAULT clock(),
  PRIMARY KEY (bucket, operation_id, phase, side),
  CHECK ((side = 'DEBIT') = (amount_minor < 0) AND amount_minor <> 0)
);
-- Money in transit ends once: paid or given back, never both.
CREATE UNIQUE INDEX uq_ledger_entry_end ON ledger_entry (bucket, operation_id, side) WHERE phase IN ('PAY', 'BACK');
CREATE INDEX ix_ledger_entry_account ON ledger_entry (account_id);

-- Outbox and the outside ---------------------------------------------------------------------------------------------------

CREATE TABLE outbox (
  outbox_id        bigint GENERATED ALWAYS AS IDENTITY,
  bucket           smallint NOT NULL,
  operation_id     uuid NOT NULL,
  message_kind     text NOT NULL CHECK (message_kind IN ('payout', 'mail', 'webhook')),
  channel_id       text NOT NULL,
  profile_version  integer NOT NULL,
  idempotency_key  text NOT NULL CHECK (idempotency_key ~ '^[A-Z2-7]{32}$'),
  payload          bytea NOT NULL,        -- the exact bytes; every re-send sends these
  payload_sha256   bytea NOT NULL CHECK (octet_length(payload_sha256) = 32),
  amount_minor     bigint NOT NULL,
  currency         char(3) NOT NULL,
  job_id           text NOT NULL,
  batch_id         bigint NOT NULL,
  merchant_id      bigint NOT NULL,
  created_at       timestamptz NOT NULL DEFAULT clock(),
  -- what changes
  status           text NOT NULL DEFAULT 'PENDING' COLLATE "C",
  version          bigint NOT NULL DEFAULT 0,
  worker_id        text,
  lease_until      timestamptz,
  not_before       timestamptz NOT NULL DEFAULT clock(),
  attempts         integer NOT NULL DEFAULT 0,     -- burned of the present budget
  sends_total      integer NOT NULL DEFAULT 0,     -- marks ever
  sends_maybe_left integer NOT NULL DEFAULT 0 CHECK (sends_maybe_left >= 0),
  first_sent_at    timestamptz,
  last_sent_at     timestamptz,
  queries          integer NOT NULL DEFAULT 0,     -- asked since the message became UNKNOWN
  next_query_at    timestamptz,
  unknown_since    timestamptz,
  external_ref     text,
  last_answer      text NOT NULL DEFAULT '',
  last_error       text NOT NULL DEFAULT '',
  updated_at       timestamptz NOT NULL DEFAULT clock(),
  finished_at      timestamptz,
  PRIMARY KEY (bucket, outbox_id),
  CONSTRAINT uq_outbox_message UNIQUE (bucket, operation_id, message_kind),
  CONSTRAINT uq_outbox_key UNIQUE (idempotency_key),
  CONSTRAINT send_lease_goes_with_sending CHECK ((status = 'SENDING') = (lease_until IS NOT NULL)
                                                AND (lease_until IS NULL) = (worker_id IS NULL)),
  CONSTRAINT unknown_is_asked CHECK ((status = 'UNKNOWN') = (next_query_at IS NOT NULL))
) WITH (fillfactor = 60);
CREATE INDEX ix_outbox_pending ON outbox (channel_id, not_before, outbox_id) WHERE status = 'PENDING';
CREATE INDEX ix_outbox_sending ON outbox (lease_until) WHERE status = 'SENDING';
CREATE INDEX ix_outbox_unknown ON outbox (next_query_at) WHERE status = 'UNKNOWN';
CREATE INDEX ix_outbox_batch ON outbox (batch_id, bucket, outbox_id);

-- Facts from outside: appended, never changed. Partitioned by month, kept 400 days after the end.
CREATE TABLE external_call (
  call_id         bigint GENERATED BY DEFAULT AS IDENTITY,
  at              timestamptz NOT NULL DEFAULT clock(),
  kind            text NOT NULL CHECK (kind IN ('SEND', 'QUERY')),
  channel_id      text NOT NULL,
  profile_version integer NOT NULL,
  bucket          smallint NOT NULL,
  outbox_id       bigint NOT NULL,
  operation_id    uuid NOT NULL,
  idempotency_key text NOT NULL,
  request_sha256  bytea,                  -- of the payload that was sent; null for a query
  outbox_version  bigint NOT NULL,        -- the version under which it was made
  started_at      timestamptz NOT NULL,   -- by the database: when it was marked
  duration        interval NOT NULL,      -- by the caller's monotonic clock; decides nothing
  answer          text NOT NULL CHECK (answer IN (
    'ACCEPTED', 'REFUSED', 'IN_FLIGHT', 'MISMATCH', 'THROTTLED', 'UNKNOWN', 'NOT_SENT',
    'FOUND_EXECUTED', 'FOUND_PENDING', 'FOUND_REFUSED', 'NOT_FOUND', 'QUERY_UNKNOWN')),
  http_status     integer,
  code            text NOT NULL DEFAULT '',
  external_ref    text,
  amount_minor    bigint,
  currency        char(3),
  raw_answer      bytea,                  -- first 4 KiB
  raw_sha256      bytea,
  error           text NOT NULL DEFAULT '',
  worker_id       text NOT NULL
) PARTITION BY RANGE (at);
CREATE TABLE external_call_default PARTITION OF external_call DEFAULT;
CREATE INDEX ix_external_call_operation ON external_call (bucket, operation_id);
CREATE INDEX ix_external_call_outbox ON external_call (bucket, outbox_id);

CREATE TABLE external_event (
  channel_id      text NOT NULL,
  event_id        text NOT NULL,
  at              timestamptz NOT NULL DEFAULT clock(),
  idempotency_key text NOT NULL,
  answer          text NOT NULL,
  external_ref    text,
  amount_minor    bigint,
  currency        char(3),
  raw             bytea NOT NULL,
  raw_sha256      bytea NOT NULL,
  signature_valid boolean NOT NULL,
  worker_id       text NOT NULL,
  PRIMARY KEY (channel_id, event_id)
);

-- A reference of the outside belongs to one operation, ever.
CREATE TABLE external_reference (
  channel_id   text NOT NULL,
  external_ref text NOT NULL CHECK (external_ref <> ''),
  bucket       smallint NOT NULL,
  operation_id uuid NOT NULL,
  at           timestamptz NOT NULL DEFAULT clock(),
  PRIMARY KEY (channel_id, external_ref)
);

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
