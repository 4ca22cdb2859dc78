-- What is set up for each tenant, and the record of changes of policies.

create table pressrun.producer_tenants (
  login text not null,
  tenant text not null,
  primary key (login, tenant)
);
comment on table pressrun.producer_tenants is
  'Tenants for which the login of a producer may enqueue jobs, open batches, register documents and add segments.';
comment on column pressrun.producer_tenants.tenant is 'A tenant, or * for all of them.';

create table pressrun.policy_changes (
  id bigint generated always as identity primary key,
  changed_at timestamptz not null default clock_timestamp(),
  login text not null default session_user,
  role text not null default current_setting('role'),
  tenant text,
  before jsonb,
  after jsonb,
  kind text,
  constraint policy_changes_subject check (num_nonnulls(tenant, kind) = 1)
);
create index policy_changes_tenant on pressrun.policy_changes (tenant, id);
create index policy_changes_kind on pressrun.policy_changes (kind, id);
comment on table pressrun.policy_changes is
  'Every change of a policy and of the destinations of a kind. Rows are never changed or removed.';
comment on column pressrun.policy_changes.login is 'The login that made the change.';
comment on column pressrun.policy_changes.role is 'The role that the login had set (SET ROLE), or none.';
comment on column pressrun.policy_changes.tenant is 'The tenant, or * for the default policy; null for the rules of a kind.';
comment on column pressrun.policy_changes.kind is 'The kind; null for a policy.';
comment on column pressrun.policy_changes.before is 'The policy or the rules before the change; null if there was none.';
comment on column pressrun.policy_changes.after is 'The policy or the rules after the change; null if it was removed.';

create table pressrun.payload_defaults (
  tenant text not null,
  kind text not null,
  members json not null check (octet_length(members::text) <= 1048576),
  set_at timestamptz not null default now(),
  set_by text not null default session_user,
  primary key (tenant, kind)
);
comment on table pressrun.payload_defaults is
  'Members of payloads by tenant and kind. A payload''s own member takes precedence; a default of the kind''s file does not.';
comment on column pressrun.payload_defaults.members is 'A JSON object.';

create table pressrun.open_size_classes (
  tenant text not null,
  kind text not null,
  size_class text not null check (size_class in ('compact', 'regular')),
  opened_at timestamptz not null default now(),
  opened_by text not null default session_user,
  primary key (tenant, kind, size_class)
);
comment on table pressrun.open_size_classes is
  'Size classes of pages that jobs of a tenant and kind may have besides those that the kind''s file supports.';

create table pressrun.image_hosts (
  tenant text not null,
  host text not null,
  added_at timestamptz not null default now(),
  added_by text not null default session_user,
  primary key (tenant, host)
);
comment on table pressrun.image_hosts is
  'The hosts from which workers fetch images of a tenant''s documents. Without a row, nothing is fetched.';
comment on column pressrun.image_hosts.host is
  'Such as cdn.example, *.img.example for all hosts below, cdn.example:8443, or http://cdn.example for a host without encryption.';

-- ---------------------------------------------------------------------------------------------------------------------------
-- Numbers of documents that must have no gap, such as those of invoices.

create table pressrun.number_series (
  tenant text not null,
  name text not null,
  pattern text not null,
  next_number bigint not null check (next_number >= 1),
  created_at timestamptz not null default now(),
  primary key (tenant, name)
);
comment on table pressrun.number_series is
  'Series of numbers, by tenant. draw_number issues each number once and in order, in the transaction of the producer.';
comment on column pressrun.number_series.pattern is
  'How a number is written: text with {number}, or {number:6} for at least six digits.';
comment on column pressrun.number_series.next_number is 'The number that is issued next.';

create table pressrun.issued_numbers (
  tenant text not null,
  series text not null,
  number bigint not null,
  text text not null,
  unique_key text not null,
  issued_at timestamptz not null default now(),
  voided_at timestamptz,
  void_reason text,
  primary key (tenant, series, number),
  foreign key (tenant, series) references pressrun.number_series (tenant, name),
  check ((voided_at is null) = (void_reason is null))
);
create unique index issued_numbers_unique_key on pressrun.issued_numbers (tenant, series, unique_key);
comment on table pressrun.issued_numbers is 'The numbers that draw_number issued. They are kept for ever.';
comment on column pressrun.issued_numbers.text is 'The number as the pattern of the series writes it.';
comment on column pressrun.issued_numbers.unique_key is 'The producer''s name of what the number was issued for.';
comment on column pressrun.issued_numbers.voided_at is 'When the number was declared void; null if it is valid.';
