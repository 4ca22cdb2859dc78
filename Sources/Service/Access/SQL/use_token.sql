select pressrun.use_token($1)
