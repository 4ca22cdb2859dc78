select ordinal, job_id, inserted from pressrun.enqueue_many($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
