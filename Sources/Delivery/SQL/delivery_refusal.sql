select pressrun.delivery_refusal($1, $2, $3)
