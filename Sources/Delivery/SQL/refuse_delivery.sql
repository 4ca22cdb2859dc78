select pressrun.refuse_delivery($1, $2, $3)
