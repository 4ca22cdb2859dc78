select ordinal, outcome, event_id, rule from pressrun.complete_many($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
