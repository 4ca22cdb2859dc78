create or replace function pressrun.output_problem(files jsonb, options json, destination text) returns text
language sql immutable parallel safe
as $$
  select coalesce(
    (
      select format('the job has no output "%s"', left(n.name, 100))
      from jsonb_array_elements_text(case json_typeof(options -> 'output')
        when 'array' then (options -> 'output')::jsonb
        when 'string' then jsonb_build_array(options ->> 'output')
        else '[]' end) n (name)
      where not exists (select from jsonb_array_elements(files) f where f ->> 'output' = n.name)
      limit 1
    ),
    case
      when c.count > 1 and split_part(destination, ':', 1) in ('link', 'print') then
        format('a delivery to %s sends one file, and the outputs that were chosen have %s', destination, c.count)
      when c.count > 100 then
        format('a delivery sends at most 100 files, and the outputs that were chosen have %s', c.count)
    end)
  from (select coalesce(jsonb_array_length(pressrun.chosen_files(files, options)), 0)) c (count)
$$;
comment on function pressrun.output_problem is
  'Why the files of a job that delivery options choose cannot be sent to a destination; null if they can.';
