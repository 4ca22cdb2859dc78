select pressrun.erase($1)
