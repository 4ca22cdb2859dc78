create or replace function pressrun.prune_preview() returns table (what text, jobs bigint, attempts bigint, events bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  with gone as materialized (
    select j.id, j.state from pressrun.jobs j
    where j.state in ('completed', 'cancelled', 'discarded') and pressrun.is_prunable(j)
  )
  select r.what, count(g.id),
    coalesce(sum((select count(*) from pressrun.attempts a where a.job_id = g.id)), 0)::bigint,
    coalesce(sum((select count(*) from pressrun.events e where e.job_id = g.id and e.type = 'pressrun.job.completed')
      + (select count(*) from pressrun.events e where e.job_id = g.id and e.type <> 'pressrun.job.completed')), 0)::bigint
  from pressrun.retention r left join gone g on g.state::text = r.what
  where r.what in ('completed', 'cancelled', 'discarded')
  group by r.what order by r.what
$$;
comment on function pressrun.prune_preview is 'Number of rows that prune would remove now, by final state.';
grant execute on function pressrun.prune_preview to pressrun_monitor;
grant execute on function pressrun.prune_preview to pressrun_operator;
grant execute on function pressrun.prune_preview to pressrun_worker;
