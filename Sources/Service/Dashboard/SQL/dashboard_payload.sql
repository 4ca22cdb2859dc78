select pressrun.job_payload($1)
