select outcome, retry_at from pressrun.fail_delivery($1, $2, $3, $4, $5, $6, $7, $8, $9)
