-- Annotated archives. The annotations of a document are kept apart from its base file, segment by segment, each chained
-- to the one before; nothing here is ever changed or removed.

create table pressrun.annotation_documents (
  id text primary key check (id ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$'),
  tenant text not null,
  base_sha256 text not null check (base_sha256 ~ '^[0-9a-f]{64}$'),
  base_bytes bigint not null check (base_bytes > 0),
  title text,
  registered_at timestamptz not null default clock_timestamp()
);
comment on table pressrun.annotation_documents is
  'Documents that are annotated. The base file is an artifact, named by its SHA-256.';

create table pressrun.annotation_segments (
  document text not null,
  sequence bigint not null check (sequence > 0),
  client_id text not null check (octet_length(client_id) between 1 and 200),
  -- The SHA-256 of the file that it was made on.
  parent text not null check (parent ~ '^[0-9a-f]{64}$'),
  format text not null check (format in ('pdf', 'xfdf', 'instant-json', 'ink')),
  bytes bytea not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  author text,
  device_time timestamptz,
  server_time timestamptz not null,
  -- The very text that the chain covers.
  metadata text not null,
  chain text not null check (chain ~ '^[0-9a-f]{64}$'),
  primary key (document, sequence),
  unique (document, client_id)
);
-- Streams in a segment are compressed already.
alter table pressrun.annotation_segments alter column bytes set storage external;
comment on table pressrun.annotation_segments is
  'What readers added, in the order of arrival. chain(n) = SHA-256(chain(n - 1) ‖ bytes ‖ metadata), and chain(0) is '
  'the SHA-256 of the base.';

create table pressrun.annotation_builds (
  job_id bigint not null,
  document text not null,
  sequence bigint not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  manifest json not null,
  built_at timestamptz not null default clock_timestamp()
);
create index annotation_builds_document on pressrun.annotation_builds (document, sequence);
comment on table pressrun.annotation_builds is 'Archives that were built, each with the manifest of its steps.';

create function pressrun.refuse_change() returns trigger
language plpgsql
as $$
begin
  raise exception '% of % is refused: the archive is append-only', tg_op, tg_table_name using errcode = 'PR009';
end
$$;

do $$
declare
  name text;
begin
  foreach name in array array['annotation_documents', 'annotation_segments', 'annotation_builds'] loop
    execute format(
      'create trigger append_only before update or delete or truncate on pressrun.%I '
      'for each statement execute function pressrun.refuse_change()', name);
    -- Also while replication roles or restores switch ordinary triggers off.
    execute format('alter table pressrun.%I enable always trigger append_only', name);
  end loop;
end
$$;

create function pressrun.register_document(
  document text, base_sha256 text, base_bytes bigint, tenant text default 'default', title text default null
) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  known pressrun.annotation_documents%rowtype;
begin
  perform pressrun.check_tenant(register_document.tenant);
  insert into pressrun.annotation_documents (id, tenant, base_sha256, base_bytes, title)
  values (
    register_document.document, register_document.tenant, register_document.base_sha256, register_document.base_bytes,
    register_document.title)
  on conflict (id) do nothing;
  if found then
    return true;
  end if;
  select d.* into known from pressrun.annotation_documents d where d.id = register_document.document;
  if known.base_sha256 <> register_document.base_sha256 or known.base_bytes <> register_document.base_bytes
    or known.tenant <> register_document.tenant then
    raise exception 'document "%" is there already, with another base', register_document.document
      using errcode = 'PR008', detail = known.base_sha256;
  end if;
  return false;
end
$$;
comment on function pressrun.register_document is
  'Makes a document of a base file. False where it was there with the same base; raises PR008 for another one.';

create function pressrun.segment_metadata(segment pressrun.annotation_segments) returns text
language sql stable
set timezone = 'UTC'
as $$
  select format(
    '{"document":%s,"sequence":%s,"client_id":%s,"parent":"%s","format":"%s","bytes":%s,"sha256":"%s","author":%s,'
    '"device_time":%s,"server_time":%s}',
    to_json((segment).document), (segment).sequence, to_json((segment).client_id), (segment).parent, (segment).format,
    octet_length((segment).bytes), (segment).sha256, coalesce(to_json((segment).author)::text, 'null'),
    coalesce(to_json(to_char((segment).device_time, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))::text, 'null'),
    to_json(to_char((segment).server_time, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')))
$$;
comment on function pressrun.segment_metadata is 'What the chain covers beside the bytes: one line of JSON.';

create function pressrun.add_segment(
  document text, client_id text, parent text, format text, bytes bytea, author text default null,
  device_time timestamptz default null
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
    raise exception 'a segment has 1 to 67,108,864 bytes' using errcode = 'PR004';
  elsif octet_length(add_segment.author) > 1000 then
    raise exception 'an author is named by at most 1000 bytes' using errcode = 'PR004';
  end if;
  -- One at a time to a document: the order of arrival is the order of the chain.
  select d.base_sha256 into base from pressrun.annotation_documents d where d.id = add_segment.document for update;
  if not found then
    raise exception 'there is no document "%"', left(add_segment.document, 200) using errcode = 'PR007',
      hint = 'Register it with its base first.';
  end if;
  select s.* into segment from pressrun.annotation_segments s
  where s.document = add_segment.document and s.client_id = add_segment.client_id;
  if found then
    if segment.bytes <> add_segment.bytes or segment.parent <> add_segment.parent or segment.format <> add_segment.format then
      raise exception 'segment "%" of document "%" is there already, with other bytes', segment.client_id, segment.document
        using errcode = 'PR008', detail = segment.sha256;
    end if;
    return query select segment.sequence, segment.chain, false;
    return;
  end if;
  select s.sequence, s.chain into last from pressrun.annotation_segments s
  where s.document = add_segment.document order by s.sequence desc limit 1;
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
  segment.metadata := pressrun.segment_metadata(segment);
  segment.chain := encode(
    sha256(decode(coalesce(last.chain, base), 'hex') || segment.bytes || convert_to(segment.metadata, 'UTF8')), 'hex');
  insert into pressrun.annotation_segments select segment.*;
  return query select segment.sequence, segment.chain, true;
end
$$;
comment on function pressrun.add_segment is
  'Adds a segment to a document, in the caller''s transaction. The same segment again, by its client id, answers what '
  'it got the first time, with inserted = false. Raises PR007 for an unknown document, PR008 where the client id is '
  'another segment''s.';

create function pressrun.record_build(
  job bigint, document text, sequence bigint, sha256 text, manifest json
) returns void
language sql security definer set search_path = pg_catalog, pg_temp
as $$
  insert into pressrun.annotation_builds (job_id, document, sequence, sha256, manifest)
  values (job, document, sequence, sha256, manifest)
$$;

create view pressrun.annotation_overview as
  select d.id as document, d.tenant, d.title, d.base_sha256, d.base_bytes, d.registered_at,
    coalesce(s.segments, 0) as segments, coalesce(s.bytes, 0) as segment_bytes, s.last_at
  from pressrun.annotation_documents d
    left join lateral (
      select count(*) as segments, sum(octet_length(a.bytes)) as bytes, max(a.server_time) as last_at
      from pressrun.annotation_segments a where a.document = d.id
    ) s on true;
comment on view pressrun.annotation_overview is 'Each annotated document with how much was added to it.';
comment on column pressrun.annotation_overview.document is 'The name it was registered under.';
comment on column pressrun.annotation_overview.tenant is 'Whose it is.';
comment on column pressrun.annotation_overview.title is 'Its title, for people.';
comment on column pressrun.annotation_overview.base_sha256 is 'The SHA-256 of the base file, which names its artifact.';
comment on column pressrun.annotation_overview.base_bytes is 'The length of the base file.';
comment on column pressrun.annotation_overview.registered_at is 'When it was registered.';
comment on column pressrun.annotation_overview.segments is 'Segments that were added to it.';
comment on column pressrun.annotation_overview.segment_bytes is 'What they take up together.';
comment on column pressrun.annotation_overview.last_at is 'When the last one arrived; null where there is none.';

create function pressrun.install_annotation_roles() returns text
language plpgsql
as $$
begin
  grant execute on function
    pressrun.register_document(text, text, bigint, text, text),
    pressrun.add_segment(text, text, text, text, bytea, text, timestamptz)
  to pressrun_producer;
  grant select on pressrun.annotation_documents, pressrun.annotation_segments, pressrun.annotation_builds
  to pressrun_worker;
  grant execute on function pressrun.record_build(bigint, text, bigint, text, json) to pressrun_worker;
  grant select on pressrun.annotation_overview to pressrun_monitor;
  return null;
exception when insufficient_privilege or undefined_object then
  return 'this login may not grant to the roles';
end
$$;
comment on function pressrun.install_annotation_roles is
  'Grants to the roles what archives need; see install_roles. Nobody gets the right to change what is there.';

revoke execute on function
  pressrun.refuse_change(), pressrun.register_document(text, text, bigint, text, text),
  pressrun.segment_metadata(pressrun.annotation_segments),
  pressrun.add_segment(text, text, text, text, bytea, text, timestamptz),
  pressrun.record_build(bigint, text, bigint, text, json), pressrun.install_annotation_roles()
from public;

select pressrun.install_annotation_roles();
