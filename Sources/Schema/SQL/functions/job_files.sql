create or replace function pressrun.job_files(job bigint) returns jsonb
language sql stable
as $$
  select jsonb_agg(
    jsonb_strip_nulls(jsonb_build_object(
      'output', a.output, 'fileName', a.file_name, 'sha256', a.sha256, 'bytes', a.bytes, 'mediaType', a.media_type))
    order by a.position)
  from pressrun.artifacts a where a.job_id = job_files.job
$$;
comment on function pressrun.job_files is 'The files that a job made, in order, as an array of objects; null if it made none.';
