-- Brings the tables of a database with the 29 migrations that preceded the baseline to the form that they have in the baseline.
-- All data is kept. Before this script, the migrator has run the files of the baseline whose tables such a database does not have;
-- after it, it applies the baseline's comments, and every function and view.

-- Functions that were dropped, renamed, or got other parameters or results.
do $$
declare
  old regprocedure;
begin
  drop trigger forget on pressrun.kinds;
  drop trigger forget on pressrun.policies;
  drop trigger forget on pressrun.limits;
  for old in
    select p.oid from pg_proc p
    where p.pronamespace = 'pressrun'::regnamespace and p.proname = any (array[
      'add_segment', 'add_up', 'admit', 'advance', 'announce', 'batch_named', 'cancel_matching', 'check_destination',
      'check_rules', 'claim', 'complete', 'complete_many', 'count_depth', 'count_depths', 'cron_field', 'cron_next',
      'depth_holds', 'enqueue', 'enqueue_many', 'enqueue_new', 'enqueue_one', 'forget', 'forget_on_change', 'heartbeat',
      'install_annotation_roles', 'install_operating_roles', 'install_roles', 'key_holder', 'less', 'matching',
      'note_fenced', 'prepare_enqueue', 'prepare_job', 'promote', 'prunable', 'prune_step', 'ready_jobs', 'ready_of',
      'refusal', 'register_kind', 'register_worker', 'resolve_enqueue', 'retry_matching', 'seal', 'set_closing', 'settle',
      'settle_many', 'survey_limits', 'take', 'take_around', 'take_up', 'tally', 'tenant_room', 'tokens', 'upkeep',
      'wake', 'write_attempt'])
  loop
    execute format('drop function %s', old);
  end loop;
end
$$;

-- Views use this one.
alter function pressrun.running_floor() rename to oldest_running_claim;

-- ---------------------------------------------------------------------------------------------------------------------------
-- Settings

alter table pressrun.kinds drop constraint kinds_name_check;
alter table pressrun.kinds
  add constraint kinds_name_check check (name ~ '^(deliver\.)?[a-z][a-z0-9_-]{0,62}$'),
  add column schema jsonb;
insert into pressrun.kinds
  (name, queue, max_attempts, backoff_base_seconds, backoff_limit_seconds, timeout_seconds)
select 'deliver.' || d.kind, 'deliveries.' || d.kind, 20, 5, 7200, case d.kind when 'print' then 3600 else 600 end
from unnest(array['email', 'print', 'folder', 's3', 'webdav', 'sftp', 'webhook', 'link']) as d (kind);

alter table pressrun.limits
  drop column depth_seen,
  drop column depth_sequence,
  drop constraint limits_check1,
  add constraint limits_rate_scope check (rate is null or scope in ('queue', 'tenant')),
  add column paused_at timestamptz;
alter table pressrun.limits rename constraint limits_check to limits_max_depth_scope;
update pressrun.limits set paused_at = clock_timestamp() where paused;

delete from pressrun.retention where what = 'undelivered';
alter table pressrun.retention drop constraint retention_what_check;
alter table pressrun.retention add constraint retention_what_check
  check (what in ('completed', 'cancelled', 'discarded', 'workers', 'incidents'));

-- An empty list of allowed destinations allowed all of them. Now it allows none, and "*" allows all. Rules that may not be in
-- the canonical form would not match canonical destinations: a denied one becomes its whole kind, an allowed one is removed.
create function pg_temp.convert_rules(rules text[], is_denied boolean) returns text[]
language sql
as $$
  select coalesce(array_agg(c.rule order by c.ordinal), '{}') from (
    select r.ordinal, case
        when r.rule ~ '^(\*|[a-z0-9]+)$' then r.rule
        when lower(r.rule) ~ '^email:[a-z0-9.*+_@-]*[a-z0-9*]$' then lower(r.rule)
        when r.rule ~ '^webhook:https?://[a-z0-9.*-]+/[A-Za-z0-9_*/-]*$' and r.rule !~ '://.*//' then r.rule
        when r.rule ~ '^(print|folder|s3):[A-Za-z0-9][A-Za-z0-9_*-]*(/[A-Za-z0-9_*-]+)*$' then r.rule
        when is_denied then split_part(r.rule, ':', 1)
      end as rule
    from unnest(rules) with ordinality as r (rule, ordinal)
  ) c
  where c.rule is not null
