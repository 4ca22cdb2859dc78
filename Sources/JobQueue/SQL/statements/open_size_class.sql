select pressrun.open_size_class($1, $2, $3)
