create or replace function pressrun.share_options(tenant text, kind text) returns table (
  destination text, allowed boolean, rule text, addresses text[], exceptions text[], settings jsonb, options jsonb
)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  policy pressrun.policies%rowtype;
  kind_settings pressrun.kinds%rowtype;
  owner text;
begin
  if not pressrun.may_read_policies() then
    perform pressrun.check_producer(share_options.tenant);
  end if;
  select k.* into kind_settings from pressrun.kinds k where k.name = share_options.kind;
  if not found then
    raise exception 'unknown kind "%"', left(share_options.kind, 100) using errcode = 'PR001';
  end if;
  select p.* into policy from pressrun.policies p
  where p.tenant in (share_options.tenant, '*') order by p.tenant = '*' limit 1;
  owner := case policy.tenant when '*' then 'the default policy' else format('tenant "%s"', policy.tenant) end;
  return query
    select
      case
        when d.endpoint in ('email', 's3', 'webdav', 'sftp') then d.endpoint || ':*'
        when d.endpoint = 'webhook' then 'webhook:*://*/*'
        when d.endpoint ~ '^(s3|webdav|sftp|folder):' then d.endpoint || '/*'
        else d.endpoint
      end,
      r.refusal is null,
      coalesce(r.refusal, format('allowed by %s of %s', (
        select string_agg(format('rule "%s"', a), ', ') from unnest(r.by_tenant) a), owner)),
      coalesce(r.by_tenant, '{}') || r.by_kind,
      array(
        select e from unnest(policy.denied || kind_settings.denied) e where pressrun.rule_overlaps(e, d.endpoint)),
      d.settings, d.options
    from pressrun.destinations d cross join lateral (
      select s.*,
        case
          when policy.tenant is null then 'there is no default policy'
          when not policy.sharing then format('sharing is off for %s', owner)
          when s.denied_by_tenant is not null then format('denied by rule "%s" of %s', s.denied_by_tenant, owner)
          when s.denied_by_kind is not null
            then format('denied by rule "%s" of kind "%s"', s.denied_by_kind, kind_settings.name)
          when s.by_tenant = '{}' then format(
            'not allowed by %s, which allows %s', owner,
            coalesce('only ' || nullif(array_to_string(policy.allowed, ', '), ''), 'nothing'))
          when kind_settings.allowed <> '{}' and s.by_kind = '{}' then format(
            'not allowed by kind "%s", which allows only %s', kind_settings.name,
            array_to_string(kind_settings.allowed, ', '))
        end as refusal
      from (
        select
          (select x from unnest(policy.denied) x where pressrun.rule_covers(x, d.endpoint) limit 1) as denied_by_tenant,
          (select x from unnest(kind_settings.denied) x where pressrun.rule_covers(x, d.endpoint) limit 1) as denied_by_kind,
          array(select x from unnest(policy.allowed) x where pressrun.rule_overlaps(x, d.endpoint)) as by_tenant,
          array(select x from unnest(kind_settings.allowed) x where pressrun.rule_overlaps(x, d.endpoint)) as by_kind
      ) s
    ) r
    order by d.endpoint collate "C";
end
$$;
comment on function pressrun.share_options is
  'What may be offered for documents of a kind: a row for each configured destination, whether some address of it is allowed, and '
  'the rule that decides. An address must match one of addresses of the tenant, and one of the kind if it has any, and none of '
  'exceptions.';
grant execute on function pressrun.share_options to pressrun_producer;
grant execute on function pressrun.share_options to pressrun_monitor;
grant execute on function pressrun.share_options to pressrun_compliance;
grant execute on function pressrun.share_options to pressrun_service;
