select pressrun.claim_idempotency_key($1, $2, $3)
