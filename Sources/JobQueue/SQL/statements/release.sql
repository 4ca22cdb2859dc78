select pressrun.release($1, $2)
