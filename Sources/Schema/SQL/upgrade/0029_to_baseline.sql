-- Brings a database with the 29 migrations that preceded the baseline to the tables of the baseline. All data is kept. The
-- migrator then applies the baseline's comments, and every function and view.

-- Functions that were dropped, renamed or got other parameters.
do $$
declare
  old regprocedure;
begin
  drop trigger forget on pressrun.kinds;
  drop trigger forget on pressrun.policies;
  drop trigger forget on pressrun.limits;
  for old in
    select p.oid from pg_proc p
    where p.pronamespace = 'pressrun'::regnamespace and p.proname = any (array[
      'add_up', 'admit', 'advance', 'announce', 'batch_named', 'complete', 'count_depth', 'count_depths', 'cron_field',
      'cron_next', 'depth_holds', 'enqueue_new', 'forget', 'forget_on_change', 'install_annotation_roles',
      'install_operating_roles', 'install_roles', 'key_holder', 'less', 'matching', 'note_fenced', 'prepare_enqueue', 'prepare_job',
      'promote', 'prunable', 'prune_step', 'ready_jobs', 'ready_of', 'refusal', 'resolve_enqueue', 'seal', 'set_closing',
      'settle', 'settle_many', 'survey_limits', 'take', 'take_around', 'take_up', 'tally', 'tenant_room', 'tokens', 'upkeep',
      'wake'])
  loop
    execute format('drop function %s', old);
  end loop;
end
$$;

-- Views use this one.
alter function pressrun.running_floor() rename to oldest_running_claim;

alter table pressrun.limits drop column depth_seen, drop column depth_sequence;
alter table pressrun.limits rename constraint limits_check to limits_max_depth_scope;
alter table pressrun.limits rename constraint limits_check1 to limits_rate_scope;

drop index pressrun.events_time;
alter index pressrun.attempts_ended rename to attempts_finished;
alter index pressrun.lanes_ring rename to lanes_round_robin;
alter index pressrun.workers_here rename to workers_active;

alter table pressrun.workers rename column ring_queue to last_queue;
alter table pressrun.workers rename column ring_tenant to last_tenant;
alter table pressrun.workers rename column waiting_told to waiting_announced;

alter table pressrun.arrivals rename to lane_requests;
alter table pressrun.lane_requests rename column position to xid;
alter index pressrun.arrivals_lane rename to lane_requests_lane;

alter table pressrun.marks rename to maintenance_tasks;
alter table pressrun.maintenance_tasks rename column xid to oldest_claim_xid;
alter table pressrun.maintenance_tasks rename column id to last_job_id;
alter index pressrun.marks_pkey rename to maintenance_tasks_pkey;
update pressrun.maintenance_tasks set name = case name
  when 'running' then 'rescue' when 'upkeep' then 'maintain' when 'promote' then 'promote_due_jobs'
  when 'sweep' then 'reopen_lanes' else name end;

alter table pressrun.tallies rename to counter_deltas;
alter table pressrun.totals rename to job_totals;
alter index pressrun.totals_pkey rename to job_totals_pkey;

alter table pressrun.depths rename to depth_counts;
alter table pressrun.depth_counts rename column sequence to last_job_id;
alter table pressrun.depth_counts rename column holds_until to valid_until;
alter index pressrun.depths_pkey rename to depth_counts_pkey;

alter sequence pressrun.epoch rename to enqueue_cache_epoch;

delete from pressrun.migrations;
