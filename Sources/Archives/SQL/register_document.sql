select pressrun.register_document($1, $2, $3, $4, $5)
