-- The queue of a URL has the tenant in its name. Deliveries that were requested before stay in the queue of their host.
drop function if exists pressrun.delivery_queue(text);

-- Its new parameter is who pauses.
drop function if exists pressrun.set_paused(text, text, boolean);
alter table pressrun.limits add column paused_by text;
comment on column pressrun.limits.paused_by is 'Who paused it: a login, or a user of the dashboard; null if it is not paused, or was before this was recorded.';
