-- Since when queues, tenants and kinds are paused, so that an alarm finds forgotten pauses.

alter table pressrun.limits add column paused_at timestamptz;
comment on column pressrun.limits.paused_at is 'Since when it is paused; null if it is not.';
update pressrun.limits set paused_at = clock_timestamp() where paused;
