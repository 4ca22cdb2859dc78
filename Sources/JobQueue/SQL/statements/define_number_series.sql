select pressrun.define_number_series($1, $2, $3, $4)
