select delivery_id, problem from pressrun.cancel_matching_deliveries($1, $2, $3, $4, $5, $6, $7, $8)
