select id, host, pid, version, slots, running, started_at, heartbeat_age_seconds, kinds, fonts, libraries, problem, problem_since, memory_bytes,
  storage_bytes, storage_free_bytes
from pressrun.worker_status order by id
