#!/bin/sh
# The limit: pgbench makes the row changes of empty jobs, in batches, on the same tables. Prints {"jobs": N, "seconds": S}.
#
#   limit.sh PRESSRUN JOBS BATCH CLIENTS      the database of DATABASE_URL is filled and drained
set -eu
pressrun=$1 jobs=$2 batch=$3 clients=$4
here=$(dirname "$0")
pgbench=$(command -v pgbench || ls -v /usr/lib/postgresql/*/bin/pgbench | tail -n 1)

"$pressrun" migrate >&2
psql -q -v ON_ERROR_STOP=1 "$DATABASE_URL" >&2 <<SQL
select from pressrun.register_kind('empty', 'default', 5, 2, 600, 0.2, 120, null, '{}', '{}');
select count(*) from generate_series(1, $jobs / 5000) cross join lateral
  pressrun.enqueue_many('empty', array(select '{}'::json from generate_series(1, 5000)));
create table record as
  select record from (
    select e.record from pressrun.register_worker('limit', 0, 'limit', 1, '{}') w,
      pressrun.enqueue('empty', '{}') j, pressrun.claim(w, null, 1, 30) c,
      pressrun.complete(jsonb_build_array(jsonb_build_object(
        'job', c.job_id, 'lease', c.lease, 'pageSizes', '[]'::jsonb, 'warnings', '[]'::jsonb, 'timings', '{}'::jsonb))) d,
      pressrun.events e
  ) r limit 1;
SQL
rounds=$((jobs / batch / clients))
seconds=$("$pgbench" -n -M prepared -c "$clients" -j "$clients" -t "$rounds" -D batch="$batch" -D clients="$clients" -D n=0 \
  -f "$here/limit.sql" "$DATABASE_URL" | tee /dev/stderr |
  awk '/^tps/ { tps = $3 } END { if (tps > 0) printf "%.6f", '"$rounds * $clients"' / tps }')
done=$(psql -Atq "$DATABASE_URL" -c "select count(*) from pressrun.events")
[ "$done" -ge $((rounds * clients * batch)) ] || { echo "limit: only $done events" >&2; exit 1; }
echo "{\"jobs\": $((rounds * clients * batch)), \"seconds\": $seconds}"