$$;
update pressrun.policies p set
  allowed = case when p.allowed = '{}' then '{*}' else pg_temp.convert_rules(p.allowed, false) end,
  denied = pg_temp.convert_rules(p.denied, true);
update pressrun.kinds k set
  -- If all rules of a kind are removed, the empty list would allow everything.
  allowed = case when k.allowed = '{}' then '{}'
    else coalesce(nullif(pg_temp.convert_rules(k.allowed, false), '{}'), '{none}') end,
  denied = pg_temp.convert_rules(k.denied, true);
drop function pg_temp.convert_rules;

insert into pressrun.policies (tenant, sharing, allowed, denied) values ('*', true, '{folder,link}', '{}')
on conflict (tenant) do update set sharing = true, allowed = excluded.allowed, denied = excluded.denied;

-- Until now every producer could act for every tenant. Logins of an installation that is in use keep that right, as visible
-- rows.
insert into pressrun.producer_tenants (login, tenant)
select r.rolname, '*' from pg_roles r
where r.rolcanlogin and not r.rolsuper and exists (select from pressrun.jobs)
  and exists (select from pg_roles g where g.rolname = 'pressrun_producer' and pg_has_role(r.oid, g.oid, 'member'))
  and not pg_has_role(r.oid, (select n.nspowner from pg_namespace n where n.nspname = 'pressrun'), 'member')
  and has_database_privilege(r.oid, current_database(), 'connect');

-- ---------------------------------------------------------------------------------------------------------------------------
-- Jobs

-- Whether anyone chose the destination of the existing jobs is not known. They are counted as they were: as choices.
alter table pressrun.jobs
  add column destination_chosen boolean default true,
  add column traceparent text,
  add column template int;
alter table pressrun.jobs alter column destination_chosen drop default;
create index jobs_of_batch on pressrun.jobs (batch_id, id) where batch_id is not null;

drop index pressrun.events_time;

alter table pressrun.attempts add column outcome_unknown boolean;
alter index pressrun.attempts_ended rename to attempts_finished;
create index attempts_with_warnings on pressrun.attempts (finished_at) where warnings is not null;

alter table pressrun.artifacts
  add column position smallint not null default 1 constraint artifacts_position_check check (position >= 1),
  add column output text not null default 'pdf',
  add column file_name text,
  add column parts jsonb,
  add column fonts jsonb,
  drop constraint artifacts_pkey;
alter table pressrun.artifacts add primary key (job_id, position);
update pressrun.artifacts set output = 'bag' where media_type = 'application/x-tar';

alter table pressrun.batches add column binder_job bigint;

alter table pressrun.tallies rename to counter_deltas;
alter table pressrun.counter_deltas add column what text;
update pressrun.counter_deltas set what = case destination_kind when 'none' then 'default' else 'chosen' end
where day is not null;

alter table pressrun.totals rename to job_totals;
alter index pressrun.totals_pkey rename to job_totals_pkey;

alter table pressrun.destination_totals
  add column what text not null default 'chosen'
    constraint destination_totals_what_check check (what in ('chosen', 'default', 'delivered', 'failed', 'refused')),
  drop constraint destination_totals_pkey;
alter table pressrun.destination_totals alter column what drop default;
update pressrun.destination_totals set what = 'default' where destination_kind = 'none';
alter table pressrun.destination_totals add primary key (day, destination_kind, what);

-- ---------------------------------------------------------------------------------------------------------------------------
-- Lanes, workers and maintenance

alter index pressrun.lanes_ring rename to lanes_round_robin;

alter table pressrun.arrivals rename to lane_requests;
alter table pressrun.lane_requests rename column position to xid;
alter index pressrun.arrivals_lane rename to lane_requests_lane;

