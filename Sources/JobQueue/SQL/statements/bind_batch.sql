select pressrun.bind_batch($1, $2, $3, $4, $5, $6, $7)
