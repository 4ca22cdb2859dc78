create or replace function pressrun.record_timestamp_failure(
  tenant text, document text, error text, pause interval
) returns void
language sql security definer set search_path = pg_catalog, pg_temp
as $$
  update pressrun.due_timestamps t
  set next_attempt_at = clock_timestamp() + pause, failures = t.failures + 1,
    failing_since = coalesce(t.failing_since, clock_timestamp()), last_error = left(error, 1000)
  where t.tenant = record_timestamp_failure.tenant and t.document = record_timestamp_failure.document
$$;
comment on function pressrun.record_timestamp_failure is
  'Records that the timestamp of a chain could not be obtained. The document is claimed again after the pause.';
grant execute on function pressrun.record_timestamp_failure to pressrun_worker;
