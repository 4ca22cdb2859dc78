create or replace view pressrun.annotation_overview as
  select d.name as document, d.tenant, d.title, d.base_sha256, d.base_bytes, d.registered_at,
    coalesce(s.segments, 0) as segments, coalesce(s.bytes, 0) as segment_bytes, s.last_at,
    t.sequence as timestamped_segments, t.recorded_at as timestamped_at, u.last_error as timestamp_error
  from pressrun.annotation_documents d
    left join lateral (
      select count(*) as segments, sum(octet_length(a.bytes)) as bytes, max(a.server_time) as last_at
      from pressrun.annotation_segments a where a.tenant = d.tenant and a.document = d.name
    ) s on true
    left join lateral (
      select a.sequence, a.recorded_at from pressrun.annotation_timestamps a
      where a.tenant = d.tenant and a.document = d.name order by a.sequence desc limit 1
    ) t on true
    left join pressrun.due_timestamps u on u.tenant = d.tenant and u.document = d.name;
comment on view pressrun.annotation_overview is 'Annotated documents, each with the number and size of its segments.';
comment on column pressrun.annotation_overview.document is 'Name of the document.';
comment on column pressrun.annotation_overview.tenant is 'Tenant.';
comment on column pressrun.annotation_overview.title is 'Title.';
comment on column pressrun.annotation_overview.base_sha256 is 'SHA-256 of the base file, which names its artifact.';
comment on column pressrun.annotation_overview.base_bytes is 'Length of the base file.';
comment on column pressrun.annotation_overview.registered_at is 'When the document was registered.';
comment on column pressrun.annotation_overview.segments is 'Number of segments.';
comment on column pressrun.annotation_overview.segment_bytes is 'Total length of the segments.';
comment on column pressrun.annotation_overview.last_at is 'When the last segment arrived; null if there is none.';
comment on column pressrun.annotation_overview.timestamped_segments is
  'Number of segments that the last timestamp of the chain covers; null if there is none.';
comment on column pressrun.annotation_overview.timestamped_at is 'When that timestamp was recorded.';
comment on column pressrun.annotation_overview.timestamp_error is 'Why the last request for a timestamp failed; null if it did not.';
grant select on pressrun.annotation_overview to pressrun_monitor;
grant select on pressrun.annotation_overview to pressrun_service;
