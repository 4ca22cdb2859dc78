select kind, members::text from pressrun.payload_defaults_of_delivered_job($1)
