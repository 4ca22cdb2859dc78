insert into pressrun.migrations (version, name, checksum) values ($1::int, $2, $3)
