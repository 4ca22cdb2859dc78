select * from pressrun.claim_deliveries($1, $2, $3, $4, $5, $6, $7)
