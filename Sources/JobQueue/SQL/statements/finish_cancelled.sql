select pressrun.finish_cancelled($1, $2)
