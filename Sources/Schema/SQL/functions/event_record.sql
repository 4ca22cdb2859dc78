create or replace function pressrun.event_record(id uuid, type text, job_id bigint, kind text, at timestamptz, data jsonb)
returns jsonb
language sql stable
as $$
  select jsonb_build_object(
    'specversion', '1.0', 'id', id, 'source', '/pressrun/' || kind, 'type', type, 'subject', 'job/' || job_id,
    'time', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'datacontenttype', 'application/json', 'data', data)
$$;
comment on function pressrun.event_record is 'A CloudEvents 1.0 record about a job.';
