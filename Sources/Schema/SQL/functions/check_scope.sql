create or replace function pressrun.check_scope(scope text, name text) returns void
language plpgsql
as $$
begin
  if scope is null or scope not in ('queue', 'tenant', 'kind') then
    raise exception 'limits are set for a queue, a tenant or a kind' using errcode = 'PR004';
  elsif scope = 'tenant' then
    perform pressrun.check_tenant(name);
  elsif scope = 'kind' and not exists (select from pressrun.kinds k where k.name = check_scope.name) then
    raise exception 'unknown kind "%"', left(name, 100) using errcode = 'PR001';
  elsif scope = 'queue' and (name is null or name !~ '^[A-Za-z0-9_.-]{1,100}$') then
    raise exception 'a queue is named by 1 to 100 letters, digits, ".", "_" or "-"' using errcode = 'PR004';
  end if;
end
$$;
comment on function pressrun.check_scope is 'Raises PR004 or PR001 for something that cannot have limits.';
