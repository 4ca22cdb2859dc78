import Foundation
import JobQueue
import Postgres
import Testing

extension DashboardFixture {
  /// Fills the database with jobs in every state, deliveries, batches, schedules, workers, an archive and statistics.
  /// - Returns: the id of a completed job of the tenant `acme` with a document.
  func fill(document: [UInt8] = Array("%PDF-1.7\n".utf8)) async throws -> JobID {
    let artifact = try await store.put(document)
    try await test.database.execute(script: Self.sample(artifact.sha256, artifact.bytes))
    let row = try await test.database.query(
      "select min(id) from pressrun.jobs where state = 'completed' and tenant = 'acme' and kind = 'invoice'"
    ).single()
    return JobID(rawValue: try row.decode(0))
  }

  private static func sample(_ sha256: String, _ bytes: Int) -> String {
    """
    select pressrun.register_worker('press-1.example', 4211, '0.2.0', 8, '{}');
    select pressrun.register_worker('press-2.example', 977, '0.2.0', 8, '{}');
    select pressrun.register_worker('relay-1.example', 1203, '0.2.0', 32, '{deliveries.*}');
    select pressrun.report_problem(max(id) - 1, 'the artifact cannot be stored: No space left on device') from pressrun.workers;
    update pressrun.workers set running = id * 3, memory_bytes = 312000000 + id * 91000000;
    insert into pressrun.destinations (endpoint, settings) values
      ('email', '{"description": "Mail through the relay of the office"}'), ('folder:out', '{}'),
      ('s3:reports', '{"description": "Reports for auditors"}'), ('link', '{}')
    on conflict (endpoint) do update set settings = excluded.settings;
    select pressrun.set_policy('acme', true, '{email:*@acme.example,link,folder}', '{}');
    select pressrun.set_policy('globex', false, '{}', '{}');
    insert into pressrun.batches (tenant, name, jobs, completed, discarded, cancelled, created_at, completed_at)
    select t, 'statements-2026-' || to_char(m, 'FM00'), 400, case m when 11 then 212 else 391 end,
      case m when 11 then 3 else 7 end, 2, now() - make_interval(days => (11 - m) * 30),
      case m when 11 then null else now() - make_interval(days => (11 - m) * 30 - 1) end
    from unnest(array['acme', 'globex']) t, generate_series(8, 11) m order by m, t;
    insert into pressrun.jobs
      (kind, queue, tenant, state, priority, run_at, attempt, max_attempts, destination, lease, enqueued_at, claimed_at,
       finished_at, claimed_by, claim_xid, lease_expires_at, unique_key, batch_id, pages_done)
    select case when n % 3 = 0 then 'invoice' else 'note' end, 'default',
      (array['acme', 'globex', 'initech', 'umbrella'])[n / 7 % 4 + 1], s.state, 0,
      case when s.state in ('scheduled', 'retryable') then now() + make_interval(mins => n) else now() - make_interval(secs => n) end,
      case s.state when 'available' then 0 when 'scheduled' then 0 when 'discarded' then 3 else 1 end, 3,
      case when n % 5 = 0 then 'email:ana@acme.example' else 'none' end,
      case s.state when 'available' then 0 when 'scheduled' then 0 when 'discarded' then 3 else 1 end,
      now() - make_interval(secs => 400 - n), case when s.state in ('available', 'scheduled') then null else now() - make_interval(secs => 390 - n) end,
      case when s.state in ('completed', 'discarded', 'cancelled') then now() - make_interval(secs => 380 - n) end,
      case when s.state in ('available', 'scheduled') then null else n % 2 + 1 end,
      case when s.state = 'running' then pg_current_xact_id() end,
      case when s.state = 'running' then now() + interval '45 seconds' end,
      'customer-' || (n * 37) % 1000, case when n % 10 = 0 then 7 end, case when s.state = 'running' then n % 40 end
    from generate_series(1, 240) n, lateral (select (case
        when n % 20 = 3 then 'discarded' when n % 20 = 7 then 'available' when n % 60 = 11 then 'running'
        when n % 60 = 13 then 'retryable' when n % 60 = 17 then 'scheduled' when n % 60 = 19 then 'cancelled'
        else 'completed' end)::pressrun.job_state as state) s;
    insert into pressrun.payloads (job_id, payload)
    select id, '{"number": "R-2026-0117", "total": "1290.00 €", "note": "<script>alert(1)</script>"}' from pressrun.jobs;
    insert into pressrun.attempts
      (job_id, lease, attempt, worker_id, kind, ready_at, started_at, finished_at, outcome, error_code, error_message, warnings,
       timings)
    select j.id, a, a, j.claimed_by, j.kind, j.enqueued_at, j.claimed_at + make_interval(secs => a),
      j.claimed_at + make_interval(secs => a + 0.2 + (j.id % 17) / 20.0),
      (case when j.state = 'completed' then 'completed' else 'failed' end)::pressrun.attempt_outcome,
      case when j.state <> 'completed' then (array['timeout', 'missing_field', 'crashed'])[j.id % 3 + 1] end,
      case when j.state <> 'completed' then (array['the document took longer than 120 s', '$.client.name: the field is missing',
        'the renderer ended with signal 11'])[j.id % 3 + 1] end,
      case when j.state = 'completed' and j.id % 2 = 0 then '["note/style.css:3:3: unknown property \\"colour\\"", "the font \\"Brandon\\" was not found; DejaVu Sans is used"]'::jsonb else '[]' end,
      '{"compose": 4.1, "style": 11.2, "layout": 38.4, "paint": 21.7, "store": 3.3}'
    from pressrun.jobs j, generate_series(1, case when j.state = 'discarded' then 3 else 1 end) a
    where j.state in ('completed', 'discarded', 'retryable');
    insert into pressrun.artifacts (job_id, sha256, bytes, pages, page_sizes, media_type)
    select id, '\(sha256)', \(bytes), 2, '[[595.28, 841.89], [595.28, 841.89]]', 'application/pdf'
    from pressrun.jobs where state = 'completed';
    insert into pressrun.events (job_id, type, destination_kind, record)
    select id, 'pressrun.job.completed', 'none', '{}' from pressrun.jobs where state = 'completed';
    insert into pressrun.job_totals (kind, tenant, state, jobs)
    select kind, tenant, state, count(*) from pressrun.jobs where state in ('completed', 'discarded', 'cancelled')
    group by kind, tenant, state;
    insert into pressrun.queues values ('deliveries.email'), ('deliveries.s3.reports') on conflict do nothing;
    insert into pressrun.breakers (queue, state, failures, opened_at, next_probe_at, last_error_code, last_error)
    values ('deliveries.s3.reports', 'open', 7, now() - interval '4 minutes', now() + interval '2 minutes',
      'connection_refused', 'connecting to storage.example:9000 was refused');
    insert into pressrun.deliveries
      (id, job_id, kind, tenant, destination, queue, chosen, options, sha256, bytes, media_type, completed_at, receipt)
    select nextval('pressrun.jobs_id_seq'), j.id, j.kind, j.tenant, 'email:ana@acme.example', 'deliveries.email', true, '{}',
      '\(sha256)', \(bytes), 'application/pdf', now(), jsonb_build_object('protocol', 'smtp', 'address', 'ana@acme.example',
        'time', '2026-11-22T12:00:00Z', 'remoteID', '<20261122.17@press.example>', 'response', '250 2.0.0 Ok: queued as 4F2',
        'bytes', \(bytes), 'sha256', '\(sha256)', 'details', '{}'::jsonb)
    from pressrun.jobs j where j.state = 'completed' and j.kind = 'invoice' and j.tenant = 'acme';
    insert into pressrun.jobs (id, kind, queue, tenant, state, run_at, attempt, max_attempts, destination, lease, claimed_at, finished_at)
    select d.id, 'deliver.email', d.queue, d.tenant, 'completed', now(), 1, 20, d.destination, 1, now(), now()
    from pressrun.deliveries d;
    insert into pressrun.schedules (name, kind, cron, time_zone, payload, tenant, priority, next_at, last_at, last_job)
    values ('monthly-statements', 'note', '0 6 1 * *', 'Europe/Berlin', '{}', 'acme', 0, now() + interval '9 days',
        now() - interval '21 days', 12),
      ('nightly-digest', 'note', '30 1 * * *', 'UTC', '{}', 'globex', 0, now() + interval '13 hours', null, null);
    insert into pressrun.limits (scope, name, paused, max_running, rate) values
      ('tenant', 'umbrella', true, null, null), ('tenant', 'globex', false, 4, 2.5), ('kind', 'invoice', false, 6, null);
    insert into pressrun.statistics
      (seconds, at, queue, kind, available, running, waiting, enqueued, completed, failed, discarded, queued_p50, queued_p95,
       running_p50, running_p95, workers, slots, busy)
    select s, to_timestamp(floor(extract(epoch from now()) / s) * s - n * s), '*', k,
      (60 + 50 * sin(n / 4.0))::int, (9 + 6 * sin(n / 5.0))::int, 4, s * (40 + 22 * sin(n / 4.0)) / 60,
      s * (41 + 20 * sin((n + 1) / 4.0)) / 60, s * (1 + sin(n / 3.0)) / 60, 0, 0.3 + 0.1 * sin(n), 1.2 + 0.7 * sin(n / 4.0),
      0.21, 0.6 + 0.2 * sin(n / 2.0), 2, 16, (9 + 6 * sin(n / 5.0))::int
    from unnest(array[60, 600, 7200]) s, unnest(array['*', 'deliver.*']) k, generate_series(1, 90) n;
    """
  }
}
