select * from pressrun.job_overview where job_id = $1
