copy pressrun.payloads (job_id, payload) from stdin
