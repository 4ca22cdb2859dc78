select d.kind, d.members::text, d.set_at, d.set_by from pressrun.payload_defaults_of($1) d
