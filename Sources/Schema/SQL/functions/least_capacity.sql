create or replace function pressrun.least_capacity(a jsonb, b jsonb) returns jsonb
language sql immutable
as $$
  select case when a is null or b is null then coalesce(a, b)
    else a || (
      select coalesce(jsonb_object_agg(e.key, least(e.value::int, (a ->> e.key)::int)), '{}') from jsonb_each_text(b) e
    ) end
$$;
comment on function pressrun.least_capacity is
  'The least capacity of each name in two objects; see subtract_capacity. Null stands for an object without names.';
