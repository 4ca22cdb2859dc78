create or replace function pressrun.matching_jobs(
  states text[], kind text, tenant text, queue text, batch text, error_code text, after_id bigint, max_jobs int
) returns setof bigint
language sql stable
as $$
  select j.id from pressrun.jobs j
  where j.id > matching_jobs.after_id and j.state = any (matching_jobs.states::pressrun.job_state[])
    and case when matching_jobs.kind is null then j.kind not like 'deliver.%' else j.kind = matching_jobs.kind end
    and (matching_jobs.tenant is null or j.tenant = matching_jobs.tenant)
    and (matching_jobs.queue is null or j.queue = matching_jobs.queue)
    and (matching_jobs.batch is null or j.batch_id in (select b.id from pressrun.batches b where b.name = matching_jobs.batch))
    and (matching_jobs.error_code is null or matching_jobs.error_code = (
      select t.error_code from pressrun.attempts t
      where t.job_id = j.id and t.outcome in ('failed', 'expired', 'refused') order by t.lease desc limit 1))
  order by j.id limit matching_jobs.max_jobs
$$;
comment on function pressrun.matching_jobs is
  'Ids of jobs after after_id, in order, that match all arguments that are not null. error_code is that of the last failed '
  'attempt. Deliveries match only by their kind.';
