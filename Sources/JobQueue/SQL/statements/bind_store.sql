select pressrun.bind_store($1)
