select pressrun.subscribe($1, $2, $3)
