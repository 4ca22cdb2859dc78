select queue, state, failures, threshold, opened_at, next_probe_at, last_error_code, last_error
from pressrun.circuit_breakers order by queue
