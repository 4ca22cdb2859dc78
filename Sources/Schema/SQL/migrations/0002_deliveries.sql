-- Deliveries: jobs of the queues deliveries.*, which take the place of the table outbox.

-- Functions that get other parameters.
drop function if exists
  pressrun.claim_round_robin(bigint, text[], int, double precision, text, text),
  pressrun.end_attempt(pressrun.jobs, text, text, text, boolean, jsonb, interval),
  pressrun.enqueue(text, json, text, text, int, timestamptz, text, int, text, text, interval),
  pressrun.enqueue_many(text, json[], text, text, int, timestamptz, text[], int, text, text, interval),
  pressrun.enqueue_one(text, json, text, text, int, timestamptz, text, int, text, text, interval),
  pressrun.enqueue_uncached(bigint, text, json, text, text, int, timestamptz, text, int, text, text, interval),
  pressrun.write_attempt(pressrun.jobs, pressrun.attempt_outcome, text, text, jsonb);

alter table pressrun.kinds drop constraint kinds_name_check;
alter table pressrun.kinds add constraint kinds_name_check check (name ~ '^(deliver\.)?[a-z][a-z0-9_-]{0,62}$');
comment on table pressrun.kinds is
  'Kinds of jobs. Workers register those that may be enqueued; deliver.* are the deliveries to each kind of destination.';
-- 20 attempts take about 19 hours.
insert into pressrun.kinds
  (name, queue, max_attempts, backoff_base_seconds, backoff_limit_seconds, timeout_seconds)
select 'deliver.' || d.kind, 'deliveries.' || d.kind, 20, 5, 7200, case d.kind when 'print' then 3600 else 600 end
from unnest(array['email', 'print', 'folder', 's3', 'webdav', 'sftp', 'webhook', 'link']) as d (kind);

alter table pressrun.limits drop constraint limits_rate_scope;
alter table pressrun.limits add constraint limits_rate_scope check (rate is null or scope in ('queue', 'tenant'));
comment on column pressrun.limits.rate is 'Queues and tenants: average claims per second (a token bucket).';
comment on column pressrun.limits.burst is 'Queues and tenants: size of the token bucket.';

delete from pressrun.retention where what = 'undelivered';
alter table pressrun.retention drop constraint retention_what_check;
alter table pressrun.retention add constraint retention_what_check
  check (what in ('completed', 'cancelled', 'discarded', 'workers', 'incidents'));
comment on column pressrun.retention.what is 'A final job state, deregistered workers, or incidents.';

-- Whether anyone chose the destination of the existing jobs is not known. They are counted as they were: as choices.
alter table pressrun.jobs add column destination_chosen boolean default true;
alter table pressrun.jobs alter column destination_chosen drop default;
comment on column pressrun.jobs.destination_chosen is
  'True if the producer named the destination; null, which takes no space, if it is the default of the kind.';

alter table pressrun.attempts add column outcome_unknown boolean;
comment on column pressrun.attempts.outcome_unknown is
  'Attempts of deliveries that did not succeed: whether the document may have arrived all the same; null for other jobs.';

alter table pressrun.counter_deltas add column what text;
update pressrun.counter_deltas set what = case destination_kind when 'none' then 'default' else 'chosen' end
where day is not null;
comment on column pressrun.counter_deltas.day is 'Changes of destination_totals only: the day in UTC.';
comment on column pressrun.counter_deltas.destination_kind is 'Changes of destination_totals only.';
comment on column pressrun.counter_deltas.what is 'Changes of destination_totals only.';

alter table pressrun.destination_totals add column what text not null default 'chosen'
  constraint destination_totals_what_check check (what in ('chosen', 'default', 'delivered', 'failed', 'refused'));
alter table pressrun.destination_totals alter column what drop default;
update pressrun.destination_totals set what = 'default' where destination_kind = 'none';
alter table pressrun.destination_totals drop constraint destination_totals_pkey;
alter table pressrun.destination_totals add primary key (day, destination_kind, what);
comment on column pressrun.destination_totals.what is
  'Documents whose destination was chosen, or is a default that nobody chose; or deliveries that were delivered, failed or '
  'refused.';

create table pressrun.delivery_options (
  job_id bigint primary key,
  options json not null
);
comment on table pressrun.delivery_options is 'Options for the delivery of each job that was enqueued with some.';

create table pressrun.deliveries (
  id bigint primary key,
  job_id bigint not null,
  kind text not null,
  tenant text not null,
  destination text not null,
  queue text not null,
  chosen boolean not null,
  options json not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes bigint not null check (bytes >= 0),
  media_type text not null,
  completed_at timestamptz not null,
  requested_at timestamptz not null default now(),
  refusal text,
  receipt jsonb
) with (fillfactor = 85);
create index deliveries_job on pressrun.deliveries (job_id);
comment on table pressrun.deliveries is
  'Deliveries of finished documents. Each is a job too, with the same id, which has its state and its attempts; only a delivery '
  'that was refused when it was requested has no job. The view delivery_overview has both.';
