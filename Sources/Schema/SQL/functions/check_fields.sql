create or replace function pressrun.check_fields(tenant text, kind text, payloads json[]) returns void
language plpgsql stable
as $$
declare
  schema jsonb := (select k.schema from pressrun.kinds k where k.name = check_fields.kind);
  mistakes text[] := '{}';
  before int;
  defaults jsonb;
begin
  if schema is null then
    return;
  end if;
  for index in 1 .. cardinality(payloads) loop
    before := cardinality(mistakes);
    begin
      mistakes := (pressrun.schema_mistakes(schema, payloads[index]::jsonb, '$', mistakes, 50000)).mistakes;
      -- Defaults of the tenant are read only if they could supply what is missing.
      if cardinality(mistakes) > before and json_typeof(payloads[index]) = 'object' then
        defaults := coalesce(defaults, (
          select d.members::jsonb from pressrun.payload_defaults d
          where d.tenant = check_fields.tenant and d.kind = check_fields.kind), '{}');
        if defaults <> '{}' then
          mistakes := (pressrun.schema_mistakes(
            schema, defaults || (
              select coalesce(jsonb_object_agg(m.key, m.value), '{}') from jsonb_each(payloads[index]::jsonb) m
              where m.value <> 'null' or not defaults ? m.key),
            '$', mistakes[1:before], 50000)).mistakes;
        end if;
      end if;
    exception when data_exception then
      -- A string with \u0000, or a number that is out of the range of numeric.
      mistakes := mistakes || format('$: %s', sqlerrm);
    end;
    if cardinality(payloads) > 1 and cardinality(mistakes) > before then
      mistakes[before + 1] := format('payload %s: %s', index, mistakes[before + 1]);
    end if;
    exit when cardinality(mistakes) >= 20;
  end loop;
  if mistakes <> '{}' then
    raise exception 'the payload does not fit the kind "%": %', kind, array_to_string(mistakes[1:20], '; ')
      using errcode = 'PR012', detail = array_to_string(mistakes[1:20], e'\n'),
        hint = format('The command "pressrun kinds schema %s" prints what its payloads have.', kind);
  end if;
end
$$;
comment on function pressrun.check_fields is
  'Raises PR012 with all mistakes, up to 20, of payloads that do not fit the schema of their kind with the defaults of the tenant.';
