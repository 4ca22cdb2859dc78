select pressrun.pin_template($1, $2, $3)
