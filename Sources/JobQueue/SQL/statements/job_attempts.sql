select attempt, lease, worker_id, started_at, finished_at, outcome, error_code, error_message, warnings, timings,
  outcome_unknown
from pressrun.job_attempts where job_id = $1 order by lease
