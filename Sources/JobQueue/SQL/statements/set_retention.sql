select pressrun.set_retention($1, $2)
