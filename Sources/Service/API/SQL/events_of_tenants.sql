select sequence, type, record, $3::text[] is null or (record -> 'data' ->> 'tenant') = any ($3) as visible
from pressrun.events_after($1, $2)
