select pressrun.set_payload_defaults($1, $2, $3)
