select at, available, running, enqueued, completed, failed, discarded, queued_p50, queued_p95, running_p50, running_p95,
  workers, slots, busy
from pressrun.statistics_of($1, $2, $3::interval)
