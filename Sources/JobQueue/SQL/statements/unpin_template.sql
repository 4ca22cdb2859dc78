select pressrun.unpin_template($1, $2)
