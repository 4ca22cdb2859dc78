select delivery_id, problem from pressrun.retry_matching_deliveries($1, $2, $3, $4, $5, $6, $7, $8)
