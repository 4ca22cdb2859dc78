create or replace function pressrun.is_prunable(jobs pressrun.jobs) returns boolean
language sql stable
as $$
  select (jobs).finished_at < clock_timestamp()
      - (select r.keep from pressrun.retention r where r.what = (jobs).state::text)
    and not exists (
      select from pressrun.outbox o
      where o.job_id = (jobs).id and o.state = 'pending' and coalesce(o.created_at >= clock_timestamp()
        - (select r.keep from pressrun.retention r where r.what = 'undelivered'), true))
$$;
comment on function pressrun.is_prunable is
  'Whether the retention time of a finished job is over. A job that is still to be delivered is kept for the retention time of '
  '"undelivered".';
