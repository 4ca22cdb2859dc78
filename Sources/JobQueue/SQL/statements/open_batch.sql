select pressrun.open_batch($1, $2)
