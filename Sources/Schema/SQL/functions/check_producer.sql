create or replace function pressrun.check_producer(tenant text) returns void
language plpgsql stable
as $$
begin
  if not pressrun.may_act_for(tenant) then
    raise exception 'the login "%" may not act for tenant "%"', session_user, left(tenant, 100)
      using errcode = 'PR011',
        hint = 'The owner of the schema can allow it: insert into pressrun.producer_tenants (login, tenant) values (…, …);';
  end if;
end
$$;
comment on function pressrun.check_producer is 'Raises PR011 if the login may not act for a tenant; see may_act_for.';
