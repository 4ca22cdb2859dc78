create or replace function pressrun.schema_mistakes(
  schema jsonb, value jsonb, place text, inout mistakes text[], inout values_left int
)
language plpgsql immutable
as $$
#variable_conflict use_variable
declare
  -- Keywords besides the type that values are checked against. Values whose schema has none of them are not visited one by one.
  checks constant text[] := '{properties,required,items,enum,pattern,minLength,maxLength,minItems,maxItems,minimum,maximum}';
  type text := jsonb_typeof(value);
  content text;
  name text;
  member jsonb;
  rule jsonb;
  index bigint;
begin
  values_left := values_left - 1;
  if values_left < 0 or cardinality(mistakes) >= 20 then
    return;
  elsif schema ? 'type' and not schema -> 'type' ? type
    and not (type = 'number' and schema -> 'type' ? 'integer' and (value #>> '{}')::numeric % 1 = 0)
  then
    mistakes := mistakes || format('%s: expected %s, found %s', place, pressrun.schema_expectation(schema),
      pressrun.schema_expectation(jsonb_build_object('type', type)));
    return;
  end if;
  if schema ? 'enum' and not exists (select from jsonb_array_elements(schema -> 'enum') e where e = value) then
    mistakes := mistakes || format('%s: expected one of %s', place, left(schema ->> 'enum', 500));
  end if;
  if type = 'object' then
    for name in
      select r.name from jsonb_array_elements_text(schema -> 'required') with ordinality as r (name, position)
      where not value ? r.name order by r.position
    loop
      mistakes := mistakes || format('%s.%s: missing; expected %s', place, name,
        pressrun.schema_expectation(schema -> 'properties' -> name));
    end loop;
    for name, member, rule in
      select p.key, value -> p.key, p.value from jsonb_each(schema -> 'properties') p
      where value ? p.key and not (p.value -> 'type' ? jsonb_typeof(value -> p.key) and not p.value ?| checks)
    loop
      select * into mistakes, values_left
      from pressrun.schema_mistakes(rule, member, place || '.' || name, mistakes, values_left);
    end loop;
  elsif type = 'array' then
    if jsonb_array_length(value) < (schema ->> 'minItems')::numeric then
      mistakes := mistakes || format('%s: has %s elements; at least %s are needed', place, jsonb_array_length(value),
        schema ->> 'minItems');
    elsif jsonb_array_length(value) > (schema ->> 'maxItems')::numeric then
      mistakes := mistakes || format('%s: has %s elements; at most %s are allowed', place, jsonb_array_length(value),
        schema ->> 'maxItems');
    end if;
    rule := schema -> 'items';
    if rule is not null then
      for member, index in
        select e.value, e.position from jsonb_array_elements(value) with ordinality as e (value, position)
        where not (rule -> 'type' ? jsonb_typeof(e.value) and not rule ?| checks)
      loop
        exit when values_left <= 0 or cardinality(mistakes) >= 20;
        select * into mistakes, values_left
        from pressrun.schema_mistakes(rule, member, format('%s[%s]', place, index - 1), mistakes, values_left);
      end loop;
    end if;
  elsif type = 'string' then
    content := value #>> '{}';
    if char_length(content) < (schema ->> 'minLength')::numeric then
      mistakes := mistakes || format('%s: must have at least %s characters', place, schema ->> 'minLength');
    elsif char_length(content) > (schema ->> 'maxLength')::numeric then
      mistakes := mistakes || format('%s: has %s characters; at most %s are allowed', place, char_length(content),
        schema ->> 'maxLength');
    elsif schema ? 'pattern' and content !~ (schema ->> 'pattern') then
      mistakes := mistakes || format('%s: expected %s', place,
        coalesce(schema ->> 'description', 'a text that matches ' || (schema ->> 'pattern')));
    end if;
  elsif type = 'number' then
    if (value #>> '{}')::numeric < (schema ->> 'minimum')::numeric
      or (value #>> '{}')::numeric > (schema ->> 'maximum')::numeric
    then
      mistakes := mistakes || format('%s: must be %s', place, concat_ws(' and ',
        'at least ' || (schema ->> 'minimum'), 'at most ' || (schema ->> 'maximum')));
    end if;
  end if;
end
$$;
comment on function pressrun.schema_mistakes is
  'Appends what does not fit a JSON Schema to mistakes, up to 20, each with its place. values_left limits the number of values that are '
  'visited; the worker checks payloads again.';
