-- Catalog: what must exist, and the one row that guards who may change it.
create table registry_head (
  id              smallint     not null primary key check (id = 1),
  gate            varchar(6)   not null,
  gate_run        varchar(26),
  gate_kind       varchar(64),
  gate_reason     varchar(400),
  gate_since      timestamp(6) with time zone,
  pointer         varchar(32),
  pointer_version bigint       not null,
  touched         bigint       not null
);
insert into registry_head (id, gate, pointer_version, touched) values (1, 'OPEN', 1, 0);

create sequence blob_number start with 1;

create table blob (
  hash        bytea        not null primary key,
  size        bigint       not null,
  seq         bigint       not null,
  changed_seq bigint       not null,
  deleted_at  timestamp(6) with time zone,
  created_at  timestamp(6) with time zone not null
);
create index blob_changed on blob (changed_seq);

-- Job: runs, their segments, locks, findings and the audit trail.
create table run (
  id              varchar(26)   not null primary key,
  format_version  integer       not null,
  job             varchar(64)   not null,
  status          varchar(16)   not null,
  phase           varchar(32),
  parameters      varchar(8000) not null,
  lock_name       varchar(300),
  started_by      varchar(255)  not null,
  idempotency_key varchar(255),
  epoch           bigint        not null,
  owner           varchar(255),
  lease_until     timestamp(6) with time zone,
  instance_id     bigint,
  execution_id    bigint,
  verdict         varchar(8),
  cause           varchar(40),
  cause_by        varchar(255),
  error_message   varchar(4000),
  not_before      timestamp(6) with time zone,
  pausing_since   timestamp(6) with time zone,
  internal_streak integer       not null,
  internal_mark   bigint        not null,
  created_at      timestamp(6) with time zone not null,
  started_at      timestamp(6) with time zone,
  finished_at     timestamp(6) with time zone,
  updated_at      timestamp(6) with time zone not null
);
create unique index run_key on run (job, idempotency_key);
create index run_status on run (status);
create index run_job on run (job, id);
create index run_instance on run (instance_id);

create table run_lock (
  name   varchar(300) not null primary key,
  run_id varchar(26)  not null references run (id)
);

create table segment (
  run_id       varchar(26) not null references run (id),
  execution_id bigint      not null,
  epoch        bigint      not null,
  started_at   timestamp(6) with time zone not null,
  ended_at     timestamp(6) with time zone,
  exit_status  varchar(200),
  primary key (run_id, execution_id)
);

create table finding (
  id          bigint generated always as identity primary key,
  run_id      varchar(26)   not null references run (id),
  object_key  varchar(1024) not null,
  kind        varchar(40)   not null,
  severity    varchar(16)   not null,
  detail      varchar(1000) not null,
  created_at  timestamp(6) with time zone not null,
  resolved_at timestamp(6) with time zone
);
create index finding_run on finding (run_id, id);

create table audit (
  id     bigint generated always as identity primary key,
  at     timestamp(6) with time zone not null,
  who    varchar(255)  not null,
  action varchar(40)   not null,
  run_id varchar(26),
  detail varchar(1000) not null
);

-- Migration: the ledger.
create table migration (
  run_id           varchar(26) not null primary key references run (id),
  epoch            bigint      not null,
  phase            varchar(16) not null,
  source_entry     varchar(32) not null,
  target_entry     varchar(32) not null,
  previous_entry   varchar(32),
  s0               bigint,
  rows_planned     bigint      not null,
  bytes_planned    bigint      not null,
  catchup_cursor   bigint      not null,
  watermark        bigint      not null,
  -- what the catch-up step counted; the bulk copy counts in the ranges
  scanned          bigint      not null,
  copied           bigint      not null,
  skipped          bigint      not null,
  failed           bigint      not null,
  source_missing   bigint      not null,
  deleted          bigint      not null,
  bytes_copied     bigint      not null,
  bytes_skipped    bigint      not null
);

create table migration_range (
  run_id         varchar(26) not null references migration (run_id),
  range_no       integer     not null,
  epoch          bigint      not null,
  low            bytea,
  high           bytea,
  cursor_hash    bytea,
  finished       boolean     not null,
  rows_planned   bigint      not null,
  scanned        bigint      not null,
  copied         bigint      not null,
  skipped        bigint      not null,
  failed         bigint      not null,
  source_missing bigint      not null,
  deleted        bigint      not null,
  bytes_copied   bigint      not null,
  bytes_skipped  bigint      not null,
  primary key (run_id, range_no)
);
