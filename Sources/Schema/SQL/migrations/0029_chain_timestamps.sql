-- Timestamps (RFC 3161) of the chains of annotated documents, which workers request on schedule.

create table pressrun.annotation_timestamps (
  tenant text not null,
  document text not null,
  sequence bigint not null check (sequence >= 0),
  chain text not null check (chain ~ '^[0-9a-f]{64}$'),
  token bytea not null check (octet_length(token) between 1 and 32768),
  authority text not null check (octet_length(authority) between 1 and 2000),
  recorded_at timestamptz not null default clock_timestamp(),
  primary key (tenant, document, sequence)
);
-- Signatures and certificates cannot be compressed.
alter table pressrun.annotation_timestamps alter column token set storage external;
comment on table pressrun.annotation_timestamps is
  'Timestamps of chains: an authority states that the chain up to a segment existed at a time. Rows are never changed or removed.';
comment on column pressrun.annotation_timestamps.sequence is 'The last segment that the timestamp covers; 0 is the base alone.';
comment on column pressrun.annotation_timestamps.chain is 'The chain hash up to this segment.';
comment on column pressrun.annotation_timestamps.token is 'The timestamp token of chain_text, in DER.';
comment on column pressrun.annotation_timestamps.authority is 'The address of the authority that issued it.';

create table pressrun.due_timestamps (
  tenant text not null,
  document text not null,
  since timestamptz not null,
  next_attempt_at timestamptz not null default '-infinity',
  failures int not null default 0,
  failing_since timestamptz,
  last_error text,
  primary key (tenant, document),
  check ((failures > 0) = (failing_since is not null))
);
create index due_timestamps_since on pressrun.due_timestamps (since);
create index due_timestamps_failing on pressrun.due_timestamps (failing_since) where failing_since is not null;
comment on table pressrun.due_timestamps is
  'Documents whose chain has no timestamp of its end. A row is removed when the timestamp is recorded.';
comment on column pressrun.due_timestamps.since is 'When the first base or segment without a timestamp was stored.';
comment on column pressrun.due_timestamps.next_attempt_at is
  'No process requests the timestamp before that: another one is requesting it, or a request failed.';
comment on column pressrun.due_timestamps.failures is 'Failed requests since the last timestamp.';

insert into pressrun.due_timestamps (tenant, document, since)
select d.tenant, d.name, d.registered_at from pressrun.annotation_documents d;
