select job_id, lease, cancel_requested from pressrun.heartbeat($1, $2, $3, $4, $5, $6)
