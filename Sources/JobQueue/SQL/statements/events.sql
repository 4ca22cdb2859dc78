select id, type, job_id, time, record, sequence from pressrun.events_after($1, $2)
