create or replace function pressrun.claim_due_timestamp(
  age interval, lease interval default '5 minutes', only_tenant text default null, only_document text default null
) returns table (tenant text, document text, sequence bigint, chain text, failures int)
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  due pressrun.due_timestamps%rowtype;
  last bigint;
begin
  -- A document that is named is claimed although a request failed shortly before.
  select t.* into due from pressrun.due_timestamps t
  where t.since <= clock_timestamp() - age
    and (only_document is not null or t.next_attempt_at <= clock_timestamp())
    and (only_tenant is null or t.tenant = only_tenant) and (only_document is null or t.document = only_document)
  order by t.since limit 1 for update skip locked;
  if not found then
    return;
  end if;
  update pressrun.due_timestamps t set next_attempt_at = clock_timestamp() + lease
  where t.tenant = due.tenant and t.document = due.document;
  select coalesce(max(s.sequence), 0) into last from pressrun.annotation_segments s
  where s.tenant = due.tenant and s.document = due.document;
  return query select due.tenant, due.document, last,
    pressrun.chain_text(due.tenant, due.document, last), due.failures;
end
$$;
comment on function pressrun.claim_due_timestamp is
  'Claims the document that has waited longest for a timestamp of its chain, at least for age, and returns what to timestamp: '
  'chain_text up to sequence. No other process claims it until the lease ends. Returns no row if none is due.';
grant execute on function pressrun.claim_due_timestamp to pressrun_worker;
