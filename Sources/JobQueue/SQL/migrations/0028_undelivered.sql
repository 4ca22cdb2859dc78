-- What is still to be handed on keeps its job for a time, and not for ever: where nothing hands on, none with a destination
-- would ever go.

alter table pressrun.retention drop constraint retention_what_check;
alter table pressrun.retention add constraint retention_what_check check (
  what in ('completed', 'cancelled', 'discarded', 'workers', 'incidents', 'undelivered'));
comment on column pressrun.retention.what is
  'A final state, workers that signed off, incidents, or what outbox still has to hand on.';
insert into pressrun.retention (what, keep) values ('undelivered', '90 days');

create or replace function pressrun.prunable(jobs pressrun.jobs) returns boolean
language sql stable
as $$
  select (jobs).finished_at < clock_timestamp()
      - (select r.keep from pressrun.retention r where r.what = (jobs).state::text)
    and not exists (
      select from pressrun.outbox o
      where o.job_id = (jobs).id and o.state = 'pending' and coalesce(o.created_at >= clock_timestamp()
        - (select r.keep from pressrun.retention r where r.what = 'undelivered'), true))
$$;
