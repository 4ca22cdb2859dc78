create or replace function pressrun.schema_expectation(schema jsonb) returns text
language sql immutable
as $$
  select coalesce(
    schema ->> 'description',
    (
      select string_agg(
        case t.type
          when 'string' then 'a string' when 'number' then 'a number' when 'integer' then 'a whole number'
          when 'boolean' then 'true or false' when 'array' then 'an array' when 'object' then 'an object' else 'null'
        end, ' or ' order by t.position)
      from jsonb_array_elements_text(
        case jsonb_typeof(schema -> 'type') when 'string' then jsonb_build_array(schema -> 'type') else schema -> 'type' end
      ) with ordinality as t (type, position)
    ),
    'a value')
$$;
comment on function pressrun.schema_expectation is 'What a JSON Schema expects, for messages: its description, or its types in words.';
