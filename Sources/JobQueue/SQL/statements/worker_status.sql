select id, host, pid, version, slots, running, started_at, heartbeat_age_seconds from pressrun.worker_status order by id
