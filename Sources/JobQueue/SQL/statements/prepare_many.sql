select destination, run_at, max_attempts, queue, state::text, batch_id
from pressrun.prepare_many($1, $2, $3, $4, $5, $6, coalesce($7, now()), $8, $9)
