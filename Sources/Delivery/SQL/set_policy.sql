select pressrun.set_policy($1, $2, $3, $4)
