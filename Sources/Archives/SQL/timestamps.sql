select t.sequence, encode(t.token, 'base64') as token, t.authority, t.recorded_at
from pressrun.annotation_timestamps t
where t.tenant = $1 and t.document = $2 and t.sequence <= $3
order by t.sequence
