-- The settings of the queues that the URLs of a host had before migration 34. The names of configured destinations have no dots, and a
-- queue of a tenant has ".." after the host.
with settings(queue, place, setting) as (
  select l.name, 1, concat_ws(', ',
    case when l.paused then 'paused' end,
    case when l.max_running is not null then 'at most ' || l.max_running || ' running' end,
    case when l.max_depth is not null then 'at most ' || l.max_depth || ' unfinished' end,
    case when l.rate is not null then 'at most ' || l.rate || ' per second' end)
  from pressrun.limits l where l.scope = 'queue'
  union all
  select b.queue, 2, case b.state when 'disabled' then 'disabled' when 'closed' then null else 'circuit breaker open' end
  from pressrun.breakers b
  union all
  select b.queue, 3, 'settings of its circuit breaker'
  from pressrun.breakers b where (b.threshold, b.first_probe_seconds, b.max_probe_seconds) <> (5, 30, 600)
)
select queue, string_agg(setting, ', ' order by place) from settings
where setting <> '' and queue ~ '^deliveries\.[^.]+\.[^.]+\.' and queue !~ '\.\.'
group by queue order by queue
