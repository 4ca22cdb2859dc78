select payload::text from pressrun.payloads where job_id = $1
