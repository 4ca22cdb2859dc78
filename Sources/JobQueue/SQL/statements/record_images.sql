select pressrun.record_images($1, $2, $3, $4)
