create or replace function pressrun.last_error_code(job bigint) returns text
language sql stable
as $$
  select t.error_code from pressrun.attempts t
  where t.job_id = job and t.outcome in ('failed', 'expired', 'refused') order by t.lease desc limit 1
$$;
comment on function pressrun.last_error_code is 'Error of the last failed attempt of a job, for programs; null if none failed.';
