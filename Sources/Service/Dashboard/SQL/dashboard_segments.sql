select s.sequence, s.format, s.author, octet_length(s.bytes)::bigint as bytes, s.server_time, s.chain
from pressrun.annotation_segments s
where s.tenant = $1 and s.document = $2 order by s.sequence desc limit 200
