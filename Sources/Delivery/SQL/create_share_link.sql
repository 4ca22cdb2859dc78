select link::text, encode(hash, 'hex') as hash, expires
from pressrun.create_share_link($1::uuid, $2::bytea, $3, make_interval(secs => $4), $5::int, $6, $7, $8)
