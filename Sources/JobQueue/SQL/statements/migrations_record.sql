insert into pressrun.migrations (version, name, checksum)
values ($1::int, $2, encode(sha256(convert_to($3, 'UTF8')), 'hex'))
