select
  job_id, lease, kind, queue, tenant, attempt, max_attempts, priority, destination, payload, enqueued_at, claimed_at,
  timeout_seconds, traceparent, assets, template
from pressrun.claim($1, $2, $3, $4, $5)
