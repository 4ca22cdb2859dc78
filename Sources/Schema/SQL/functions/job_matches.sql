create or replace function pressrun.job_matches(filter pressrun.job_filter, job pressrun.jobs) returns boolean
language sql stable
as $$
  select case when (filter).kind is null then (job).kind not like 'deliver.%' else (job).kind = (filter).kind end
    and ((filter).states is null or (job).state = any ((filter).states::pressrun.job_state[]))
    and ((filter).tenant is null or (job).tenant = (filter).tenant)
    and ((filter).tenants is null or (job).tenant = any ((filter).tenants))
    and ((filter).queue is null or (job).queue = (filter).queue)
    and ((filter).destination is null
      or (filter).destination in ((job).destination, split_part((job).destination, ':', 1)))
    and ((filter).enqueued_from is null or (job).enqueued_at >= (filter).enqueued_from)
    and ((filter).enqueued_to is null or (job).enqueued_at < (filter).enqueued_to)
    and ((filter).unique_key is null or position(lower((filter).unique_key) in lower((job).unique_key)) > 0)
    and ((filter).error_code is null or pressrun.last_error_code((job).id) = (filter).error_code)
$$;
comment on function pressrun.job_matches is
  'Whether a job matches a filter, except for its batch, which the callers look up once. Without a subquery, so that the planner '
  'expands the call.';
