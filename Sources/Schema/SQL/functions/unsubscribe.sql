create or replace function pressrun.unsubscribe(subscription bigint) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  owner text := (select s.tenant from pressrun.subscriptions s where s.id = subscription);
begin
  if owner is null or not pressrun.may_act_for(owner) then
    return false;
  end if;
  update pressrun.subscriptions s set active = false where s.id = subscription and s.active;
  return found;
end
$$;
comment on function pressrun.unsubscribe is
  'Ends a subscription; deliveries that were requested are still made. Returns whether there was an active one, of a tenant for '
  'which the login may act.';
grant execute on function pressrun.unsubscribe to pressrun_producer;
