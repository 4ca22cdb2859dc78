select id, host, pid, version, slots, running, queues, started_at, heartbeat_age_seconds, leases, memory_bytes, problem
from pressrun.worker_status order by id limit 500
