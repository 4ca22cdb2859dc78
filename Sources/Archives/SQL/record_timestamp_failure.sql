select pressrun.record_timestamp_failure($1, $2, $3, $4::double precision * interval '1 second')
