create or replace function pressrun.subtract_capacity(capacity jsonb, name text, jobs int) returns jsonb
language sql immutable
as $$
  select case
    when capacity ? name then jsonb_set(capacity, array[name], to_jsonb((capacity ->> name)::int - jobs))
    else capacity end
$$;
comment on function pressrun.subtract_capacity is
  'Subtracts jobs from the capacity of a name. Names without a capacity are unlimited and stay absent.';
