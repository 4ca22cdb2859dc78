select outcome, retry_at from pressrun.fail($1, $2, $3, $4, $5, $6)
