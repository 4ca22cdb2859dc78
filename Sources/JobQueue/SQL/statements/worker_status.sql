select id, host, pid, version, slots, running, started_at, heartbeat_age_seconds, memory_bytes from pressrun.worker_status order by id