comment on column pressrun.deliveries.id is 'Id of the delivery and of its job.';
comment on column pressrun.deliveries.job_id is 'The job that made the document.';
comment on column pressrun.deliveries.kind is 'Kind of that job.';
comment on column pressrun.deliveries.chosen is 'Whether someone chose the destination; false if it is the default of the kind.';
comment on column pressrun.deliveries.options is 'How to deliver: a JSON object, whose members the kind of destination defines.';
comment on column pressrun.deliveries.sha256 is 'The artifact, with its bytes and media_type.';
comment on column pressrun.deliveries.completed_at is 'When the job was completed.';
comment on column pressrun.deliveries.refusal is 'The policy rule that refused the delivery; null if none did.';
comment on column pressrun.deliveries.receipt is
  'Of a delivery that succeeded: protocol, address, time, remoteID, response, bytes, sha256, details.';

create table pressrun.breakers (
  queue text primary key,
  state text not null default 'closed' constraint breakers_state_check
    check (state in ('closed', 'open', 'half_open', 'disabled')),
  failures int not null default 0,
  threshold int not null default 5 check (threshold between 1 and 1000),
  first_probe_seconds double precision not null default 30 check (first_probe_seconds between 1 and 86400),
  max_probe_seconds double precision not null default 600 check (max_probe_seconds between 1 and 86400),
  probe_seconds double precision,
  opened_at timestamptz,
  next_probe_at timestamptz,
  last_error_code text,
  last_error text
) with (fillfactor = 50);
comment on table pressrun.breakers is
  'Circuit breaker of each delivery queue whose destination was unavailable, or that has settings of its own.';
comment on column pressrun.breakers.state is
  'closed: deliveries are claimed. open: none are, until next_probe_at. half_open: one at a time. disabled: none, until an '
  'operator enables the queue.';
comment on column pressrun.breakers.failures is 'Consecutive attempts that found the destination unavailable.';
comment on column pressrun.breakers.threshold is 'Number of such attempts that opens the breaker.';
comment on column pressrun.breakers.first_probe_seconds is 'From the opening to the first probe.';
comment on column pressrun.breakers.max_probe_seconds is 'The pause doubles after each probe that fails, up to this.';
comment on column pressrun.breakers.probe_seconds is 'The current pause; null while the breaker is closed.';

-- Pending rows of outbox become deliveries, which the next relay delivers.
create function pg_temp.queue_of(destination text) returns text language sql as $$
  select case when q.name ~ '^[A-Za-z0-9_.-]{1,100}$' then q.name
    else 'deliveries.' || split_part(destination, ':', 1) || '.' || left(encode(sha256(convert_to(q.name, 'UTF8')), 'hex'), 16) end
  from (
    select concat_ws('.', 'deliveries', split_part(destination, ':', 1), case
      when destination like 'email:%' then null
      when destination ~ '^\w+:https?://' then replace(substring(destination from '://([^/?#]*)'), ':', '.')
      else nullif(split_part(substring(destination from ':(.*)'), '/', 1), '') end) as name
  ) q
$$;
with pending as materialized (
  select nextval('pressrun.jobs_id_seq') as id, j.id as job_id, j.kind, j.tenant, j.priority, o.destination,
    pg_temp.queue_of(o.destination) as queue, split_part(o.destination, ':', 1) as destination_kind,
    a.sha256, a.bytes, a.media_type, coalesce(j.finished_at, o.created_at) as completed_at, o.created_at
  from pressrun.outbox o join pressrun.jobs j on j.id = o.job_id join pressrun.artifacts a on a.job_id = o.job_id
  where o.state = 'pending' and o.destination <> 'none'
), queues as (
  insert into pressrun.queues select distinct p.queue from pending p on conflict do nothing
), jobs as (
  insert into pressrun.jobs (id, kind, queue, tenant, state, priority, run_at, max_attempts, destination)
  select p.id, 'deliver.' || p.destination_kind, p.queue, p.tenant, 'available', p.priority, now(), 20, p.destination
  from pending p
), lanes as (
  insert into pressrun.lane_requests (queue, tenant, priority, kind, xid)
  select distinct p.queue, p.tenant, p.priority, 'deliver.' || p.destination_kind, pg_current_xact_id() from pending p
)
insert into pressrun.deliveries
  (id, job_id, kind, tenant, destination, queue, chosen, options, sha256, bytes, media_type, completed_at, requested_at)
select p.id, p.job_id, p.kind, p.tenant, p.destination, p.queue, true, '{}', p.sha256, p.bytes, p.media_type,
  p.completed_at, p.created_at
from pending p;
drop function pg_temp.queue_of;

drop table pressrun.outbox;
