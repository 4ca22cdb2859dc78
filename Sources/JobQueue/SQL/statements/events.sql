select id, type, job_id, time, record, transaction, sequence from pressrun.events
where (transaction, sequence) > ($1::text::xid8, $2::bigint)
  -- What an open transaction may still put before these is waited for.
  and transaction < pg_snapshot_xmin(pg_current_snapshot())
order by transaction, sequence limit $3::bigint
