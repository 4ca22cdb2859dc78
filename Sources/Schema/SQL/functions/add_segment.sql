create or replace function pressrun.add_segment(
  document text, client_id text, parent text, format text, bytes bytea, author text default null,
  device_time timestamptz default null, update_bytes bytea default null, update_record text default null,
  made_after bigint default null, tenant text default 'default'
) returns table (sequence bigint, chain text, inserted boolean)
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  base text;
  last record;
  segment pressrun.annotation_segments%rowtype;
begin
  if add_segment.bytes is null or octet_length(add_segment.bytes) not between 1 and 67108864 then
    raise exception 'a segment must have 1 to 67,108,864 bytes' using errcode = 'PR004';
  elsif add_segment.client_id is null or octet_length(add_segment.client_id) not between 1 and 200 then
    raise exception 'the client id of a segment has 1 to 200 bytes' using errcode = 'PR004';
  elsif add_segment.parent is null or add_segment.parent !~ '^[0-9a-f]{64}$' then
    raise exception 'the parent of a segment is a SHA-256 of 64 lower-case hexadecimal digits' using errcode = 'PR004';
  elsif add_segment.format is null or add_segment.format not in ('pdf', 'xfdf', 'instant-json', 'ink') then
    raise exception 'the format of a segment is pdf, xfdf, instant-json or ink' using errcode = 'PR004';
  elsif octet_length(add_segment.author) > 1000 then
    raise exception 'the name of an author may have at most 1000 bytes' using errcode = 'PR004';
  elsif add_segment.device_time < '0001-01-01 00:00Z' or add_segment.device_time >= '10000-01-01 00:00Z' then
    raise exception 'device_time must be a time of the years 1 to 9999' using errcode = 'PR004';
  end if;
  if update_bytes is not null and (add_segment.format = 'pdf' or octet_length(update_bytes) > 67108864
    or update_record is null or octet_length(update_record) > 16777216) then
    raise exception 'the update of a segment may have at most 67,108,864 bytes, and needs a record' using errcode = 'PR004';
  end if;
  -- The lock serializes additions to a document: the order of arrival is the order of the chain.
  -- Documents of tenants for which the login may not act look like unknown ones.
  if pressrun.may_act_for(add_segment.tenant) then
    select d.base_sha256 into base from pressrun.annotation_documents d
    where d.tenant = add_segment.tenant and d.name = add_segment.document for update;
  end if;
  if base is null then
    raise exception 'tenant "%" has no document "%"', left(add_segment.tenant, 200), left(add_segment.document, 200)
      using errcode = 'PR007', hint = 'Register the document with its base first.';
  end if;
  select s.* into segment from pressrun.annotation_segments s
  where s.tenant = add_segment.tenant and s.document = add_segment.document and s.client_id = add_segment.client_id;
  if found then
    if segment.bytes <> add_segment.bytes or segment.parent <> add_segment.parent or segment.format <> add_segment.format then
      raise exception 'segment "%" of document "%" already exists with other content', segment.client_id, segment.document
        using errcode = 'PR008', detail = segment.sha256;
    end if;
    return query select segment.sequence, segment.chain, false;
    return;
  end if;
  select s.sequence, s.chain into last from pressrun.annotation_segments s
  where s.tenant = add_segment.tenant and s.document = add_segment.document order by s.sequence desc limit 1;
  segment.tenant := add_segment.tenant;
  segment.document := add_segment.document;
  segment.sequence := coalesce(last.sequence, 0) + 1;
  segment.client_id := add_segment.client_id;
  segment.parent := add_segment.parent;
  segment.format := add_segment.format;
  segment.bytes := add_segment.bytes;
  segment.sha256 := encode(sha256(segment.bytes), 'hex');
  segment.author := add_segment.author;
  segment.device_time := add_segment.device_time;
  segment.server_time := clock_timestamp();
  segment.chain_version := 3;
  -- An update that was made before another segment arrived no longer fits; it is made again.
  if update_bytes is not null and made_after = segment.sequence - 1 then
    segment.update_sha256 := encode(sha256(update_bytes || convert_to(update_record, 'UTF8')), 'hex');
    insert into pressrun.annotation_updates (tenant, document, sequence, bytes, record, sha256)
    values (segment.tenant, segment.document, segment.sequence, update_bytes, update_record, segment.update_sha256);
  end if;
  segment.metadata := pressrun.segment_metadata(segment);
  segment.chain := encode(
    sha256(decode(coalesce(last.chain, base), 'hex') || segment.bytes || convert_to(segment.metadata, 'UTF8')), 'hex');
  insert into pressrun.annotation_segments select segment.*;
  insert into pressrun.due_timestamps (tenant, document, since)
  values (segment.tenant, segment.document, segment.server_time)
  on conflict on constraint due_timestamps_pkey do nothing;
  return query select segment.sequence, segment.chain, true;
end
$$;
comment on function pressrun.add_segment is
  'Adds a segment to a document in the caller''s transaction. update_bytes and update_record are the update that the segment was '
  'converted to when the document had made_after segments. The same segment again, by its client id, returns the first '
  'result with inserted = false. Raises PR007 for an unknown document, PR008 if the client id belongs to another segment.';
grant execute on function pressrun.add_segment to pressrun_producer;
grant execute on function pressrun.add_segment to pressrun_service;
