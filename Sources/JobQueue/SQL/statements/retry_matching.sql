select job_id, problem from pressrun.retry_matching($1, $2, $3, $4, $5, $6, $7, $8)
