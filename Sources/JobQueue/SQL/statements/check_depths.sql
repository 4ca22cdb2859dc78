select pressrun.check_depth(q.queue, q.added::int) from unnest($1::text[], $2::bigint[]) as q (queue, added)
