-- Jobs that differ only in payload and trace context. Each is enqueued as by a statement of its own.
select items.ordinal,
  pressrun.enqueue_one($1, items.payload, $2, $3, $4, $5, null, $6, $7, $8, null, null, items.traceparent)
from unnest($9::json[], $10::text[]) with ordinality as items (payload, traceparent, ordinal)
