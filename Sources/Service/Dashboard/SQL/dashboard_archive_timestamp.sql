select o.timestamped_segments, o.timestamped_at, o.timestamp_error
from pressrun.annotation_overview o
where o.tenant = $1 and o.document = $2
