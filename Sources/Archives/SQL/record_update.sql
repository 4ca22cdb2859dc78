select pressrun.record_update($1, $2, decode($3, 'base64'), $4, $5)
