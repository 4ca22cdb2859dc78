create or replace view pressrun.destination_counts as
select c.day, c.destination_kind, sum(c.documents)::bigint as documents
from (
  select t.day, t.destination_kind, t.documents from pressrun.destination_totals t
  union all
  select d.day, d.destination_kind, d.jobs from pressrun.counter_deltas d where d.day is not null
) c
group by c.day, c.destination_kind;
comment on view pressrun.destination_counts is
  'Number of documents per day and kind of destination. No row identifies a person, document or tenant.';
comment on column pressrun.destination_counts.day is 'Day in UTC.';
comment on column pressrun.destination_counts.destination_kind is 'email, print, folder, … or none. Never an address.';
comment on column pressrun.destination_counts.documents is 'Number of documents.';
grant select on pressrun.destination_counts to pressrun_monitor;
