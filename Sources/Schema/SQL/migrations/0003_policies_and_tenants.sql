-- Policies that fail closed, configured destinations, and the tenants for which producers may act.

-- These return the canonical form now.
drop function if exists pressrun.check_destination(text, text, text);
drop function if exists pressrun.check_rules(text[]);
-- Got the login as a parameter.
drop function if exists pressrun.sign_cached_enqueue(bigint, text, text, int, text, int, text, text[]);

-- ---------------------------------------------------------------------------------------------------------------------------
-- Configured destinations

create table pressrun.destinations (
  endpoint text primary key,
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
  options jsonb check (jsonb_typeof(options) = 'object'),
  registered_at timestamptz not null default now()
);
comment on table pressrun.destinations is
  'Destinations that the installation is configured for. Documents can be sent to no others.';
comment on column pressrun.destinations.endpoint is
  'A kind, for all addresses without a name of their own, or a kind and a name such as s3:reports.';
comment on column pressrun.destinations.settings is 'Public settings, such as a description; never a secret.';
comment on column pressrun.destinations.options is 'JSON schema of the options of a share; null if there are none.';

-- ---------------------------------------------------------------------------------------------------------------------------
-- Tenants of producers

create table pressrun.producer_tenants (
  login text not null,
  tenant text not null,
  primary key (login, tenant)
);
comment on table pressrun.producer_tenants is
  'Tenants for which the login of a producer may enqueue jobs, open batches, register documents and add segments.';
comment on column pressrun.producer_tenants.tenant is 'A tenant, or * for all of them.';

-- Until now every producer could act for every tenant. Logins of an installation that is in use keep that right, as visible
-- rows; a new installation begins without any.
insert into pressrun.producer_tenants (login, tenant)
select r.rolname, '*' from pg_roles r
where r.rolcanlogin and not r.rolsuper and exists (select from pressrun.jobs)
  and exists (select from pg_roles g where g.rolname = 'pressrun_producer' and pg_has_role(r.oid, g.oid, 'member'))
  and not pg_has_role(r.oid, (select n.nspowner from pg_namespace n where n.nspname = 'pressrun'), 'member')
  and has_database_privilege(r.oid, current_database(), 'connect');

-- ---------------------------------------------------------------------------------------------------------------------------
-- Policies

-- An empty list of allowed destinations allowed all of them. Now it allows none, and "*" allows all. Rules that may not be in
-- the canonical form would not match canonical destinations: a denied one becomes its whole kind, an allowed one is removed.
create function pressrun.convert_rules(rules text[], is_denied boolean) returns text[]
language sql
as $$
  select coalesce(array_agg(c.rule order by c.ordinal), '{}') from (
    select r.ordinal, case
        when r.rule ~ '^(\*|[a-z0-9]+)$' then r.rule
        when lower(r.rule) ~ '^email:[a-z0-9.*+_@-]*[a-z0-9*]$' then lower(r.rule)
        when r.rule ~ '^webhook:https?://[a-z0-9.*-]+/[A-Za-z0-9_*/-]*$' and r.rule !~ '://.*//' then r.rule
        when r.rule ~ '^(print|folder|s3):[A-Za-z0-9][A-Za-z0-9_*-]*(/[A-Za-z0-9_*-]+)*$' then r.rule
        when is_denied then split_part(r.rule, ':', 1)
      end as rule
    from unnest(rules) with ordinality as r (rule, ordinal)
  ) c
  where c.rule is not null
$$;
update pressrun.policies p set
  allowed = case when p.allowed = '{}' then '{*}' else pressrun.convert_rules(p.allowed, false) end,
  denied = pressrun.convert_rules(p.denied, true);
update pressrun.kinds k set
  -- If all rules of a kind are removed, the empty list would allow everything.
  allowed = case when k.allowed = '{}' then '{}'
    else coalesce(nullif(pressrun.convert_rules(k.allowed, false), '{}'), '{none}') end,
  denied = pressrun.convert_rules(k.denied, true);
drop function pressrun.convert_rules(text[], boolean);

comment on table pressrun.policies is
  'Destinations that a tenant may use. A tenant without a row has the default policy, whose tenant is "*".';
comment on column pressrun.policies.sharing is 'If false, every destination is refused.';
comment on column pressrun.policies.allowed is 'Rules of allowed destinations; empty for none, * for all.';
comment on column pressrun.policies.denied is 'Rules of denied destinations; they take precedence.';

create table pressrun.policy_changes (
  id bigint generated always as identity primary key,
  changed_at timestamptz not null default clock_timestamp(),
  login text not null default session_user,
  role text not null default current_setting('role'),
  tenant text not null,
  before jsonb,
  after jsonb
);
create index policy_changes_tenant on pressrun.policy_changes (tenant, id);
comment on table pressrun.policy_changes is 'Every change of a policy. Rows are never changed or removed.';
comment on column pressrun.policy_changes.login is 'The login that made the change.';
comment on column pressrun.policy_changes.role is 'The role that the login had set (SET ROLE), or none.';
comment on column pressrun.policy_changes.tenant is 'The tenant, or * for the default policy.';
comment on column pressrun.policy_changes.before is 'The policy before the change; null if there was none.';
comment on column pressrun.policy_changes.after is 'The policy after the change; null if it was removed.';

-- Folders, and share links for downloads.
insert into pressrun.policies (tenant, sharing, allowed, denied) values ('*', true, '{folder,link}', '{}')
on conflict (tenant) do update set sharing = true, allowed = excluded.allowed, denied = excluded.denied;
