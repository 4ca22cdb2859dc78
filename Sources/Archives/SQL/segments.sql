select s.sequence, s.client_id, s.parent, s.format, encode(s.bytes, 'base64') as bytes, s.sha256, s.author, s.device_time,
  s.server_time, s.metadata, s.chain, encode(u.bytes, 'base64') as update_bytes, u.record as update_record
from pressrun.annotation_segments s
left join pressrun.annotation_updates u
  on u.tenant = s.tenant and u.document = s.document and u.sequence = s.sequence
where s.tenant = $1 and s.document = $2 and s.sequence > $3 and s.sequence <= $4
order by s.sequence
limit $5
