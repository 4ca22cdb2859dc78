select pressrun.pause_schedule($1, $2)
