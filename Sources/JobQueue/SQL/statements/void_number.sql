select pressrun.void_number($1, $2, $3, $4)
