#!/bin/sh
# The upper limit of any worker: pgbench makes the row changes of empty jobs in batches on the same tables. Prints {"jobs": N, "seconds": S}.
#
#   limit.sh PRESSRUN JOBS BATCH CLIENTS      fills and drains the database of DATABASE_URL
set -eu
pressrun=$1 jobs=$2 batch=$3 clients=$4
here=$(dirname "$0")
# shellcheck disable=SC2012 # the folders are named by version numbers
pgbench=$(command -v pgbench || ls -v /usr/lib/postgresql/*/bin/pgbench | tail -n 1)

"$pressrun" migrate >/dev/null
psql -Atq -v ON_ERROR_STOP=1 "$DATABASE_URL" >/dev/null <<SQL
select from pressrun.register_kind('empty', 'default', 5, 2, 600, 0.2, 120, null, '{}', '{}');
select count(*) from generate_series(1, $jobs / 5000) turn cross join lateral
  pressrun.enqueue_many('empty', array(select '{}'::json from generate_series(1, 5000)), priority => 0 * turn);
select pressrun.register_worker('limit', 0, 'limit', 1, '{}') as worker \gset
select from pressrun.enqueue('empty', '{}', priority => 1);
select job_id, lease from pressrun.claim(:worker, null, 1, 30) \gset
select from pressrun.complete_many(array[:job_id], array[:lease], '{""}', '{0}', '{""}', null, null, null);
create table record as select record from pressrun.events limit 1;
SQL
rounds=$((jobs / batch / clients))
seconds=$("$pgbench" -n -M prepared -c "$clients" -j "$clients" -t "$rounds" -D batch="$batch" -D clients="$clients" -D n=0 \
  -f "$here/limit.sql" "$DATABASE_URL" 2>/dev/null |
  awk '/^tps/ { tps = $3 } END { if (tps > 0) printf "%.6f", '"$rounds * $clients"' / tps }')
done=$(psql -Atq "$DATABASE_URL" -c "select count(*) from pressrun.events")
[ "$done" -ge $((rounds * clients * batch)) ] || { echo "limit: only $done events" >&2; exit 1; }
echo "{\"jobs\": $((rounds * clients * batch)), \"seconds\": $seconds}"
