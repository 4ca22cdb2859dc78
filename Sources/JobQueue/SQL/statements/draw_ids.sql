select nextval('pressrun.jobs_id_seq') from generate_series(1, $1::int)
