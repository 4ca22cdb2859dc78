select pressrun.record_timestamp($1, $2, $3, decode($4, 'base64'), $5)
