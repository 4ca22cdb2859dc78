copy pressrun.jobs
  (id, kind, tenant, priority, destination_chosen, traceparent, destination, run_at, max_attempts, queue, state, batch_id) from stdin
