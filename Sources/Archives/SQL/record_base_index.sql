select pressrun.record_base_index($1, $2, decode($3, 'base64'), $4)
