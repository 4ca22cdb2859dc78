select pressrun.replace_store($1)
