select id, host, pid, version, slots, running, started_at, heartbeat_age_seconds, kinds, fonts, libraries, problem, problem_since
from pressrun.worker_status order by id
