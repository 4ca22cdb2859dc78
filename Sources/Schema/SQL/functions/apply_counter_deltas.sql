create or replace function pressrun.apply_counter_deltas() returns void
language plpgsql
set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  batch pressrun.batches%rowtype;
  event uuid;
begin
  with applied as (
    delete from pressrun.counter_deltas d
    where d.ctid = any (array(select e.ctid from pressrun.counter_deltas e limit 20000))
    returning d.*
  ), states as (
    insert into pressrun.job_totals as t (kind, tenant, state, jobs)
    select a.kind, a.tenant, a.state, sum(a.jobs) from applied a where a.state is not null
    group by a.kind, a.tenant, a.state
    on conflict (kind, tenant, state) do update set jobs = t.jobs + excluded.jobs
  ), destinations as (
    insert into pressrun.destination_totals as t (day, destination_kind, what, documents)
    select a.day, a.destination_kind, a.what, sum(a.jobs) from applied a where a.day is not null
    group by a.day, a.destination_kind, a.what
    on conflict (day, destination_kind, what) do update set documents = t.documents + excluded.documents
  ), sums as (
    select a.batch_id, coalesce(sum(a.jobs) filter (where a.state is null), 0) as jobs,
      coalesce(sum(a.jobs) filter (where a.state = 'completed'), 0) as completed,
      coalesce(sum(a.jobs) filter (where a.state = 'discarded'), 0) as discarded,
      coalesce(sum(a.jobs) filter (where a.state = 'cancelled'), 0) as cancelled
    from applied a where a.batch_id is not null group by a.batch_id
  )
  update pressrun.batches b set
    jobs = b.jobs + s.jobs, completed = b.completed + s.completed, discarded = b.discarded + s.discarded,
    cancelled = b.cancelled + s.cancelled
  from sums s where b.id = s.batch_id;

  for batch in
    select b.* from pressrun.batches b
    where b.completed_at is null and not b.held and (b.jobs > 0 or b.closed)
      and b.jobs <= b.completed + b.discarded + b.cancelled
      and not exists (select from pressrun.counter_deltas d where d.batch_id = b.id)
    order by b.id limit 1000
    for update skip locked
  loop
    -- Transactions that add jobs hold the lock (find_or_create_batch). The jobs of one that has just ended are counted next time.
    if not pg_try_advisory_xact_lock(hashtextextended('pressrun.batches ' || batch.id, 0))
      or exists (select from pressrun.counter_deltas d where d.batch_id = batch.id)
    then
      continue;
    end if;
    update pressrun.batches b set completed_at = clock_timestamp() where b.id = batch.id;
    -- Unless somebody has cancelled or started it. The lock keeps the state until retry has changed it.
    perform from pressrun.jobs j where j.id = batch.binder_job and j.state = 'scheduled' for update;
    if found then
      perform pressrun.retry(batch.binder_job);
    end if;
    event := gen_random_uuid();
    insert into pressrun.events (id, job_id, type, destination_kind, record)
    select event, 0, 'pressrun.batch.completed', 'none',
      pressrun.event_record(event, 'pressrun.batch.completed', 0, 'batch', now(), jsonb_build_object(
        'batch', batch.id, 'name', batch.name, 'tenant', batch.tenant, 'jobs', batch.jobs,
        'completed', batch.completed, 'discarded', batch.discarded, 'cancelled', batch.cancelled))
        || jsonb_build_object('subject', 'batch/' || batch.id);
  end loop;
end
$$;
comment on function pressrun.apply_counter_deltas is
  'Adds counter_deltas to the totals and batches, and completes batches whose jobs have all finished. The caller holds the '
  'maintenance task "maintain".';
