select pressrun.record_build($1, $2, $3, $4, $5)
