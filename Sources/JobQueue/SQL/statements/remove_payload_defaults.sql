select pressrun.remove_payload_defaults($1, $2)
