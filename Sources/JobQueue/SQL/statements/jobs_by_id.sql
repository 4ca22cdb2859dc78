select * from pressrun.job_overview where job_id = any ($1::bigint[]) order by job_id desc
