select r.delivery_id, r.job_id, r.sequence, r.destination, coalesce(r.receipt->>'protocol', '') as protocol,
  coalesce(r.receipt->>'address', '') as address, r.receipt->>'remoteID' as remote_id,
  to_char(r.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as time,
  coalesce((r.receipt->>'bytes')::bigint, 0) as bytes, r.sha256
from pressrun.annotation_receipts r
where r.tenant = $1 and r.document = $2
order by r.delivery_id
