select o.document, o.tenant, o.title, o.registered_at, o.segments, coalesce(o.segment_bytes, 0)::bigint as segment_bytes, o.last_at
from pressrun.annotation_overview o
where ($1::text[] is null or o.tenant = any ($1::text[]))
  and ($2::text is null or position(lower($2) in lower(o.document || ' ' || coalesce(o.title, ''))) > 0)
order by o.registered_at desc limit 200
