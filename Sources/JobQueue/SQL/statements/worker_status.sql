select id, host, pid, version, slots, running, heartbeat_age_seconds, kinds, fonts, libraries, problem, problem_since, storage_bytes,
  storage_free_bytes
from pressrun.worker_status order by id
