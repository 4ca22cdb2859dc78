create or replace function pressrun.record_timestamp(
  tenant text, document text, sequence bigint, token bytea, authority text
) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  covered text;
  inserted boolean;
  next timestamptz;
begin
  -- The lock that add_segment takes: no segment is added meanwhile.
  select d.base_sha256 into covered from pressrun.annotation_documents d
  where d.tenant = record_timestamp.tenant and d.name = record_timestamp.document for update;
  if covered is not null and record_timestamp.sequence > 0 then
    select s.chain into covered from pressrun.annotation_segments s
    where s.tenant = record_timestamp.tenant and s.document = record_timestamp.document
      and s.sequence = record_timestamp.sequence;
  end if;
  if covered is null then
    raise exception 'document "%" of tenant "%" has no segment %', left(record_timestamp.document, 200),
      left(record_timestamp.tenant, 200), record_timestamp.sequence using errcode = 'PR007';
  end if;
  insert into pressrun.annotation_timestamps (tenant, document, sequence, chain, token, authority)
  values (
    record_timestamp.tenant, record_timestamp.document, record_timestamp.sequence, covered, record_timestamp.token,
    record_timestamp.authority)
  on conflict on constraint annotation_timestamps_pkey do nothing;
  inserted := found;
  select s.server_time into next from pressrun.annotation_segments s
  where s.tenant = record_timestamp.tenant and s.document = record_timestamp.document
    and s.sequence = record_timestamp.sequence + 1;
  if next is null then
    delete from pressrun.due_timestamps t
    where t.tenant = record_timestamp.tenant and t.document = record_timestamp.document;
  else
    update pressrun.due_timestamps t
    set since = next, next_attempt_at = '-infinity', failures = 0, failing_since = null, last_error = null
    where t.tenant = record_timestamp.tenant and t.document = record_timestamp.document and t.since < next;
  end if;
  return inserted;
end
$$;
comment on function pressrun.record_timestamp is
  'Records the timestamp of a chain up to a segment. Returns false if there is one already, which is kept. Raises PR007 if there is no '
  'such segment.';
grant execute on function pressrun.record_timestamp to pressrun_worker;
