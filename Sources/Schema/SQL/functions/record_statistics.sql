create or replace function pressrun.record_statistics() returns void
language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
declare
  position pressrun.statistics_position%rowtype;
  -- Attempts that ended at the end of the minute have been committed since.
  minute_end timestamptz := date_trunc('minute', clock_timestamp() - interval '2 seconds');
  begins timestamptz;
  ends timestamptz;
  highest bigint;
begin
  select p.* into position from pressrun.statistics_position p;
  if position.recorded_to >= minute_end then
    return;
  end if;
  -- If nothing was recorded for some time, the attempts of the last hour are added afterwards.
  begins := greatest(position.recorded_to, minute_end - interval '1 hour');
  while begins < minute_end loop
    ends := begins + interval '1 minute';
    perform pressrun.record_minute(begins, ends = minute_end);
    begins := ends;
  end loop;
  -- Jobs of the preceding minute, whose transactions have ended since unless they took more than a minute.
  insert into pressrun.statistics as s (seconds, at, queue, kind, enqueued)
  select 60, position.recorded_to - interval '1 minute', j.queue, j.kind, count(*) from pressrun.jobs j
  where j.id > position.first_job_id and j.id <= position.last_job_id group by j.queue, j.kind
  union all
  select 60, position.recorded_to - interval '1 minute', '*', t.kind, (
    select count(*) from pressrun.jobs j
    where j.id > position.first_job_id and j.id <= position.last_job_id and (j.kind like 'deliver.%') = (t.kind = 'deliver.*'))
  from unnest(array['*', 'deliver.*']) as t (kind)
  on conflict (seconds, queue, kind, at) do update set enqueued = excluded.enqueued;
  select max(j.id) into highest from pressrun.jobs j;
  update pressrun.statistics_position p set
    recorded_to = minute_end, first_job_id = p.last_job_id, last_job_id = coalesce(highest, p.last_job_id);
  perform pressrun.roll_up_statistics(600, 60, minute_end);
  perform pressrun.roll_up_statistics(7200, 600, minute_end);
  delete from pressrun.statistics s where s.seconds = 60 and s.at < minute_end - interval '3 hours';
  delete from pressrun.statistics s where s.seconds = 600 and s.at < minute_end - interval '3 days';
  delete from pressrun.statistics s where s.seconds = 7200 and s.at < minute_end - interval '60 days';
end
$$;
comment on function pressrun.record_statistics is
  'Records the minutes that have ended since the last call, and removes old statistics. The caller holds the maintenance task '
  '"statistics".';
