select pressrun.share($1, $2, $3)
