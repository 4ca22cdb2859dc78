select pressrun.draw_number($1, $2, $3)
