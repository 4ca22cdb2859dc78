create or replace view pressrun.circuit_breakers as
select b.queue, b.state, b.failures, b.threshold, b.opened_at, b.next_probe_at, b.last_error_code, b.last_error
from pressrun.breakers b;
comment on view pressrun.circuit_breakers is
  'Circuit breakers of delivery queues whose destinations were unavailable, or that have settings of their own. A queue without a '
  'row works.';
comment on column pressrun.circuit_breakers.queue is 'Delivery queue.';
comment on column pressrun.circuit_breakers.state is
  'closed: deliveries are claimed. open: none are, until next_probe_at. half_open: one at a time. disabled: none, until an '
  'operator enables the queue.';
comment on column pressrun.circuit_breakers.failures is 'Consecutive attempts that found the destination unavailable.';
comment on column pressrun.circuit_breakers.threshold is 'Number of such attempts that opens the breaker.';
comment on column pressrun.circuit_breakers.opened_at is 'When it opened; null while it is closed.';
comment on column pressrun.circuit_breakers.next_probe_at is 'When the next delivery is tried.';
comment on column pressrun.circuit_breakers.last_error_code is 'The last such error, for programs.';
comment on column pressrun.circuit_breakers.last_error is 'The last such error, for people.';
grant select on pressrun.circuit_breakers to pressrun_monitor;
grant select on pressrun.circuit_breakers to pressrun_relay;
grant select on pressrun.circuit_breakers to pressrun_service;
