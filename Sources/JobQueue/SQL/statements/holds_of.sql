select job_id, reason, scope, name, since, until, by from pressrun.holds_of($1)
