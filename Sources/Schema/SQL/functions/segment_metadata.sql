create or replace function pressrun.segment_metadata(segment pressrun.annotation_segments) returns text
language sql stable
set timezone = 'UTC'
as $$
  select format(
    '{%s%s"document":%s,"sequence":%s,"client_id":%s,"parent":"%s","format":"%s","bytes":%s,"sha256":"%s",%s"author":%s,'
    '"device_time":%s,"server_time":%s}',
    case (segment).chain_version when 1 then '' else format('"version":%s,', (segment).chain_version) end,
    case when (segment).chain_version < 3 then '' else format('"tenant":%s,', to_json((segment).tenant)) end,
    to_json((segment).document), (segment).sequence, to_json((segment).client_id), (segment).parent, (segment).format,
    octet_length((segment).bytes), (segment).sha256,
    coalesce('"update_sha256":"' || (segment).update_sha256 || '",', ''),
    coalesce(to_json((segment).author)::text, 'null'),
    coalesce(to_json(to_char((segment).device_time, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))::text, 'null'),
    to_json(to_char((segment).server_time, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')))
$$;
comment on function pressrun.segment_metadata is
  'The metadata that the chain covers in addition to the bytes: one line of JSON.';
