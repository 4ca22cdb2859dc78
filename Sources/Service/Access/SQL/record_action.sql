select pressrun.record_action($1, $2, $3, $4, $5)
