-- Deliveries of finished documents, and of events to subscribers.

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

create table pressrun.delivery_options (
  job_id bigint primary key,
  options json not null
);
comment on table pressrun.delivery_options is 'Options for the delivery of each job that was enqueued with some.';

create table pressrun.deliveries (
  id bigint primary key,
  job_id bigint not null,
  kind text not null,
  tenant text not null,
  destination text not null,
  queue text not null,
  chosen boolean not null,
  options json not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes bigint not null check (bytes >= 0),
  media_type text not null,
  completed_at timestamptz not null,
  requested_at timestamptz not null default now(),
  refusal text,
  receipt jsonb,
  file_name text,
  files jsonb
) with (fillfactor = 85);
create index deliveries_job on pressrun.deliveries (job_id);
comment on table pressrun.deliveries is
  'Deliveries of finished documents. Each is a job too, with the same id, which has its state and its attempts; only a delivery '
  'that was refused when it was requested has no job. The view delivery_overview has both.';
comment on column pressrun.deliveries.id is 'Id of the delivery and of its job.';
comment on column pressrun.deliveries.job_id is 'The job that made the document.';
comment on column pressrun.deliveries.kind is 'Kind of that job.';
comment on column pressrun.deliveries.chosen is 'Whether someone chose the destination; false if it is the default of the kind.';
comment on column pressrun.deliveries.options is 'How to deliver: a JSON object, whose members the kind of destination defines.';
comment on column pressrun.deliveries.sha256 is 'The artifact, with its bytes and media_type.';
comment on column pressrun.deliveries.completed_at is 'When the job was completed.';
comment on column pressrun.deliveries.refusal is 'The policy rule that refused the delivery; null if none did.';
comment on column pressrun.deliveries.receipt is
  'Of a delivery that succeeded: protocol, address, time, remoteID, response, bytes, sha256, details.';
comment on column pressrun.deliveries.file_name is 'Name of the artifact.';
comment on column pressrun.deliveries.files is
  'All files as an array of objects with output, fileName, sha256, bytes and mediaType, if there are several; the other columns '
  'describe the first.';

create table pressrun.breakers (
  queue text primary key,
  state text not null default 'closed' check (state in ('closed', 'open', 'half_open', 'disabled')),
  failures int not null default 0,
  threshold int not null default 5 check (threshold between 1 and 1000),
  first_probe_seconds double precision not null default 30 check (first_probe_seconds between 1 and 86400),
  max_probe_seconds double precision not null default 600 check (max_probe_seconds between 1 and 86400),
  probe_seconds double precision,
  opened_at timestamptz,
  next_probe_at timestamptz,
  last_error_code text,
  last_error text
) with (fillfactor = 50);
comment on table pressrun.breakers is
  'Circuit breaker of each delivery queue whose destination was unavailable, or that has settings of its own.';
comment on column pressrun.breakers.state is
  'closed: deliveries are claimed. open: none are, until next_probe_at. half_open: one at a time. disabled: none, until an '
  'operator enables the queue.';
comment on column pressrun.breakers.failures is 'Consecutive attempts that found the destination unavailable.';
comment on column pressrun.breakers.threshold is 'Number of such attempts that opens the breaker.';
comment on column pressrun.breakers.first_probe_seconds is 'From the opening to the first probe.';
comment on column pressrun.breakers.max_probe_seconds is 'The pause doubles after each probe that fails, up to this.';
comment on column pressrun.breakers.probe_seconds is 'The current pause; null while the breaker is closed.';

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
