create or replace function pressrun.chosen_files(files jsonb, options json) returns jsonb
language sql immutable parallel safe
as $$
  select jsonb_agg(f.file - 'pageSizes' order by f.position)
  from jsonb_array_elements(files) with ordinality as f (file, position)
  where case json_typeof(options -> 'output')
    when 'string' then f.file ->> 'output' = options ->> 'output'
    when 'array' then (options -> 'output')::jsonb ? (f.file ->> 'output')
    else f.position = 1 end
$$;
comment on function pressrun.chosen_files is
  'The files of a job that a delivery with these options sends: those of the outputs that the option "output" names, in the order of '
  'the job, and the first without it. Null for none.';
