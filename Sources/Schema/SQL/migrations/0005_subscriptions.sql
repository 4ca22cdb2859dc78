-- Subscriptions of tenants to events, which are delivered as webhooks.

create table pressrun.subscriptions (
  id bigint generated always as identity primary key,
  tenant text not null,
  destination text not null check (destination like 'webhook:%'),
  types text[] not null check (cardinality(types) between 1 and 20),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  created_by text not null default session_user,
  after_sequence bigint not null,
  unique (tenant, destination)
);
comment on table pressrun.subscriptions is 'Receivers of webhooks for the events of a tenant. See deliver_events.';
comment on column pressrun.subscriptions.destination is 'webhook: and a configured name or a URL.';
comment on column pressrun.subscriptions.types is
  'Patterns of event types, in which * matches any text: pressrun.job.*.';
comment on column pressrun.subscriptions.after_sequence is 'Events with higher sequence numbers are delivered.';

create table pressrun.subscription_position (
  only_row boolean primary key default true check (only_row),
  sequence bigint not null default 0
) with (fillfactor = 10);
insert into pressrun.subscription_position default values;
comment on table pressrun.subscription_position is
  'The last event that deliver_events has processed, in one row, which is locked by the caller that continues after it.';
