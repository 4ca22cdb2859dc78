select kind, tenant, state, jobs from pressrun.job_counts order by kind, tenant, state
