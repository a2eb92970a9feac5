-- SPDX-License-Identifier: GPL-3.0-or-later
-- The schema `onceover`: installation, people, audit, channels, jobs, runs, batches. The settlement itself, what people and
-- proof need, then keys, guards, functions, views and grants follow in files of their own.
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

-- What every promise rests on (triggers, unique indexes, constraints, functions), as the last migration made it. The start-up
-- check of every duty compares it with what is there (K49).
CREATE TABLE schema_guard (
  kind       text NOT NULL CHECK (kind IN ('trigger', 'index', 'constraint', 'function')),
  relation   text NOT NULL,              -- '' for a function
  name       text NOT NULL,              -- with its arguments for a function
  definition text NOT NULL,
  PRIMARY KEY (kind, relation, name)
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
  refusal_codes         text[] NOT NULL DEFAULT '{}',      -- the codes that mean "refused for good"; any other code is unknown
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
  escalate_after        interval NOT NULL DEFAULT '4 hours' CHECK (escalate_after > '0'),   -- an unknown of this age goes to a person
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
  UNIQUE (run_key_prefix, scope),                     -- or two jobs would compute the same run key
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
-- One running attempt per shard and worker; after it ended, the next claim there is a new attempt.
CREATE UNIQUE INDEX uq_run_attempt_shard ON run_attempt (run_id, shard_no, worker_id) WHERE shard_no IS NOT NULL AND status = 'STARTED';
CREATE INDEX ix_run_attempt_shard ON run_attempt (run_id, shard_no);
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
