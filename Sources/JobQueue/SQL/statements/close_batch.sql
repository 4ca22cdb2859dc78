select pressrun.close_batch($1, $2)
