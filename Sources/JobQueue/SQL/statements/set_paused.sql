select pressrun.set_paused($1, $2, $3, $4)
