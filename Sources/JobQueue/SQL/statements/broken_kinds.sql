select kind, problem, workers, host, is_served from pressrun.broken_kinds order by kind, problem
