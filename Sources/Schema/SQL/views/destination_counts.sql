create or replace view pressrun.destination_counts as
select c.day, c.destination_kind,
  coalesce(sum(c.documents) filter (where c.what = 'chosen'), 0)::bigint as documents,
  coalesce(sum(c.documents) filter (where c.what = 'default'), 0)::bigint as by_default,
  coalesce(sum(c.documents) filter (where c.what = 'delivered'), 0)::bigint as delivered,
  coalesce(sum(c.documents) filter (where c.what = 'failed'), 0)::bigint as failed,
  coalesce(sum(c.documents) filter (where c.what = 'refused'), 0)::bigint as refused
from (
  select t.day, t.destination_kind, t.what, t.documents from pressrun.destination_totals t
  union all
  select d.day, d.destination_kind, d.what, d.jobs from pressrun.counter_deltas d where d.day is not null
) c
group by c.day, c.destination_kind;
comment on view pressrun.destination_counts is
  'Number of documents and deliveries per day and kind of destination. No row identifies a person, document or tenant.';
comment on column pressrun.destination_counts.day is 'Day in UTC.';
comment on column pressrun.destination_counts.destination_kind is 'email, print, folder, … or none. Never an address.';
comment on column pressrun.destination_counts.documents is 'Number of times that someone chose this kind for a document.';
comment on column pressrun.destination_counts.by_default is
  'Number of documents with this kind as the default of their kind of job, which nobody chose.';
comment on column pressrun.destination_counts.delivered is 'Number of deliveries that succeeded.';
comment on column pressrun.destination_counts.failed is 'Number of deliveries that failed permanently.';
comment on column pressrun.destination_counts.refused is 'Number of deliveries that a policy refused.';
grant select on pressrun.destination_counts to pressrun_monitor;
