create or replace function pressrun.schema_problem(schema jsonb, place text default '$', depth int default 1) returns text
language plpgsql immutable
as $$
declare
  types constant text[] := '{"null",boolean,number,integer,string,array,object}';
  -- The types that the value of a keyword may have.
  keywords constant jsonb := '{
    "$schema": ["string"], "title": ["string"], "description": ["string"], "default": null, "examples": ["array"],
    "type": ["string", "array"], "enum": ["array"], "properties": ["object"], "required": ["array"], "items": ["object"],
    "minItems": ["number"], "maxItems": ["number"], "minLength": ["number"], "maxLength": ["number"],
    "pattern": ["string"], "minimum": ["number"], "maximum": ["number"]}';
  member record;
  problem text;
begin
  if schema is null then
    return null;
  elsif jsonb_typeof(schema) <> 'object' then
    return place || ': expected an object';
  elsif depth > 64 then
    return place || ': more than 64 schemas in each other';
  elsif depth = 1 and octet_length(schema::text) > 1048576 then
    return 'has more than 1 MB';
  end if;
  for member in select key, value from jsonb_each(schema) loop
    if not keywords ? member.key then
      return format('%s: unknown keyword "%s"; the known ones are %s', place, left(member.key, 100),
        (select string_agg(k, ', ' order by k) from jsonb_object_keys(keywords) k));
    elsif jsonb_typeof(keywords -> member.key) = 'array' and not keywords -> member.key ? jsonb_typeof(member.value) then
      return format('%s: "%s" has a value of the wrong type', place, member.key);
    end if;
  end loop;
  if schema ? 'type' and exists (
      select from jsonb_array_elements(
        case jsonb_typeof(schema -> 'type') when 'string' then jsonb_build_array(schema -> 'type') else schema -> 'type' end) t
      where jsonb_typeof(t) <> 'string' or not t #>> '{}' = any (types))
  then
    return format('%s: the types are %s', place, array_to_string(types, ', '));
  elsif exists (select from jsonb_array_elements(schema -> 'required') r where jsonb_typeof(r) <> 'string') then
    return format('%s: "required" has an element that is not a string', place);
  end if;
  if schema ? 'pattern' then
    begin
      perform '' ~ (schema ->> 'pattern');
    exception when invalid_regular_expression then
      return format('%s: "pattern" is not a regular expression', place);
    end;
  end if;
  for member in select key, value from jsonb_each(schema -> 'properties') loop
    problem := pressrun.schema_problem(member.value, place || '.' || left(member.key, 100), depth + 1);
    if problem is not null then
      return problem;
    end if;
  end loop;
  return pressrun.schema_problem(schema -> 'items', place || '[]', depth + 1);
end
$$;
comment on function pressrun.schema_problem is
  'Why a JSON Schema (2020-12) cannot be used for payloads: it has keywords that enqueues do not check, or wrong values. Null if it '
  'can be used.';
