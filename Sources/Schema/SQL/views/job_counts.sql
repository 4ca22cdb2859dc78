create or replace view pressrun.job_counts as
select l.kind, l.tenant, l.state, sum(l.jobs)::bigint as jobs from pressrun.live_counts() l
group by l.kind, l.tenant, l.state
union all
select f.kind, f.tenant, f.state, sum(f.jobs)::bigint from (
  select t.kind, t.tenant, t.state, t.jobs from pressrun.job_totals t
  union all
  select d.kind, d.tenant, d.state, d.jobs from pressrun.counter_deltas d where d.state is not null
) f
group by f.kind, f.tenant, f.state having sum(f.jobs) <> 0;
comment on view pressrun.job_counts is 'Number of jobs by kind, tenant and state.';
comment on column pressrun.job_counts.kind is 'Kind.';
comment on column pressrun.job_counts.tenant is 'Tenant.';
comment on column pressrun.job_counts.state is
  'scheduled, available, running, retryable, completed, cancelled or discarded.';
comment on column pressrun.job_counts.jobs is 'Number of jobs.';
grant select on pressrun.job_counts to pressrun_monitor;