alter table pressrun.depths rename to depth_counts;
alter table pressrun.depth_counts rename column sequence to last_job_id;
alter table pressrun.depth_counts rename column holds_until to valid_until;
alter index pressrun.depths_pkey rename to depth_counts_pkey;

alter sequence pressrun.epoch rename to enqueue_cache_epoch;

alter table pressrun.workers rename column ring_queue to last_queue;
alter table pressrun.workers rename column ring_tenant to last_tenant;
alter table pressrun.workers rename column waiting_told to waiting_announced;
alter table pressrun.workers
  add column kinds text[],
  add column fonts text,
  add column libraries text,
  add column problem text,
  add column problem_since timestamptz,
  add column memory_bytes bigint,
  add column storage_bytes bigint check (storage_bytes > 0),
  add column storage_free_bytes bigint check (storage_free_bytes >= 0);
alter index pressrun.workers_here rename to workers_active;

alter table pressrun.marks rename to maintenance_tasks;
alter table pressrun.maintenance_tasks rename column xid to oldest_claim_xid;
alter table pressrun.maintenance_tasks rename column id to last_job_id;
alter index pressrun.marks_pkey rename to maintenance_tasks_pkey;
update pressrun.maintenance_tasks set name = case name
  when 'running' then 'rescue' when 'upkeep' then 'maintain' when 'promote' then 'promote_due_jobs'
  when 'sweep' then 'reopen_lanes' else name end;
insert into pressrun.maintenance_tasks (name) values ('statistics');

-- ---------------------------------------------------------------------------------------------------------------------------
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

-- Statistics begin now.
update pressrun.statistics_position p set first_job_id = j.last, last_job_id = j.last
from (select coalesce(max(id), 0) as last from pressrun.jobs) j;

-- ---------------------------------------------------------------------------------------------------------------------------
-- Annotated archives. The name of a document belongs to its tenant: tenants can use the same name for different documents.

alter table pressrun.annotation_documents rename column id to name;
alter table pressrun.annotation_documents drop constraint annotation_documents_pkey;
alter table pressrun.annotation_documents add primary key (tenant, name);
create index annotation_documents_base on pressrun.annotation_documents (base_sha256);
create index annotation_documents_registered on pressrun.annotation_documents (registered_at);

alter table pressrun.annotation_segments
  add column chain_version smallint not null default 1 check (chain_version between 1 and 3),
  add column update_sha256 text check (update_sha256 ~ '^[0-9a-f]{64}$'),
  add column tenant text;
alter table pressrun.annotation_builds add column tenant text;

-- Each row gets the tenant of its document. Rows of these tables are never changed, which the triggers ensure.
alter table pressrun.annotation_segments disable trigger append_only;
alter table pressrun.annotation_builds disable trigger append_only;
update pressrun.annotation_segments s set tenant = coalesce(
  (select d.tenant from pressrun.annotation_documents d where d.name = s.document), 'default');
update pressrun.annotation_builds b set tenant = coalesce(
  (select d.tenant from pressrun.annotation_documents d where d.name = b.document), 'default');
alter table pressrun.annotation_segments enable always trigger append_only;
alter table pressrun.annotation_builds enable always trigger append_only;

alter table pressrun.annotation_segments
  alter column tenant set not null,
  drop constraint annotation_segments_pkey,
  drop constraint annotation_segments_document_client_id_key;
alter table pressrun.annotation_segments
  add primary key (tenant, document, sequence),
  add unique (tenant, document, client_id);

alter table pressrun.annotation_builds alter column tenant set not null;
drop index pressrun.annotation_builds_document;
create index annotation_builds_job on pressrun.annotation_builds (job_id);
create index annotation_builds_tenant on pressrun.annotation_builds (tenant, document, sequence);
create index annotation_builds_sha256 on pressrun.annotation_builds (sha256);

insert into pressrun.due_timestamps (tenant, document, since)
select d.tenant, d.name, d.registered_at from pressrun.annotation_documents d;
