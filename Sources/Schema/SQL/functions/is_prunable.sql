create or replace function pressrun.is_prunable(jobs pressrun.jobs) returns boolean
language sql stable
as $$
  select (jobs).finished_at < clock_timestamp()
      - (select r.keep from pressrun.retention r where r.what = (jobs).state::text)
    and not exists (
      select from pressrun.deliveries d join pressrun.jobs j on j.id = d.id
      where d.job_id = (jobs).id and (j.finished_at < clock_timestamp()
        - (select r.keep from pressrun.retention r where r.what = j.state::text)) is not true)
    and not exists (select from pressrun.deliveries d where d.id = (jobs).id)
$$;
comment on function pressrun.is_prunable is
  'Whether the retention time of a finished job and of all its deliveries is over. Deliveries are removed with their job, and '
  'never before it.';
