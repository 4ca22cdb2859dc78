select pressrun.set_breaker($1, $2, $3, $4)
