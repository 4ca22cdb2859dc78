select queue, sum(available)::bigint as available, sum(running)::bigint as running, sum(waiting)::bigint as waiting,
  max(oldest_seconds) as oldest_seconds, false as paused, null::int as max_running, null::int as max_depth
from pressrun.tenant_depth where tenant = any ($1::text[]) group by queue order by queue
