select job_id, problem from pressrun.cancel_matching($1, $2, $3, $4, $5, $6, $7, $8)
