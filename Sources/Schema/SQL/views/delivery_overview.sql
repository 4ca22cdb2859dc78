create or replace view pressrun.delivery_overview as
select d.id as delivery_id, d.job_id, d.kind, d.tenant, d.destination, d.queue,
  case
    when j.id is null or j.state = 'discarded' and d.refusal is not null then 'refused'
    when j.state = 'running' then 'delivering'
    when j.state = 'completed' then 'delivered'
    when j.state = 'discarded' then 'failed'
    when j.state = 'cancelled' then 'cancelled'
    else 'pending' end as state,
  coalesce(j.attempt, 0) as attempt, coalesce(j.max_attempts, 0) as max_attempts,
  coalesce(j.cancel_requested, false) as cancel_requested, d.chosen, d.requested_at, j.run_at, j.claimed_at,
  coalesce(j.finished_at, case when j.id is null then d.requested_at end) as finished_at, j.claimed_by as relay_id,
  d.sha256, d.bytes, d.media_type, d.completed_at,
  case when j.id is null or j.state = 'discarded' then d.refusal end as refusal,
  f.error_code, f.error_message, f.outcome_unknown,
  d.receipt, d.receipt ->> 'protocol' as protocol, d.receipt ->> 'address' as address,
  d.receipt ->> 'remoteID' as remote_id, d.receipt ->> 'response' as response, j.traceparent, d.files
from pressrun.deliveries d
  left join pressrun.jobs j on j.id = d.id
  left join lateral (
    select t.error_code, t.error_message, coalesce(t.outcome_unknown, false) as outcome_unknown
    from pressrun.attempts t
    where t.job_id = d.id and t.outcome in ('failed', 'expired', 'refused')
    order by t.lease desc limit 1
  ) f on true;
comment on view pressrun.delivery_overview is 'Each delivery with its state, its last error and its receipt.';
comment on column pressrun.delivery_overview.delivery_id is 'Delivery. Its attempts are in job_attempts, with this as job_id.';
comment on column pressrun.delivery_overview.job_id is 'The job that made the document.';
comment on column pressrun.delivery_overview.kind is 'Kind of that job.';
comment on column pressrun.delivery_overview.tenant is 'Tenant.';
comment on column pressrun.delivery_overview.destination is 'Destination.';
comment on column pressrun.delivery_overview.queue is 'Queue of the destination''s endpoint.';
comment on column pressrun.delivery_overview.state is
  'pending, delivering, delivered, failed, cancelled or refused.';
comment on column pressrun.delivery_overview.attempt is 'Attempts so far.';
comment on column pressrun.delivery_overview.max_attempts is 'Maximum number of attempts.';
comment on column pressrun.delivery_overview.cancel_requested is 'Whether the relay was asked to stop.';
comment on column pressrun.delivery_overview.chosen is 'Whether someone chose the destination; false if it is a default.';
comment on column pressrun.delivery_overview.requested_at is 'When the delivery was requested.';
comment on column pressrun.delivery_overview.run_at is 'Earliest start of the next attempt.';
comment on column pressrun.delivery_overview.claimed_at is 'When the last attempt began.';
comment on column pressrun.delivery_overview.finished_at is 'When it was delivered, failed, was cancelled or refused.';
comment on column pressrun.delivery_overview.relay_id is 'Relay that last claimed it.';
comment on column pressrun.delivery_overview.sha256 is 'SHA-256 of the artifact.';
comment on column pressrun.delivery_overview.bytes is 'Length of the artifact.';
comment on column pressrun.delivery_overview.media_type is 'Media type of the artifact.';
comment on column pressrun.delivery_overview.completed_at is 'When the job was completed.';
comment on column pressrun.delivery_overview.refusal is 'The rule that refused it.';
comment on column pressrun.delivery_overview.error_code is 'Error of the last failed attempt, for programs.';
comment on column pressrun.delivery_overview.error_message is 'Error of the last failed attempt, for people.';
comment on column pressrun.delivery_overview.outcome_unknown is
  'Whether the document may have arrived although the last failed attempt did not succeed.';
comment on column pressrun.delivery_overview.receipt is 'Receipt of the delivery; null unless it was delivered.';
comment on column pressrun.delivery_overview.protocol is 'How it was delivered, from the receipt.';
comment on column pressrun.delivery_overview.address is 'Where it was delivered, from the receipt.';
comment on column pressrun.delivery_overview.remote_id is 'The receiver''s name of the document, from the receipt.';
comment on column pressrun.delivery_overview.response is 'The receiver''s response, from the receipt.';
comment on column pressrun.delivery_overview.traceparent is 'Trace context of the request that enqueued the job that made the document; null if it had none.';
comment on column pressrun.delivery_overview.files is 'All files, if there are several; sha256, bytes and media_type are those of the first.';
grant select on pressrun.delivery_overview to pressrun_monitor;
grant select on pressrun.delivery_overview to pressrun_relay;
grant select on pressrun.delivery_overview to pressrun_worker;
grant select on pressrun.delivery_overview to pressrun_service;
