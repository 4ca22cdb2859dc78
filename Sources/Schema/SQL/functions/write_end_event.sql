create or replace function pressrun.write_end_event(job pressrun.jobs, state text, data jsonb) returns void
language plpgsql
as $$
begin
  if (job).kind like 'deliver.%' then
    perform pressrun.write_delivery_event(
      (job).id, case state when 'discarded' then 'failed' else state end, (job).attempt, data - 'warnings');
  else
    perform pressrun.write_event(job, 'pressrun.job.' || state, data);
  end if;
end
$$;
comment on function pressrun.write_end_event is
  'Records that a job, or a delivery, was discarded, cancelled or refused.';
