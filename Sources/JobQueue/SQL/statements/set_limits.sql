select pressrun.set_limits($1, $2, $3, $4, $5, $6)
