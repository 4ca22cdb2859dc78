-- Statistics over time for charts and alarms, and the filter that lists, counts and bulk actions of jobs share.

create table pressrun.statistics (
  seconds int not null check (seconds in (60, 600, 7200)),
  at timestamptz not null,
  queue text not null,
  kind text not null,
  available bigint not null default 0,
  running bigint not null default 0,
  waiting bigint not null default 0,
  enqueued bigint,
  completed bigint not null default 0,
  failed bigint not null default 0,
  discarded bigint not null default 0,
  queued_p50 real,
  queued_p95 real,
  running_p50 real,
  running_p95 real,
  workers int,
  slots int,
  busy int,
  primary key (seconds, queue, kind, at)
);
create index statistics_at on pressrun.statistics (seconds, at);
comment on table pressrun.statistics is
  'What happened in each period. The queue "*" has the sums: of the kind "*" for documents and of "deliver.*" for deliveries.';
comment on column pressrun.statistics.seconds is 'Length of the period. Rows of 60 s are kept for 3 hours, of 600 s for 3 days, of 7200 s for 60 days.';
comment on column pressrun.statistics.at is 'Begin of the period.';
comment on column pressrun.statistics.available is 'Ready jobs when the period ended; of periods of more than 60 s, the maximum.';
comment on column pressrun.statistics.running is 'Running jobs, likewise.';
comment on column pressrun.statistics.waiting is 'Scheduled jobs and jobs that will be tried again, likewise.';
comment on column pressrun.statistics.enqueued is 'Jobs enqueued; null until the following period has ended. Of deliveries, those requested.';
comment on column pressrun.statistics.completed is 'Jobs completed.';
comment on column pressrun.statistics.failed is 'Attempts that failed, lost their lease or were refused.';
comment on column pressrun.statistics.discarded is 'Jobs discarded.';
comment on column pressrun.statistics.queued_p50 is
  'Median of the seconds from ready to claimed, of attempts that ended in the period; of periods of more than 60 s, the average of the medians weighted by the number of attempts. Null without attempts.';
comment on column pressrun.statistics.queued_p95 is
  '95th percentile, likewise; of periods of more than 60 s, the maximum.';
comment on column pressrun.statistics.running_p50 is 'Median duration of attempts in seconds, likewise.';
comment on column pressrun.statistics.running_p95 is '95th percentile, likewise.';
comment on column pressrun.statistics.workers is 'Sums only: workers, or relays, with a heartbeat in the last minute of the period.';
comment on column pressrun.statistics.slots is 'Sums only: their slots.';
comment on column pressrun.statistics.busy is 'Sums only: slots in use.';

create table pressrun.statistics_position (
  only_row boolean primary key default true check (only_row),
  recorded_to timestamptz not null default date_trunc('minute', clock_timestamp()),
  first_job_id bigint not null default 0,
  last_job_id bigint not null default 0
) with (fillfactor = 10);
insert into pressrun.statistics_position default values;
comment on table pressrun.statistics_position is 'How far statistics are recorded, in one row.';
comment on column pressrun.statistics_position.recorded_to is 'End of the last recorded minute.';
comment on column pressrun.statistics_position.first_job_id is 'The highest job id when that minute began.';
comment on column pressrun.statistics_position.last_job_id is 'The highest job id when it ended.';

create type pressrun.job_filter as (
  states text[],
  kind text,
  tenant text,
  tenants text[],
  queue text,
  batch text,
  destination text,
  error_code text,
  enqueued_from timestamptz,
  enqueued_to timestamptz,
  unique_key text
);
comment on type pressrun.job_filter is
  'Which jobs to list, count, retry or cancel: those that match all members that are not null. Deliveries match only by their kind.';
comment on column pressrun.job_filter.states is 'Job states.';
comment on column pressrun.job_filter.tenants is 'Tenants that the caller may see, apart from the tenant that it chose.';
comment on column pressrun.job_filter.destination is 'A destination, or a kind of destinations.';
comment on column pressrun.job_filter.error_code is 'Error of the last failed attempt.';
comment on column pressrun.job_filter.enqueued_from is 'Enqueued at this time or later.';
comment on column pressrun.job_filter.enqueued_to is 'Enqueued before this time.';
comment on column pressrun.job_filter.unique_key is 'Text that the unique key contains, in upper or lower case.';
