create or replace function pressrun.end_refused_delivery(job pressrun.jobs, rule text) returns pressrun.job_state
language plpgsql
as $$
declare
  ended record;
begin
  ended := pressrun.end_attempt(
    job, 'refused', 'destination_denied', format('destination "%s" is refused: %s', job.destination, rule), true, null,
    null, false);
  if ended.state = 'discarded' then
    update pressrun.deliveries d set refusal = rule where d.id = job.id;
  end if;
  return ended.state;
end
$$;
comment on function pressrun.end_refused_delivery is
  'Ends an attempt to deliver that a rule refuses. The caller has locked the job''s row and checked the lease.';
