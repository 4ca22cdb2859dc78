select pressrun.register_document($1, $2, $3, $4, $5, decode($6, 'base64'))
