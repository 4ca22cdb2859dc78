create or replace function pressrun.jobs_in_states(states text[]) returns setof pressrun.jobs
language sql stable
as $$
  select j.* from pressrun.jobs j where j.state = 'available' and 'available' = any (states)
  union all
  select j.* from pressrun.jobs j
  where j.state = 'running' and 'running' = any (states) and j.claim_xid >= pressrun.oldest_running_claim()
  union all
  select j.* from pressrun.jobs j where j.state in ('scheduled', 'retryable') and j.state::text = any (states)
  union all
  select j.* from pressrun.jobs j where j.state = 'discarded' and 'discarded' = any (states)
$$;
comment on function pressrun.jobs_in_states is
  'Jobs in some of the states scheduled, available, running, retryable and discarded, through the partial indexes.';
