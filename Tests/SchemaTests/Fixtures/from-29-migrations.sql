-- A database with the 29 migrations that preceded the baseline, and jobs in every state:
-- pg_dump -n pressrun --no-owner --inserts. The dump grants to these roles.
DO $$
DECLARE
    role text;
BEGIN
    FOREACH role IN ARRAY ARRAY['pressrun_producer', 'pressrun_worker', 'pressrun_monitor'] LOOP
        BEGIN
            EXECUTE format('CREATE ROLE %I NOLOGIN', role);
        EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
        END;
    END LOOP;
END
$$;

--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: pressrun; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA pressrun;


--
-- Name: attempt_outcome; Type: TYPE; Schema: pressrun; Owner: -
--

CREATE TYPE pressrun.attempt_outcome AS ENUM (
    'completed',
    'failed',
    'expired',
    'released',
    'cancelled',
    'refused',
    'snoozed'
);


--
-- Name: job_state; Type: TYPE; Schema: pressrun; Owner: -
--

CREATE TYPE pressrun.job_state AS ENUM (
    'scheduled',
    'available',
    'running',
    'retryable',
    'completed',
    'cancelled',
    'discarded'
);


--
-- Name: add_segment(text, text, text, text, bytea, text, timestamp with time zone); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.add_segment(document text, client_id text, parent text, format text, bytes bytea, author text DEFAULT NULL::text, device_time timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(sequence bigint, chain text, inserted boolean)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
#variable_conflict use_column
declare
  base text;
  last record;
  segment pressrun.annotation_segments%rowtype;
begin
  if add_segment.bytes is null or octet_length(add_segment.bytes) not between 1 and 67108864 then
    raise exception 'a segment has 1 to 67,108,864 bytes' using errcode = 'PR004';
  elsif octet_length(add_segment.author) > 1000 then
    raise exception 'an author is named by at most 1000 bytes' using errcode = 'PR004';
  end if;
  -- One at a time to a document: the order of arrival is the order of the chain.
  select d.base_sha256 into base from pressrun.annotation_documents d where d.id = add_segment.document for update;
  if not found then
    raise exception 'there is no document "%"', left(add_segment.document, 200) using errcode = 'PR007',
      hint = 'Register it with its base first.';
  end if;
  select s.* into segment from pressrun.annotation_segments s
  where s.document = add_segment.document and s.client_id = add_segment.client_id;
  if found then
    if segment.bytes <> add_segment.bytes or segment.parent <> add_segment.parent or segment.format <> add_segment.format then
      raise exception 'segment "%" of document "%" is there already, with other bytes', segment.client_id, segment.document
        using errcode = 'PR008', detail = segment.sha256;
    end if;
    return query select segment.sequence, segment.chain, false;
    return;
  end if;
  select s.sequence, s.chain into last from pressrun.annotation_segments s
  where s.document = add_segment.document order by s.sequence desc limit 1;
  segment.document := add_segment.document;
  segment.sequence := coalesce(last.sequence, 0) + 1;
  segment.client_id := add_segment.client_id;
  segment.parent := add_segment.parent;
  segment.format := add_segment.format;
  segment.bytes := add_segment.bytes;
  segment.sha256 := encode(sha256(segment.bytes), 'hex');
  segment.author := add_segment.author;
  segment.device_time := add_segment.device_time;
  segment.server_time := clock_timestamp();
  segment.metadata := pressrun.segment_metadata(segment);
  segment.chain := encode(
    sha256(decode(coalesce(last.chain, base), 'hex') || segment.bytes || convert_to(segment.metadata, 'UTF8')), 'hex');
  insert into pressrun.annotation_segments select segment.*;
  return query select segment.sequence, segment.chain, true;
end
$$;


--
-- Name: FUNCTION add_segment(document text, client_id text, parent text, format text, bytes bytea, author text, device_time timestamp with time zone); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.add_segment(document text, client_id text, parent text, format text, bytes bytea, author text, device_time timestamp with time zone) IS 'Adds a segment to a document, in the caller''s transaction. The same segment again, by its client id, answers what it got the first time, with inserted = false. Raises PR007 for an unknown document, PR008 where the client id is another segment''s.';


--
-- Name: add_up(); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.add_up() RETURNS void
    LANGUAGE plpgsql
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$
declare
  batch pressrun.batches%rowtype;
  event uuid;
begin
  with gone as (
    delete from pressrun.tallies t where t.ctid = any (array(select u.ctid from pressrun.tallies u limit 20000))
    returning t.*
  ), added as (
    insert into pressrun.totals as o (kind, tenant, state, jobs)
    select g.kind, g.tenant, g.state, sum(g.jobs) from gone g where g.state is not null
    group by g.kind, g.tenant, g.state
    on conflict (kind, tenant, state) do update set jobs = o.jobs + excluded.jobs
  ), chosen as (
    insert into pressrun.destination_totals as o (day, destination_kind, documents)
    select g.day, g.destination_kind, sum(g.jobs) from gone g where g.day is not null
    group by g.day, g.destination_kind
    on conflict (day, destination_kind) do update set documents = o.documents + excluded.documents
  ), sums as (
    select g.batch_id, coalesce(sum(g.jobs) filter (where g.state is null), 0) as jobs,
      coalesce(sum(g.jobs) filter (where g.state = 'completed'), 0) as completed,
      coalesce(sum(g.jobs) filter (where g.state = 'discarded'), 0) as discarded,
      coalesce(sum(g.jobs) filter (where g.state = 'cancelled'), 0) as cancelled
    from gone g where g.batch_id is not null group by g.batch_id
  )
  update pressrun.batches b set
    jobs = b.jobs + s.jobs, completed = b.completed + s.completed, discarded = b.discarded + s.discarded,
    cancelled = b.cancelled + s.cancelled
  from sums s where b.id = s.batch_id;

  for batch in
    select b.* from pressrun.batches b
    where b.completed_at is null and not b.held and b.jobs > 0 and b.jobs <= b.completed + b.discarded + b.cancelled
      and not exists (select from pressrun.tallies t where t.batch_id = b.id)
    order by b.id limit 1000
    for update skip locked
  loop
    update pressrun.batches b set completed_at = clock_timestamp() where b.id = batch.id;
    event := gen_random_uuid();
    -- It is of no job: job_id is 0.
    insert into pressrun.events (id, job_id, type, destination_kind, record)
    select event, 0, 'pressrun.batch.completed', 'none',
      pressrun.event_record(event, 'pressrun.batch.completed', 0, 'batch', now(), jsonb_build_object(
        'batch', batch.id, 'name', batch.name, 'tenant', batch.tenant, 'jobs', batch.jobs,
        'completed', batch.completed, 'discarded', batch.discarded, 'cancelled', batch.cancelled))
        || jsonb_build_object('subject', 'batch/' || batch.id);
  end loop;
end
$$;


--
-- Name: admit(); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.admit() RETURNS void
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    AS $$
#variable_conflict use_column
begin
  if not exists (select from pressrun.arrivals) then
    return;
  end if;
  with taken as (
    delete from pressrun.arrivals a
    where a.ctid = any (array(select b.ctid from pressrun.arrivals b limit 10000 for update skip locked))
    returning a.*
  ), firsts as (
    select t.queue, t.tenant, t.priority, t.kind, (array_agg(t.position order by t.position))[1] as position
    from taken t group by t.queue, t.tenant, t.priority, t.kind
  )
  insert into pressrun.lanes as l (queue, tenant, priority, kind, key, head_xid, pending)
  select f.queue, f.tenant, f.priority, f.kind, pressrun.lane_key(f.queue, f.tenant, f.kind, f.priority), f.position,
    array(select x from pg_snapshot_xip(pg_current_snapshot()) x where x < f.position)
  -- In one order everywhere: two claims never wait for each other in a circle.
  from firsts f order by f.queue, f.tenant, f.priority desc, f.kind
  on conflict (queue, tenant, priority, kind) do update set
    head_xid = least(l.head_xid, excluded.head_xid),
    head_id = case when excluded.head_xid <= l.head_xid then 0 else l.head_id end,
    closing = null, version = l.version + 1, served_at = clock_timestamp();
end
$$;


--
-- Name: FUNCTION admit(); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.admit() IS 'Opens lanes that producers announced. Each claim does it first.';


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: lanes; Type: TABLE; Schema: pressrun; Owner: -
--

CREATE TABLE pressrun.lanes (
    queue text NOT NULL,
    tenant text NOT NULL,
    priority integer NOT NULL,
    kind text NOT NULL,
    key bigint NOT NULL,
    head_xid xid8 NOT NULL,
    head_id bigint DEFAULT 0 NOT NULL,
    pending xid8[] DEFAULT '{}'::xid8[] NOT NULL,
    closing xid8,
    version bigint DEFAULT 0 NOT NULL,
    served_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='500');


--
-- Name: TABLE lanes; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON TABLE pressrun.lanes IS 'Lanes that have ready jobs, or had some just now. Claims open and close them.';


--
-- Name: COLUMN lanes.head_xid; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.lanes.head_xid IS 'With head_id, where the lane begins: what stands before it is taken, but for jobs of transactions in pending.';


--
-- Name: COLUMN lanes.pending; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.lanes.pending IS 'Transactions before the head that had not ended when it was set.';


--
-- Name: COLUMN lanes.closing; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.lanes.closing IS 'Set when the lane was found empty, so that producers announce themselves again: 0 at first, 1 when sessions were made to look anew since that was to be seen, then a barrier. When all transactions before the barrier have ended and it is still empty, it goes.';


--
-- Name: COLUMN lanes.version; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.lanes.version IS 'Grows with each change. A claim changes the head only of the version it read.';


--
-- Name: advance(pressrun.lanes); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.advance(lane pressrun.lanes, OUT first_xid xid8, OUT first_id bigint) RETURNS record
    LANGUAGE plpgsql
    AS $$
declare
  snapshot pg_snapshot := pg_current_snapshot();
  frontier xid8 := pg_snapshot_xmax(snapshot);
  self xid8 := pg_current_xact_id_if_assigned();
  start_xid xid8 := lane.head_xid;
  start_id bigint := lane.head_id;
  changed pressrun.lanes := lane;
  is_over boolean := false;
  is_news boolean;
  ended xid8;
begin
  if start_xid > frontier then
    -- A number from the future: the database was restored on another server.
    start_xid := '0';
    start_id := 0;
  end if;
  foreach ended in array lane.pending loop
    if ended <= start_xid and pg_visible_in_snapshot(ended, snapshot) then
      start_xid := ended;
      start_id := 0;
    end if;
  end loop;

  select j.ready_xid, j.id into first_xid, first_id from pressrun.jobs j
  where j.state = 'available' and pressrun.lane_key(j.queue, j.tenant, j.kind, j.priority) = lane.key
    and (j.ready_xid, j.id) >= (start_xid, start_id)
    and j.queue = lane.queue and j.tenant = lane.tenant and j.priority = lane.priority and j.kind = lane.kind
  order by j.ready_xid, j.id limit 1;

  -- The look came after the snapshot: transactions from its frontier on may be in progress, whatever the look has seen.
  if first_xid < frontier then
    changed.head_xid := first_xid;
    changed.head_id := first_id;
  else
    changed.head_xid := frontier;
    changed.head_id := 0;
  end if;
  changed.pending := '{}';
  if pg_snapshot_xmin(snapshot) < changed.head_xid then
    changed.pending := array(select x from pg_snapshot_xip(snapshot) x where x < changed.head_xid);
    if self < changed.head_xid then
      changed.pending := changed.pending || self;
    end if;
  end if;
  if first_id is not null then
    changed.closing := null;
    is_news := changed is distinct from lane;
  else
    if lane.closing is null and lane.served_at <= clock_timestamp() - interval '5 seconds' then
      changed.closing := '0';
    end if;
    is_over := lane.closing >= '3' and pg_snapshot_xmin(snapshot) >= lane.closing;
    -- The frontier of an empty lane alone is not worth a write at each look.
    is_news := is_over or changed.closing is distinct from lane.closing or start_xid < lane.head_xid;
  end if;
  if not is_news then
    return;
  end if;

  -- A head that another claim has just set, or an arrival has set back, stays.
  perform from pressrun.lanes l
  where l.queue = lane.queue and l.tenant = lane.tenant and l.priority = lane.priority and l.kind = lane.kind
    and l.version = lane.version
  for update skip locked;
  if found and is_over then
    delete from pressrun.lanes l
    where l.queue = lane.queue and l.tenant = lane.tenant and l.priority = lane.priority and l.kind = lane.kind;
  elsif found then
    update pressrun.lanes l set
      head_xid = changed.head_xid, head_id = changed.head_id, pending = changed.pending, closing = changed.closing,
      version = l.version + 1, served_at = case when first_id is null then l.served_at else clock_timestamp() end
    where l.queue = lane.queue and l.tenant = lane.tenant and l.priority = lane.priority and l.kind = lane.kind;
  end if;
end
$$;


--
-- Name: FUNCTION advance(lane pressrun.lanes, OUT first_xid xid8, OUT first_id bigint); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.advance(lane pressrun.lanes, OUT first_xid xid8, OUT first_id bigint) IS 'The place of a lane''s first visible job, null where it has none; and moves the lane''s head there.';


--
-- Name: jobs; Type: TABLE; Schema: pressrun; Owner: -
--

CREATE TABLE pressrun.jobs (
    id bigint NOT NULL,
    lease bigint DEFAULT 0 NOT NULL,
    run_at timestamp with time zone NOT NULL,
    enqueued_at timestamp with time zone DEFAULT now() NOT NULL,
    claimed_at timestamp with time zone,
    lease_expires_at timestamp with time zone,
    finished_at timestamp with time zone,
    claimed_by bigint,
    priority integer DEFAULT 0 NOT NULL,
    attempt integer DEFAULT 0 NOT NULL,
    max_attempts integer NOT NULL,
    state pressrun.job_state NOT NULL,
    cancel_requested boolean DEFAULT false NOT NULL,
    kind text NOT NULL,
    queue text NOT NULL,
    tenant text NOT NULL,
    destination text NOT NULL,
    unique_key text,
    ready_xid xid8 DEFAULT pg_current_xact_id(),
    claim_xid xid8,
    batch_id bigint,
    pages_done integer,
    CONSTRAINT jobs_max_attempts_check CHECK (((max_attempts >= 1) AND (max_attempts <= 10000)))
)
WITH (fillfactor='85', autovacuum_vacuum_scale_factor='0.01', autovacuum_vacuum_threshold='1000', autovacuum_analyze_scale_factor='0.05');


--
-- Name: TABLE jobs; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON TABLE pressrun.jobs IS 'One row a job.';


--
-- Name: COLUMN jobs.lease; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.jobs.lease IS 'Grows with each claim; a write that names an older one changes nothing.';


--
-- Name: COLUMN jobs.run_at; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.jobs.run_at IS 'Not to be claimed before; after a failure, when it is tried again.';


--
-- Name: COLUMN jobs.attempt; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.jobs.attempt IS 'Claims so far that were not given back.';


--
-- Name: COLUMN jobs.ready_xid; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.jobs.ready_xid IS 'The transaction that made the job available: its place in its lane.';


--
-- Name: COLUMN jobs.claim_xid; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.jobs.claim_xid IS 'The transaction that claimed it last.';


--
-- Name: COLUMN jobs.batch_id; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.jobs.batch_id IS 'The batch that it belongs to, if any.';


--
-- Name: COLUMN jobs.pages_done; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.jobs.pages_done IS 'Pages set so far in this attempt, by the last heartbeat that told.';


--
-- Name: announce(pressrun.jobs, xid8); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.announce(job pressrun.jobs, at xid8) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  perform pressrun.announce((job).queue, (job).tenant, (job).priority, (job).kind, at);
  perform pressrun.wake((job).queue);
end
$$;


--
-- Name: announce(text, text, integer, text, xid8); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.announce(queue text, tenant text, priority integer, kind text, at xid8) RETURNS void
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    AS $$
begin
  -- The caller has written its job, so it has its transaction's number. If it now sees the lane open, whoever closes it
  -- waits for the end of that transaction first. A transaction with a snapshot of its own may see what is long past.
  insert into pressrun.arrivals (queue, tenant, priority, kind, position)
  select announce.queue, announce.tenant, announce.priority, announce.kind, announce.at
  where announce.at <> pg_current_xact_id() or current_setting('transaction_isolation') <> 'read committed'
    or not exists (
      select from pressrun.lanes l
      where l.queue = announce.queue and l.tenant = announce.tenant and l.priority = announce.priority
        and l.kind = announce.kind and l.closing is null
    ) and not exists (
      select from pressrun.arrivals a
      where a.queue = announce.queue and a.tenant = announce.tenant and a.priority = announce.priority
        and a.kind = announce.kind and a.position <= announce.at
    );
end
$$;


--
-- Name: FUNCTION announce(queue text, tenant text, priority integer, kind text, at xid8); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.announce(queue text, tenant text, priority integer, kind text, at xid8) IS 'Makes claims look at a lane from this transaction on. To be called after the job was written.';


--
-- Name: backoff(text, integer); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.backoff(kind text, attempt integer) RETURNS interval
    LANGUAGE sql
    AS $$
  select make_interval(secs =>
    least(k.backoff_limit_seconds, k.backoff_base_seconds * 2 ^ least(attempt - 1, 30))
      * (1 + k.backoff_jitter * (2 * random() - 1)))
  from pressrun.kinds k where k.name = backoff.kind
$$;


--
-- Name: FUNCTION backoff(kind text, attempt integer); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.backoff(kind text, attempt integer) IS 'How long a job waits after a failed attempt: base × 2^(attempt − 1), at most the limit, more or less the jitter. Null for a kind that is not known any more.';


--
-- Name: batch_named(text, text, boolean); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.batch_named(tenant text, name text, held boolean DEFAULT false) RETURNS bigint
    LANGUAGE plpgsql
    AS $$
#variable_conflict use_column
declare
  batch pressrun.batches%rowtype;
begin
  if batch_named.name = '' or octet_length(batch_named.name) > 200 or batch_named.name ~ '[\x01-\x1f\x7f]' then
    raise exception 'a batch is named by 1 to 200 bytes without control characters' using errcode = 'PR004';
  end if;
  insert into pressrun.batches as b (tenant, name, held) values (batch_named.tenant, batch_named.name, batch_named.held)
  on conflict (tenant, name) do nothing returning b.* into batch;
  if not found then
    select b.* into batch from pressrun.batches b where b.tenant = batch_named.tenant and b.name = batch_named.name;
  end if;
  if batch.completed_at is not null then
    raise exception 'batch "%" is complete', left(batch_named.name, 100)
      using errcode = 'PR006', hint = 'Name a new batch, or hold one open with pressrun.open_batch while jobs are added.';
  end if;
  return batch.id;
end
$$;


--
-- Name: cancel(bigint); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.cancel(job bigint) RETURNS pressrun.job_state
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET jit TO 'off'
    AS $$
declare
  found_job pressrun.jobs%rowtype;
begin
  select j.* into found_job from pressrun.jobs j where j.id = job for update;
  if not found then
    raise exception 'there is no job %', job using errcode = 'PR005';
  end if;
  case found_job.state
    when 'scheduled', 'available', 'retryable' then
      update pressrun.jobs j set state = 'cancelled', finished_at = clock_timestamp() where j.id = job;
      perform pressrun.write_event(found_job, 'pressrun.job.cancelled', '{}');
      perform pressrun.tally(found_job, 'cancelled', 1);
      return 'cancelled';
    when 'running' then
      update pressrun.jobs j set cancel_requested = true where j.id = job;
      perform pg_notify('pressrun_cancel', job::text);
      return 'running';
    when 'cancelled' then
      return 'cancelled';
    else
      raise exception 'job % is % and cannot be cancelled', job, found_job.state using errcode = 'PR006';
  end case;
end
$$;


--
-- Name: FUNCTION cancel(job bigint); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.cancel(job bigint) IS 'Cancels a waiting job at once; a running one when its worker hears of it. Answers the state after the call.';


--
-- Name: cancel_matching(text[], text, text, text, text, text, bigint, integer); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.cancel_matching(states text[] DEFAULT '{scheduled,available,running,retryable}'::text[], kind text DEFAULT NULL::text, tenant text DEFAULT NULL::text, queue text DEFAULT NULL::text, batch text DEFAULT NULL::text, error_code text DEFAULT NULL::text, after_id bigint DEFAULT 0, max_jobs integer DEFAULT 1000) RETURNS TABLE(job_id bigint, problem text)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET jit TO 'off'
    AS $$
#variable_conflict use_variable
begin
  for job_id in select pressrun.matching(states, kind, tenant, queue, batch, error_code, after_id, max_jobs) loop
    problem := null;
    begin
      perform pressrun.cancel(job_id);
    exception when sqlstate 'PR005' or sqlstate 'PR006' then
      problem := sqlerrm;
    end;
    return next;
  end loop;
end
$$;


--
-- Name: FUNCTION cancel_matching(states text[], kind text, tenant text, queue text, batch text, error_code text, after_id bigint, max_jobs integer); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.cancel_matching(states text[], kind text, tenant text, queue text, batch text, error_code text, after_id bigint, max_jobs integer) IS 'Cancels jobs that match, or asks their workers to stop: the next max_jobs of them after an id.';


--
-- Name: check_depth(text, integer); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.check_depth(queue text, added integer) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    AS $$
#variable_conflict use_column
declare
  most int;
  counted pressrun.depths%rowtype;
  depth int;
  room int;
begin
  select l.max_depth into most from pressrun.limits l
  where l.scope = 'queue' and l.name = check_depth.queue and l.max_depth is not null;
  if not found then
    return;
  end if;
  select d.* into counted from pressrun.depths d where d.queue = check_depth.queue and d.max_depth = most;
  -- What may have become ready since it was counted. Looking is only needed where so many ids were drawn meanwhile.
  room := most - counted.jobs - added;
  if coalesce(pg_sequence_last_value('pressrun.jobs_id_seq'), 0) - counted.sequence <= room then
    return;
  end if;
  if counted.holds_until > clock_timestamp() then
    depth := counted.jobs;
    if room >= 0 then
      depth := depth + pressrun.ready_jobs(queue, counted.xid, room + 1)
        + case when counted.pending = '{}' then 0 else pressrun.ready_of(queue, counted.pending, room + 1) end;
    end if;
  else
    depth := pressrun.count_depth(queue, most);
  end if;
  if depth + added > most then
    raise exception 'queue "%" is full: % jobs wait in it, and it takes %', queue, depth, most
      using errcode = 'PR010', hint = 'Try again later, or raise the limit: pressrun queue limit.';
  end if;
end
$$;


--
-- Name: FUNCTION check_depth(queue text, added integer); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.check_depth(queue text, added integer) IS 'Raises PR010 where a queue has no room for so many more ready jobs, by its last count and what became ready since. Producers one after the other never pass the limit; those at the same moment may each find the same room. Jobs whose time comes and jobs that are tried again are let in, and counted within about ten seconds. Room that claims make is found once the count is over: after a second for each 100,000 of the limit, ten at most.';


--
-- Name: check_destination(text, text, text); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.check_destination(tenant text, kind text, destination text) RETURNS void
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  problem text := pressrun.destination_problem(destination);
  rule text;
begin
  if destination is null then
    raise exception 'no destination is named' using errcode = 'PR003';
  elsif problem is not null then
    raise exception 'destination "%" cannot be used: %', left(destination, 100), problem using errcode = 'PR003';
  end if;
  rule := pressrun.refusal(tenant, kind, destination);
  if rule is not null then
    raise exception 'destination "%" is refused: %', destination, rule
      using errcode = 'PR002', detail = rule,
        hint = 'Choose another destination, or change the policy with pressrun.set_policy.';
  end if;
end
$$;


--
-- Name: FUNCTION check_destination(tenant text, kind text, destination text); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.check_destination(tenant text, kind text, destination text) IS 'Raises PR003 for a destination that makes no sense, and PR002 for one that is denied, with the rule that denied it.';


--
-- Name: check_payload(json); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.check_payload(payload json) RETURNS void
    LANGUAGE plpgsql IMMUTABLE
    AS $$
begin
  if payload is null then
    raise exception 'the payload is null' using errcode = 'PR004';
  elsif octet_length(payload::text) > 67108864 then
    raise exception 'the payload has more than 64 MB' using errcode = 'PR004';
  end if;
end
$$;


--
-- Name: check_rules(text[]); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.check_rules(rules text[]) RETURNS void
    LANGUAGE plpgsql IMMUTABLE
    AS $$
declare
  rule text;
begin
  if rules is null or cardinality(rules) > 1000 then
    raise exception 'a policy has a list of at most 1000 rules' using errcode = 'PR004';
  end if;
  foreach rule in array rules loop
    if pressrun.rule_problem(rule) is not null then
      raise exception 'rule "%" cannot be used: %', left(rule, 100), pressrun.rule_problem(rule)
        using errcode = 'PR004',
          hint = 'A rule is "*", a destination kind such as "email", or one with an address: "email:*@fund.example".';
    end if;
  end loop;
end
$$;


--
-- Name: check_scope(text, text); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.check_scope(scope text, name text) RETURNS void
    LANGUAGE plpgsql
    AS $_$
begin
  if scope is null or scope not in ('queue', 'tenant', 'kind') then
    raise exception 'limits are set for a queue, a tenant or a kind' using errcode = 'PR004';
  elsif scope = 'tenant' then
    perform pressrun.check_tenant(name);
  elsif scope = 'kind' and not exists (select from pressrun.kinds k where k.name = check_scope.name) then
    raise exception 'unknown kind "%"', left(name, 100) using errcode = 'PR001';
  elsif scope = 'queue' and (name is null or name !~ '^[A-Za-z0-9_.-]{1,100}$') then
    raise exception 'a queue is named by 1 to 100 letters, digits, ".", "_" or "-"' using errcode = 'PR004';
  end if;
end
$_$;


--
-- Name: check_tenant(text); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.check_tenant(tenant text) RETURNS void
    LANGUAGE plpgsql IMMUTABLE
    AS $$
begin
  if tenant is null or tenant = '' or octet_length(tenant) > 200 or tenant ~ '[\x01-\x1f\x7f]' then
    raise exception 'a tenant is named by 1 to 200 bytes without control characters' using errcode = 'PR004';
  end if;
end
$$;


--
-- Name: claim(bigint, text[], integer, double precision, bigint); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.claim(worker bigint, queues text[], max_jobs integer, lease_seconds double precision, token bigint DEFAULT NULL::bigint) RETURNS TABLE(job_id bigint, lease bigint, kind text, queue text, tenant text, attempt integer, max_attempts integer, priority integer, destination text, payload json, enqueued_at timestamp with time zone, claimed_at timestamp with time zone, timeout_seconds double precision)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET jit TO 'off'
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_material TO 'off'
    AS $$
#variable_conflict use_column
declare
  ring record;
  around record;
  picked bigint[];
  found_less boolean;
begin
  if cardinality(queues) = 0 then
    queues := null;
  end if;
  select w.ring_queue, w.ring_tenant, w.claim_token, w.claim_xid, w.waiting, w.waiting_told into ring
  from pressrun.workers w where w.id = worker;
  if ring.claim_token = token then
    -- The answer was lost on its way.
    picked := array(
      select j.id from pressrun.jobs j
      where j.state = 'running' and j.claim_xid = ring.claim_xid and j.claimed_by = worker);
  else
    perform pressrun.close_lanes();
    perform pressrun.upkeep();
    perform pressrun.promote();
    perform pressrun.admit();
    around := pressrun.take_around(
      worker, queues, max_jobs, lease_seconds, coalesce(ring.ring_queue, ''), coalesce(ring.ring_tenant, ''));
    picked := around.jobs;
    found_less := cardinality(picked) < max_jobs;
    if found_less and ring.waiting and not ring.waiting_told then
      -- That it waits is to be seen since its last claim.
      perform pressrun.forget();
    end if;
    if picked <> '{}' then
      update pressrun.workers w set
        ring_queue = around.ring_queue, ring_tenant = around.ring_tenant, claim_token = token,
        claim_xid = pg_current_xact_id(), waiting = found_less, waiting_told = found_less and ring.waiting
      where w.id = worker;
    elsif not ring.waiting or not ring.waiting_told then
      update pressrun.workers w set waiting = true, waiting_told = ring.waiting where w.id = worker;
    end if;
  end if;
  if picked = '{}' then
    return;
  end if;
  return query
    select j.id, j.lease, j.kind, j.queue, j.tenant, j.attempt, j.max_attempts, j.priority, j.destination, p.payload,
      j.enqueued_at, j.claimed_at, coalesce(k.timeout_seconds, 120)
    from pressrun.jobs j
      left join pressrun.payloads p on p.job_id = j.id
      left join pressrun.kinds k on k.name = j.kind
    where j.id = any (picked)
    order by j.priority desc, j.ready_xid, j.id;
end
$$;


--
-- Name: FUNCTION claim(worker bigint, queues text[], max_jobs integer, lease_seconds double precision, token bigint); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.claim(worker bigint, queues text[], max_jobs integer, lease_seconds double precision, token bigint) IS 'Takes up to max_jobs ready jobs and raises their leases: of each tenant in turn, and of one tenant by priority, then in the order in which they became ready. No queue means all. The same token again answers the same jobs as long as the worker''s last claim had it, for a claim whose answer was lost.';


--
-- Name: close_batch(text, text); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.close_batch(tenant text, name text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  update pressrun.batches b set held = false where b.tenant = close_batch.tenant and b.name = close_batch.name;
  if not found then
    raise exception 'there is no batch "%"', left(close_batch.name, 100) using errcode = 'PR005';
  end if;
end
$$;


--
-- Name: FUNCTION close_batch(tenant text, name text); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.close_batch(tenant text, name text) IS 'Says that all jobs of a batch were added.';


--
-- Name: close_lanes(); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.close_lanes() RETURNS void
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    AS $$
declare
  told pressrun.lanes[];
  untold pressrun.lanes[];
  barrier xid8;
  lane pressrun.lanes;
begin
  if not exists (select from pressrun.lanes l where l.closing < '3') then
    return;
  end if;
  told := array(select l from pressrun.lanes l where l.closing = '1' and l.closing < '3' limit 100);
  untold := array(select l from pressrun.lanes l where l.closing = '0' and l.closing < '3' limit 100);
  -- The number must be a new one, and the lanes were seen before it is drawn.
  if pg_current_xact_id_if_assigned() is null and told <> '{}' then
    barrier := pg_current_xact_id();
    foreach lane in array told loop
      perform pressrun.set_closing(lane, barrier);
    end loop;
  end if;
  if untold <> '{}' then
    perform pressrun.forget();
    foreach lane in array untold loop
      perform pressrun.set_closing(lane, '1');
    end loop;
  end if;
end
$$;


--
-- Name: FUNCTION close_lanes(); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.close_lanes() IS 'A step on the way of empty lanes out. Each claim does it before anything else.';


--
-- Name: complete(jsonb); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.complete(completions jsonb) RETURNS TABLE(ordinal bigint, outcome text, event_id uuid, rule text)
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  with input as materialized (
    select c.* from rows from (jsonb_to_recordset(completions) as (
      job bigint, lease bigint, sha256 text, bytes bigint, "mediaType" text, "pageSizes" jsonb, warnings jsonb,
      timings jsonb)) with ordinality as c (
      job_id, lease, sha256, bytes, media_type, page_sizes, warnings, timings, ordinal)
  ), given as (
    select array_agg(i.job_id order by i.ordinal) as jobs, array_agg(i.lease order by i.ordinal) as leases,
      array_agg(coalesce(i.sha256, '') order by i.ordinal) as sha256s, array_agg(i.bytes order by i.ordinal) as bytes,
      array_agg(i.media_type order by i.ordinal) as media_types, array_agg(i.page_sizes order by i.ordinal) as page_sizes,
      array_agg(coalesce(i.warnings, '[]') order by i.ordinal) as warnings,
      array_agg(coalesce(i.timings, '{}') order by i.ordinal) as timings
    from input i
  ), answers as (
    select a.* from given g cross join lateral pressrun.complete_many(
      g.jobs, g.leases, g.sha256s, g.bytes, g.media_types, g.page_sizes, g.warnings, g.timings) a
  )
  select i.ordinal, coalesce(a.outcome, 'stale'), a.event_id, a.rule
  from input i left join answers a on a.ordinal = i.ordinal
  order by i.ordinal
$$;


--
-- Name: FUNCTION complete(completions jsonb); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.complete(completions jsonb) IS 'Finishes jobs: each with its attempt, artifact, event and outbox row, all or nothing. Takes an array of objects with job, lease, sha256, bytes, mediaType, pageSizes, warnings and timings; without sha256 the job made no document. A destination that the policy no longer allows discards the job; an old lease changes nothing.';


--
-- Name: complete_many(bigint[], bigint[], text[], bigint[], text[], jsonb[], jsonb[], jsonb[]); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.complete_many(jobs bigint[], leases bigint[], sha256s text[], bytes bigint[], media_types text[], page_sizes jsonb[], warnings jsonb[], timings jsonb[]) RETURNS TABLE(ordinal bigint, outcome text, event_id uuid, rule text)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET jit TO 'off'
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_material TO 'off'
    AS $_$
#variable_conflict use_column
declare
  at text := to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');
  -- One draw of random bits a batch; the job's number tells its events apart (UUID version 8, RFC 9562, section 5.8).
  event_prefix text := overlay(left(gen_random_uuid()::text, 24) placing '8' from 15);
  day date := (now() at time zone 'UTC')::date;
  held bigint := 0;
begin
  return query
    with held as materialized (
      update pressrun.jobs j set
        state = case
          when j.cancel_requested then 'cancelled'::pressrun.job_state
          -- The policy may have changed since the job was enqueued.
          when j.destination <> 'none' and pressrun.refusal(j.tenant, j.kind, j.destination) is not null
            then 'discarded'
          else 'completed' end,
        finished_at = clock_timestamp(), lease_expires_at = null
      from (
        select u.* from unnest(jobs, leases, sha256s, bytes, media_types, page_sizes, warnings, timings) with ordinality
          as u (job_id, lease, sha256, bytes, media_type, page_sizes, warnings, timings, ordinal)
        -- In the order of ids, as everywhere: two batches never wait for each other in a circle.
        order by u.job_id
      ) i
      where j.id = i.job_id and j.lease = i.lease and j.state::text = 'running'
      returning j.id, j.lease, j.attempt, j.claimed_by, j.kind, j.tenant, j.destination, j.batch_id,
        greatest(j.run_at, j.enqueued_at) as ready_at, j.claimed_at, j.finished_at, j.state,
        i.ordinal, nullif(i.sha256, '') as sha256, i.bytes, i.media_type,
        case when complete_many.page_sizes is null then '[]' else i.page_sizes end as page_sizes,
        nullif(i.warnings, '[]') as warnings, nullif(i.timings, '{}') as timings,
        (event_prefix || lpad(to_hex(j.id & 281474976710655), 12, '0'))::uuid as event_id,
        split_part(j.destination, ':', 1) as destination_kind,
        case when j.state = 'discarded' then pressrun.refusal(j.tenant, j.kind, j.destination) end as rule
    ), closed as (
      insert into pressrun.attempts
        (job_id, lease, attempt, worker_id, kind, ready_at, started_at, finished_at, outcome, error_code, error_message,
          warnings, timings)
      select h.id, h.lease, h.attempt, h.claimed_by, h.kind, h.ready_at, h.claimed_at, h.finished_at,
        case h.state when 'discarded' then 'refused' when 'cancelled' then 'cancelled' else 'completed' end
          ::pressrun.attempt_outcome,
        case when h.rule is not null then 'destination_denied' end,
        case when h.rule is not null then format('destination "%s" is refused: %s', h.destination, h.rule) end,
        h.warnings, h.timings
      from held h
    ), stored as (
      insert into pressrun.artifacts (job_id, sha256, bytes, pages, page_sizes, media_type)
      select h.id, h.sha256, h.bytes, jsonb_array_length(h.page_sizes), h.page_sizes, h.media_type
      from held h where h.state = 'completed' and h.sha256 is not null
    ), recorded as (
      insert into pressrun.events (id, job_id, type, destination_kind, record)
      select h.event_id, h.id, 'pressrun.job.' || h.state, h.destination_kind,
        -- A kind's name needs no quoting, and parsing the whole once is quicker than building it value by value.
        ('{"specversion": "1.0", "id": "' || h.event_id || '", "source": "/pressrun/' || h.kind
          || '", "type": "pressrun.job.' || h.state || '", "subject": "job/' || h.id || '", "time": "' || at
          || '", "datacontenttype": "application/json", "data": {"job": ' || h.id || ', "kind": "' || h.kind
          || '", "tenant": ' || to_json(h.tenant) || ', "destination": ' || to_json(h.destination) || ', "attempt": '
          || h.attempt
          || case h.state
            when 'completed' then ', "artifact": ' || case when h.sha256 is null then 'null' else jsonb_build_object(
                'sha256', h.sha256, 'bytes', h.bytes, 'mediaType', h.media_type,
                'pages', jsonb_array_length(h.page_sizes),
                'pageHeights', jsonb_path_query_array(h.page_sizes, '$[*][1]'))::text end
              || ', "warnings": ' || coalesce(h.warnings::text, '[]')
            when 'discarded' then ', "error": ' || jsonb_build_object(
                'code', 'destination_denied',
                'message', format('destination "%s" is refused: %s', h.destination, h.rule))::text
              || ', "warnings": ' || coalesce(h.warnings::text, '[]')
            else '' end
          || '}}')::jsonb
      from held h
    ), queued as (
      insert into pressrun.outbox (job_id, event_id, destination)
      select h.id, h.event_id, h.destination
      from held h where h.state = 'completed' and h.sha256 is not null and h.destination <> 'none'
    ), tallied as (
      insert into pressrun.tallies (kind, tenant, batch_id, state, day, destination_kind, jobs)
      select h.kind, h.tenant, h.batch_id, h.state,
        case h.state when 'completed' then day end, case h.state when 'completed' then h.destination_kind end, count(*)
      from held h group by h.kind, h.tenant, h.batch_id, h.state, 6
    )
    select h.ordinal, case h.state when 'discarded' then 'refused' else h.state::text end, h.event_id, h.rule from held h;
  get diagnostics held = row_count;
  perform pressrun.note_fenced(cardinality(jobs) - held::int);
end
$_$;


--
-- Name: FUNCTION complete_many(jobs bigint[], leases bigint[], sha256s text[], bytes bigint[], media_types text[], page_sizes jsonb[], warnings jsonb[], timings jsonb[]); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.complete_many(jobs bigint[], leases bigint[], sha256s text[], bytes bigint[], media_types text[], page_sizes jsonb[], warnings jsonb[], timings jsonb[]) IS 'As complete, with one element of each array a job; an empty sha256 where it made no document. Null instead of page_sizes, warnings or timings where no job has any. Answers no row for an old lease.';


--
-- Name: count_depth(text, integer); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.count_depth(queue text, max_depth integer) RETURNS integer
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    AS $$
#variable_conflict use_column
declare
  -- These are read before the jobs: what comes between is counted twice rather than not at all.
  last_id bigint := coalesce(pg_sequence_last_value('pressrun.jobs_id_seq'), 0);
  snapshot pg_snapshot := pg_current_snapshot();
  frontier xid8 := pg_snapshot_xmax(snapshot);
  self xid8 := pg_current_xact_id_if_assigned();
  depth int := pressrun.ready_jobs(queue, '0', max_depth);
begin
  -- A transaction with a snapshot of its own may see what is long past.
  if current_setting('transaction_isolation') = 'read committed' then
    perform from pressrun.depths d where d.queue = count_depth.queue for update skip locked;
    if found then
      update pressrun.depths d set
        max_depth = count_depth.max_depth, sequence = last_id, xid = frontier,
        jobs = depth - case when self is null then 0 else pressrun.ready_of(queue, array[self], depth) end,
        pending = array(select x from pg_snapshot_xip(snapshot) x) || case when self < frontier then array[self] end,
        holds_until = clock_timestamp() + make_interval(secs => pressrun.depth_holds(count_depth.max_depth))
      where d.queue = count_depth.queue;
    end if;
  end if;
  return depth;
end
$$;


--
-- Name: count_depths(); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.count_depths() RETURNS void
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$
#variable_conflict use_column
declare
  last_id bigint;
  worn record;
begin
  if not exists (select from pressrun.limits l where l.max_depth is not null) then
    return;
  end if;
  last_id := coalesce(pg_sequence_last_value('pressrun.jobs_id_seq'), 0);
  for worn in
    select d.queue, l.max_depth
    from pressrun.limits l join pressrun.depths d on d.queue = l.name
    -- Before the count is over, or producers would count until the next time.
    where l.scope = 'queue' and l.max_depth is not null and d.holds_until <= clock_timestamp() + interval '1.5 seconds'
      and (d.max_depth is distinct from l.max_depth or d.jobs + (last_id - d.sequence) >= l.max_depth
        -- Jobs whose time has come, or that are tried again, have old ids.
        or d.holds_until < clock_timestamp() - interval '10 seconds')
    order by d.holds_until limit 100
    -- Whoever has a row has just counted.
    for update of d skip locked
  loop
    perform pressrun.count_depth(worn.queue, worn.max_depth);
  end loop;
end
$$;


--
-- Name: FUNCTION count_depths(); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.count_depths() IS 'Counts queues that may have come to their limit since they were last counted, so that producers need not. Upkeep does it.';


--
-- Name: cron_field(text, integer, integer, text[]); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.cron_field(field text, low integer, high integer, names text[]) RETURNS integer[]
    LANGUAGE plpgsql IMMUTABLE
    AS $_$
declare
  item text;
  parts text[];
  first int;
  last int;
  step int;
  found int[] := '{}';
begin
  foreach item in array string_to_array(lower(field), ',') loop
    for n in 1..coalesce(cardinality(names), 0) loop
      item := regexp_replace(item, '\m' || names[n] || '\M', (low + n - 1)::text, 'g');
    end loop;
    parts := regexp_match(item, '^(?:(\*)|(\d{1,2})(?:-(\d{1,2}))?)(?:/(\d{1,2}))?$');
    if parts is null then
      raise exception '"%" is not a cron field', left(field, 50) using errcode = 'PR004';
    end if;
    first := coalesce(parts[2]::int, low);
    last := coalesce(parts[3]::int, case when parts[1] is not null or parts[4] is not null then high else first end);
    step := coalesce(parts[4]::int, 1);
    if first < low or last > high or first > last or step = 0 then
      raise exception '"%" is out of range: % to %', left(field, 50), low, high using errcode = 'PR004';
    end if;
    found := found || array(select generate_series(first, last, step));
  end loop;
  if found = '{}' then
    raise exception 'a cron field is empty' using errcode = 'PR004';
  end if;
  return array(select distinct unnest(found) order by 1);
end
$_$;


--
-- Name: cron_next(text, text, timestamp with time zone); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.cron_next(cron text, time_zone text, after timestamp with time zone) RETURNS timestamp with time zone
    LANGUAGE plpgsql STABLE
    AS $$
declare
  fields text[] := regexp_split_to_array(btrim(cron), '\s+');
  minutes int[];
  hours int[];
  days int[];
  months int[];
  weekdays int[];
  every_hour boolean;
  day date;
  found_at timestamptz;
begin
  fields := case lower(cron)
    when '@hourly' then array['0', '*', '*', '*', '*']
    when '@daily' then array['0', '0', '*', '*', '*']
    when '@weekly' then array['0', '0', '*', '*', '0']
    when '@monthly' then array['0', '0', '1', '*', '*']
    when '@yearly' then array['0', '0', '1', '1', '*']
    else fields end;
  if cardinality(fields) <> 5 or octet_length(cron) > 200 then
    raise exception '"%" is not five cron fields: minute, hour, day of the month, month, day of the week', left(cron, 50)
      using errcode = 'PR004';
  end if;
  minutes := pressrun.cron_field(fields[1], 0, 59, null);
  hours := pressrun.cron_field(fields[2], 0, 23, null);
  days := pressrun.cron_field(fields[3], 1, 31, null);
  months := pressrun.cron_field(
    fields[4], 1, 12, array['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']);
  weekdays := pressrun.cron_field(fields[5], 0, 7, array['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']);
  if 7 = any (weekdays) then
    weekdays := weekdays || 0;
  end if;
  every_hour := left(fields[2], 1) = '*';
  -- The day before: a clock that is set back at midnight repeats it.
  day := (after at time zone time_zone)::date - 1;
  for ahead in 0..3000 loop
    if extract(month from day) = any (months) and (case
        -- Where both days are given, either will do.
        when left(fields[3], 1) <> '*' and left(fields[5], 1) <> '*'
          then extract(day from day) = any (days) or extract(dow from day) = any (weekdays)
        else extract(day from day) = any (days) and extract(dow from day) = any (weekdays) end)
    then
      select min(tick.at) into found_at
      from unnest(hours) as h (hour) cross join unnest(minutes) as m (minute)
        cross join lateral (select day + make_interval(hours => h.hour, mins => m.minute) as local) l
        -- A time that clocks skip is taken as if they had not been set forward yet.
        cross join lateral (select l.local at time zone time_zone as late) i
        -- One that they repeat is, by this rule, the second; the first is as much earlier as the clocks are set back.
        cross join lateral (
          select i.late - (
            ((i.late - interval '24 hours') at time zone time_zone) - (i.late at time zone time_zone) + interval '24 hours'
          ) as early
        ) e
        cross join lateral (select e.early at time zone time_zone = l.local and e.early < i.late as is_repeated) r
        cross join lateral (
          select e.early as at where r.is_repeated
          union all select i.late where not r.is_repeated or every_hour
        ) tick
      where tick.at > after;
      if found_at is not null then
        return found_at;
      end if;
    end if;
    day := day + 1;
  end loop;
  raise exception '"%" never comes', cron using errcode = 'PR004';
end
$$;


--
-- Name: FUNCTION cron_next(cron text, time_zone text, after timestamp with time zone); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.cron_next(cron text, time_zone text, after timestamp with time zone) IS 'The first time after the one given that a cron expression names in a time zone. Days as in cron(5): where both are given, either will do. When clocks go forward, a time that they skip comes as much later; when they go back, a time that comes twice is taken the first time only, but in expressions for every hour both times.';


--
-- Name: depth_holds(integer); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.depth_holds(max_depth integer) RETURNS double precision
    LANGUAGE sql IMMUTABLE
    AS $$ select least(10, greatest(0.0001, max_depth / 1e5)) $$;


--
-- Name: FUNCTION depth_holds(max_depth integer); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.depth_holds(max_depth integer) IS 'How many seconds a count of a queue''s ready jobs holds. Counting takes about a twentieth of that, and claims cannot empty a full queue in it.';


--
-- Name: destination_kinds(); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.destination_kinds() RETURNS text[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$ select array['none', 'email', 'print', 'folder', 's3', 'webdav', 'sftp', 'webhook'] $$;


--
-- Name: destination_problem(text); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.destination_problem(destination text) RETURNS text
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    AS $_$
declare
  colon int := position(':' in destination);
  kind text := split_part(destination, ':', 1);
  address text := case when colon > 0 then substr(destination, colon + 1) end;
begin
  if octet_length(destination) > 1024 then
    return 'longer than 1024 bytes';
  elsif destination ~ '[\x01-\x1f\x7f]' then
    return 'control characters';
  elsif kind <> all (pressrun.destination_kinds()) then
    return format('unknown kind "%s"; known are %s', kind, array_to_string(pressrun.destination_kinds(), ', '));
  elsif kind = 'none' then
    return case when address is not null then '"none" takes no address' end;
  elsif address = '' then
    return 'the address is empty';
  elsif kind = 'print' then
    return null;
  elsif kind = 'folder' then
    return case when string_to_array(address, '/') && array['', '.', '..']
      then 'a folder is named by a relative path without "." and ".."' end;
  elsif address is null then
    return format('"%s" needs an address', kind);
  elsif kind = 'email' then
    return case when address !~ '^[^@ :;,<>"]+@[^@ :;,<>"]+$' then 'not an email address' end;
  elsif address ~ ' ' then
    return 'spaces in the address';
  elsif kind = 'webhook' and address !~ '^https?://.' then
    return 'a webhook is an http or https address';
  end if;
  return null;
end
$_$;


--
-- Name: FUNCTION destination_problem(destination text); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.destination_problem(destination text) IS 'What is wrong with the text of a destination; null where nothing is.';


--
-- Name: enqueue(text, json, text, text, integer, timestamp with time zone, text, integer, text, text, interval); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.enqueue(kind text, payload json, tenant text DEFAULT 'default'::text, destination text DEFAULT NULL::text, priority integer DEFAULT 0, run_at timestamp with time zone DEFAULT now(), unique_key text DEFAULT NULL::text, max_attempts integer DEFAULT NULL::integer, queue text DEFAULT NULL::text, batch text DEFAULT NULL::text, unique_for interval DEFAULT NULL::interval) RETURNS TABLE(job_id bigint, inserted boolean)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  job_id := pressrun.enqueue_one(
    kind, payload, tenant, destination, priority, run_at, unique_key, max_attempts, queue, batch, unique_for);
  inserted := job_id > 0;
  job_id := abs(job_id);
  return next;
end
$$;


--
-- Name: FUNCTION enqueue(kind text, payload json, tenant text, destination text, priority integer, run_at timestamp with time zone, unique_key text, max_attempts integer, queue text, batch text, unique_for interval); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.enqueue(kind text, payload json, tenant text, destination text, priority integer, run_at timestamp with time zone, unique_key text, max_attempts integer, queue text, batch text, unique_for interval) IS 'Adds a job, in the caller''s transaction. Answers its id, or with inserted = false the id of the job that has the same unique key: while that is unfinished, and for unique_for after it was enqueued. Raises PR001 for an unknown kind, PR002 for a denied destination, PR003 for a malformed one, PR006 for a batch that is complete, PR010 for a full queue, PR004 otherwise.';


--
-- Name: enqueue_many(text, json[], text, text, integer, timestamp with time zone, text[], integer, text, text, interval); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.enqueue_many(kind text, payloads json[], tenant text DEFAULT 'default'::text, destination text DEFAULT NULL::text, priority integer DEFAULT 0, run_at timestamp with time zone DEFAULT now(), unique_keys text[] DEFAULT NULL::text[], max_attempts integer DEFAULT NULL::integer, queue text DEFAULT NULL::text, batch text DEFAULT NULL::text, unique_for interval DEFAULT NULL::interval) RETURNS TABLE(ordinal bigint, job_id bigint, inserted boolean)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    AS $$
#variable_conflict use_column
declare
  job record;
begin
  if unique_keys is not null then
    return query
      select items.ordinal, e.job_id, e.inserted
      from unnest(enqueue_many.payloads, enqueue_many.unique_keys) with ordinality
          as items (payload, unique_key, ordinal),
        pressrun.enqueue(
          enqueue_many.kind, items.payload, enqueue_many.tenant, enqueue_many.destination, enqueue_many.priority,
          enqueue_many.run_at, items.unique_key, enqueue_many.max_attempts, enqueue_many.queue, enqueue_many.batch,
          enqueue_many.unique_for) as e;
    return;
  end if;
  priority := coalesce(priority, 0);
  job := pressrun.prepare_many(
    enqueue_many.kind, enqueue_many.tenant, enqueue_many.priority, cardinality(payloads), enqueue_many.batch,
    enqueue_many.destination, enqueue_many.run_at, enqueue_many.max_attempts, enqueue_many.queue);
  perform pressrun.check_payload(p) from unnest(payloads) p where p is null or octet_length(p::text) > 67108864;
  return query
    with items as materialized (
      select u.ordinal, nextval('pressrun.jobs_id_seq'::regclass) as id, u.payload
      from unnest(enqueue_many.payloads) with ordinality as u (payload, ordinal)
    ), jobs as (
      insert into pressrun.jobs (id, kind, queue, tenant, state, priority, run_at, max_attempts, destination, batch_id)
      select i.id, enqueue_many.kind, job.queue, enqueue_many.tenant, job.state, enqueue_many.priority, job.run_at,
        job.max_attempts, job.destination, job.batch_id
      from items i
    ), payloads as (
      insert into pressrun.payloads select i.id, i.payload from items i
    )
    select i.ordinal, i.id, true from items i;
end
$$;


--
-- Name: FUNCTION enqueue_many(kind text, payloads json[], tenant text, destination text, priority integer, run_at timestamp with time zone, unique_keys text[], max_attempts integer, queue text, batch text, unique_for interval); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.enqueue_many(kind text, payloads json[], tenant text, destination text, priority integer, run_at timestamp with time zone, unique_keys text[], max_attempts integer, queue text, batch text, unique_for interval) IS 'Adds one job for each payload, all alike otherwise. Answers as enqueue does, with the place of the payload from 1.';


--
-- Name: enqueue_new(bigint, text, json, text, text, integer, timestamp with time zone, text, integer, text, text, interval); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.enqueue_new(epoch bigint, kind text, payload json, tenant text, destination text, priority integer, run_at timestamp with time zone, unique_key text, max_attempts integer, queue text, batch text, unique_for interval, OUT job_id bigint, OUT inserted boolean) RETURNS record
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    AS $$
#variable_conflict use_column
declare
  job record;
  batch_number bigint;
begin
  if payload is null or octet_length(payload::text) > 67108864 then
    perform pressrun.check_payload(payload);
  end if;
  job := pressrun.prepare_job(
    enqueue_new.kind, enqueue_new.tenant, enqueue_new.priority, enqueue_new.unique_key, 1,
    enqueue_new.destination, enqueue_new.run_at, enqueue_new.max_attempts, enqueue_new.queue);
  if batch is not null then
    batch_number := pressrun.batch_named(enqueue_new.tenant, batch);
  end if;
  if unique_for is not null and (unique_for <= interval '0' or unique_key is null) then
    raise exception 'unique_for is a time above 0, and goes with a unique key' using errcode = 'PR004';
  end if;
  -- A few rounds are enough unless jobs with this key come and go faster than we look.
  for round in 1..100 loop
    if unique_key is not null then
      enqueue_new.job_id := pressrun.key_holder(enqueue_new.kind, enqueue_new.tenant, enqueue_new.unique_key);
      if enqueue_new.job_id is not null then
        enqueue_new.inserted := false;
        return;
      end if;
    end if;
    -- Waits for another transaction that is about to insert the same key, and goes on once that commits or rolls back.
    insert into pressrun.jobs as j
      (kind, queue, tenant, state, priority, run_at, max_attempts, destination, unique_key, batch_id)
    values (
      enqueue_new.kind, job.queue, enqueue_new.tenant, job.state, enqueue_new.priority, job.run_at, job.max_attempts,
      job.destination, enqueue_new.unique_key, batch_number)
    on conflict (kind, tenant, unique_key)
      where unique_key is not null and state in ('scheduled', 'available', 'running', 'retryable')
      do nothing
    returning j.id into enqueue_new.job_id;
    continue when not found;
    if unique_for is not null then
      insert into pressrun.unique_keys as u
      values (
        enqueue_new.kind, enqueue_new.tenant, enqueue_new.unique_key, enqueue_new.job_id, clock_timestamp() + unique_for)
      on conflict (kind, tenant, unique_key) do update set job_id = excluded.job_id, expires_at = excluded.expires_at
        where u.expires_at <= clock_timestamp();
      if not found then
        -- A job of the same key and period came and was finished while we waited.
        delete from pressrun.jobs j where j.id = enqueue_new.job_id;
        continue;
      end if;
    end if;
    insert into pressrun.payloads values (enqueue_new.job_id, enqueue_new.payload);
    if batch_number is not null then
      insert into pressrun.tallies (kind, tenant, batch_id, jobs)
      values (enqueue_new.kind, enqueue_new.tenant, batch_number, 1);
    end if;
    if job.state = 'available' then
      if not job.is_open then
        insert into pressrun.arrivals (queue, tenant, priority, kind, position)
        values (job.queue, enqueue_new.tenant, enqueue_new.priority, enqueue_new.kind, pg_current_xact_id());
      end if;
      if job.is_awaited then
        -- The same payload again in the same transaction is sent once.
        perform pg_notify('pressrun_jobs', job.queue);
      end if;
    end if;
    enqueue_new.inserted := true;
    -- What a transaction with a snapshot of its own sees may be past.
    if job.state = 'available' and not job.is_awaited and current_setting('transaction_isolation') = 'read committed'
      and not exists (select from pressrun.limits l where l.max_depth is not null)
    then
      perform set_config('pressrun.known', concat_ws(chr(31),
        pressrun.seal(epoch, kind, tenant, priority, destination, max_attempts, queue,
          array[null, job.queue, job.max_attempts::text, job.destination]),
        job.queue, job.max_attempts, job.destination), false);
    end if;
    return;
  end loop;
  raise exception 'unique key "%" changes hands too fast', enqueue_new.unique_key using errcode = '40001';
end
$$;


--
-- Name: enqueue_one(text, json, text, text, integer, timestamp with time zone, text, integer, text, text, interval); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.enqueue_one(kind text, payload json, tenant text, destination text, priority integer, run_at timestamp with time zone, unique_key text, max_attempts integer, queue text, batch text, unique_for interval) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
#variable_conflict use_variable
declare
  -- Drawn before the look at the epoch: see close_lanes.
  self xid8 := pg_current_xact_id();
  epoch bigint := pg_sequence_last_value('pressrun.epoch');
  known text[] := string_to_array(current_setting('pressrun.known', true), chr(31));
  job bigint;
begin
  priority := coalesce(priority, 0);
  if known[1] = pressrun.seal(epoch, kind, tenant, priority, destination, max_attempts, queue, known)
    and unique_key is null and batch is null and unique_for is null
    and octet_length(payload::text) <= 67108864
    and (run_at is null or run_at <= clock_timestamp() and isfinite(run_at))
  then
    with added as (
      insert into pressrun.jobs (kind, queue, tenant, state, priority, run_at, max_attempts, destination)
      values (kind, known[2], tenant, 'available', priority, coalesce(run_at, now()), known[3]::int, known[4])
      returning id
    )
    insert into pressrun.payloads as p (job_id, payload) select a.id, enqueue_one.payload from added a
    returning p.job_id into job;
    return job;
  end if;
  select case when e.inserted then e.job_id else - e.job_id end into job
  from pressrun.enqueue_new(
    epoch, kind, payload, tenant, destination, priority, run_at, unique_key, max_attempts, queue, batch, unique_for) e;
  return job;
end
$$;


--
-- Name: FUNCTION enqueue_one(kind text, payload json, tenant text, destination text, priority integer, run_at timestamp with time zone, unique_key text, max_attempts integer, queue text, batch text, unique_for interval); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.enqueue_one(kind text, payload json, tenant text, destination text, priority integer, run_at timestamp with time zone, unique_key text, max_attempts integer, queue text, batch text, unique_for interval) IS 'As enqueue, with an answer of one number: the job''s id, or less than 0, the id of the job that has the same unique key.';


--
-- Name: event_record(uuid, text, bigint, text, timestamp with time zone, jsonb); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.event_record(id uuid, type text, job_id bigint, kind text, at timestamp with time zone, data jsonb) RETURNS jsonb
    LANGUAGE sql STABLE
    AS $$
  select jsonb_build_object(
    'specversion', '1.0', 'id', id, 'source', '/pressrun/' || kind, 'type', type, 'subject', 'job/' || job_id,
    'time', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'datacontenttype', 'application/json', 'data', data)
$$;


--
-- Name: events; Type: TABLE; Schema: pressrun; Owner: -
--

CREATE TABLE pressrun.events (
    sequence bigint NOT NULL,
    recorded_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    job_id bigint NOT NULL,
    type text NOT NULL,
    "time" timestamp with time zone DEFAULT now() NOT NULL,
    destination_kind text NOT NULL,
    record jsonb NOT NULL
);


--
-- Name: TABLE events; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON TABLE pressrun.events IS 'What happened to jobs, as CloudEvents 1.0 records.';


--
-- Name: events_after(bigint, integer); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.events_after(cursor bigint, max_events integer) RETURNS SETOF pressrun.events
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  horizon timestamptz;
begin
  -- Sequence numbers are drawn before the commit, so a reader that went on after the highest could miss the event of a
  -- slow transaction. Whoever has drawn one holds this lock until the end. Of an event that was recorded before the
  -- oldest of those began, all forerunners are therefore decided; the next statement sees them.
  select min(coalesce(a.xact_start, '-infinity')) into horizon
  from pg_locks l left join pg_stat_activity a on a.pid = l.pid
  where l.locktype = 'relation' and l.relation = 'pressrun.events'::regclass and l.mode = 'RowExclusiveLock'
    and l.granted and l.database = (select d.oid from pg_database d where d.datname = current_database());
  return query
    select e.* from pressrun.events e
    where e.sequence > cursor and e.recorded_at < coalesce(horizon, 'infinity')
    order by e.sequence limit max_events;
end
$$;


--
-- Name: FUNCTION events_after(cursor bigint, max_events integer); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.events_after(cursor bigint, max_events integer) IS 'Events after the one with this sequence number, in order. None is missed by going on after the last; an event that an open transaction wrote holds newer ones back until that ends.';


--
-- Name: fail(bigint, bigint, text, text, boolean, jsonb); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.fail(job bigint, lease bigint, code text, message text, permanent boolean, warnings jsonb DEFAULT '[]'::jsonb, OUT outcome text, OUT retry_at timestamp with time zone) RETURNS record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET jit TO 'off'
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_material TO 'off'
    AS $$
declare
  held pressrun.jobs%rowtype;
  settled record;
begin
  select j.* into held from pressrun.jobs j
  where j.id = fail.job and j.lease = fail.lease and j.state::text = 'running' for update;
  if not found then
    perform pressrun.note_fenced(1);
    outcome := 'stale';
    return;
  end if;
  settled := pressrun.settle(held, 'failed', code, message, permanent, warnings, null);
  outcome := settled.state;
  retry_at := settled.run_at;
end
$$;


--
-- Name: FUNCTION fail(job bigint, lease bigint, code text, message text, permanent boolean, warnings jsonb, OUT outcome text, OUT retry_at timestamp with time zone); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.fail(job bigint, lease bigint, code text, message text, permanent boolean, warnings jsonb, OUT outcome text, OUT retry_at timestamp with time zone) IS 'Ends an attempt with an error: the job becomes retryable, or discarded where that is permanent or was the last attempt.';


--
-- Name: finish_cancelled(bigint[], bigint[]); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.finish_cancelled(jobs bigint[], leases bigint[]) RETURNS integer
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$ select pressrun.settle_many(jobs, leases, 'cancelled', true, null, null, null) $$;


--
-- Name: FUNCTION finish_cancelled(jobs bigint[], leases bigint[]); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.finish_cancelled(jobs bigint[], leases bigint[]) IS 'Ends attempts that the worker stopped because cancellation was asked for.';


--
-- Name: forget(); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.forget() RETURNS void
    LANGUAGE sql
    AS $$
  select setval('pressrun.epoch',
    greatest(1, ('x' || right(replace(gen_random_uuid()::text, '-', ''), 15))::bit(60)::bigint))
$$;


--
-- Name: FUNCTION forget(); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.forget() IS 'Has every session look anew before its next enqueue. At once, not when this commits.';


--
-- Name: forget_on_change(); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.forget_on_change() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  perform pressrun.forget();
  return null;
end
$$;


--
-- Name: heartbeat(bigint, bigint[], bigint[], double precision, integer[]); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.heartbeat(worker bigint, jobs bigint[], leases bigint[], lease_seconds double precision, pages integer[] DEFAULT NULL::integer[]) RETURNS TABLE(job_id bigint, lease bigint, cancel_requested boolean)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET jit TO 'off'
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_material TO 'off'
    AS $$
#variable_conflict use_column
begin
  update pressrun.workers w
  set heartbeat_at = clock_timestamp(), running = cardinality(jobs), stopped_at = null
  where w.id = worker;
  return query
    -- In the order of ids, as everywhere: two batches never wait for each other in a circle.
    with held as materialized (
      select j.id, h.pages, h.pages is distinct from j.pages_done as moved
      from unnest(jobs, leases, pages) as h (id, lease, pages) join pressrun.jobs j on j.id = h.id
      where j.lease = h.lease and j.state::text = 'running'
      order by j.id for update of j
    ), extended as (
      update pressrun.jobs j set
        lease_expires_at = clock_timestamp() + make_interval(secs => lease_seconds),
        pages_done = coalesce(held.pages, j.pages_done)
      from held where j.id = held.id
      returning j as job, held.pages is not null and held.moved as moved
    ), told as (
      select pressrun.write_event(
        e.job, 'pressrun.job.progress', jsonb_build_object('lease', (e.job).lease, 'pagesDone', (e.job).pages_done))
      from extended e where e.moved
    )
    select (e.job).id, (e.job).lease, (e.job).cancel_requested from extended e where (select count(*) from told) >= 0;
end
$$;


--
-- Name: FUNCTION heartbeat(worker bigint, jobs bigint[], leases bigint[], lease_seconds double precision, pages integer[]); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.heartbeat(worker bigint, jobs bigint[], leases bigint[], lease_seconds double precision, pages integer[]) IS 'Extends the leases that are still held and answers them, and whether to stop; a lease that is not among the answers is lost. Takes the pages set so far in each job; where they changed, that becomes an event.';


--
-- Name: install_annotation_roles(); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.install_annotation_roles() RETURNS text
    LANGUAGE plpgsql
    AS $$
begin
  grant execute on function
    pressrun.register_document(text, text, bigint, text, text),
    pressrun.add_segment(text, text, text, text, bytea, text, timestamptz)
  to pressrun_producer;
  grant select on pressrun.annotation_documents, pressrun.annotation_segments, pressrun.annotation_builds
  to pressrun_worker;
  grant execute on function pressrun.record_build(bigint, text, bigint, text, json) to pressrun_worker;
  grant select on pressrun.annotation_overview to pressrun_monitor;
  return null;
exception when insufficient_privilege or undefined_object then
  return 'this login may not grant to the roles';
end
$$;


--
-- Name: FUNCTION install_annotation_roles(); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.install_annotation_roles() IS 'Grants to the roles what archives need; see install_roles. Nobody gets the right to change what is there.';


--
-- Name: install_operating_roles(); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.install_operating_roles() RETURNS text
    LANGUAGE plpgsql
    AS $$
begin
  grant execute on function
    pressrun.register_schedules(text, jsonb), pressrun.prune_step(), pressrun.prune_due(), pressrun.prune(int),
    pressrun.unreferenced(text[])
  to pressrun_worker;
  grant select on pressrun.schedules, pressrun.schedule_status, pressrun.retention to pressrun_worker;
  -- Whoever may read how jobs stand may read of each what became of it, and consume events; but no payload.
  grant execute on function pressrun.prune_preview(), pressrun.events_after(bigint, int) to pressrun_monitor;
  grant select on pressrun.schedule_status, pressrun.retention, pressrun.artifacts, pressrun.events to pressrun_monitor;
  return null;
exception when insufficient_privilege or undefined_object then
  return 'this login may not grant to the roles';
end
$$;


--
-- Name: FUNCTION install_operating_roles(); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.install_operating_roles() IS 'Grants to the roles what schedules and retention need; see install_roles.';


--
-- Name: install_roles(); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.install_roles() RETURNS text
    LANGUAGE plpgsql
    AS $$
declare
  role text;
begin
  foreach role in array array['pressrun_producer', 'pressrun_worker', 'pressrun_monitor'] loop
    begin
      execute format('create role %I nologin', role);
    exception
      -- Another database's migration may be making it at this moment.
      when duplicate_object or unique_violation then null;
      when insufficient_privilege then return 'this login may not create roles';
    end;
  end loop;

  grant usage on schema pressrun to pressrun_producer, pressrun_worker, pressrun_monitor;

  grant execute on function
    pressrun.enqueue(text, json, text, text, int, timestamptz, text, int, text, text, interval),
    pressrun.enqueue_many(text, json[], text, text, int, timestamptz, text[], int, text, text, interval),
    pressrun.open_batch(text, text), pressrun.close_batch(text, text),
    pressrun.check_destination(text, text, text)
  to pressrun_producer;

  grant execute on function
    pressrun.register_kind(
      text, text, int, double precision, double precision, double precision, double precision, text, text[], text[]),
    pressrun.register_worker(text, int, text, int, text[]), pressrun.unregister_worker(bigint),
    pressrun.claim(bigint, text[], int, double precision, bigint),
    pressrun.heartbeat(bigint, bigint[], bigint[], double precision, int[]),
    pressrun.complete(jsonb), pressrun.fail(bigint, bigint, text, text, boolean, jsonb),
    pressrun.release(bigint[], bigint[]), pressrun.finish_cancelled(bigint[], bigint[]), pressrun.rescue(int),
    pressrun.snooze(bigint[], bigint[], double precision, text), pressrun.upkeep(),
    pressrun.events_after(bigint, int), pressrun.pending(text[], interval), pressrun.live_counts(),
    pressrun.running_floor(), pressrun.lane_key(text, text, text, int)
  to pressrun_worker;
  grant select on
    pressrun.migrations, pressrun.kinds, pressrun.queues, pressrun.jobs, pressrun.artifacts, pressrun.attempts,
    pressrun.job_attempts, pressrun.job_overview, pressrun.events, pressrun.outbox, pressrun.workers,
    pressrun.limits, pressrun.batches, pressrun.batch_status
  to pressrun_worker;

  grant execute on function
    pressrun.live_counts(), pressrun.running_floor(), pressrun.oldest_snapshot_seconds(),
    pressrun.pending(text[], interval)
  to pressrun_monitor;
  grant select on
    pressrun.migrations, pressrun.job_counts, pressrun.queue_depth, pressrun.kind_performance, pressrun.failures,
    pressrun.job_attempts, pressrun.job_overview, pressrun.worker_status, pressrun.destination_counts,
    pressrun.tenant_depth, pressrun.batch_status, pressrun.table_health, pressrun.queue_health, pressrun.limits
  to pressrun_monitor;
  return null;
exception when insufficient_privilege then
  return 'this login may not grant to the roles';
end
$$;


--
-- Name: FUNCTION install_roles(); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.install_roles() IS 'Makes and equips the roles pressrun_producer, pressrun_worker and pressrun_monitor. Answers why it could not, or null.';


--
-- Name: key_holder(text, text, text); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.key_holder(kind text, tenant text, unique_key text) RETURNS bigint
    LANGUAGE sql STABLE
    SET enable_seqscan TO 'off'
    AS $$
  select coalesce(
    (select j.id from pressrun.jobs j
      where j.kind = key_holder.kind and j.tenant = key_holder.tenant and j.unique_key = key_holder.unique_key
        and j.state in ('scheduled', 'available', 'running', 'retryable')),
    (select u.job_id from pressrun.unique_keys u
      where u.kind = key_holder.kind and u.tenant = key_holder.tenant and u.unique_key = key_holder.unique_key
        and u.expires_at > clock_timestamp()))
$$;


--
-- Name: lane_key(text, text, text, integer); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.lane_key(queue text, tenant text, kind text, priority integer) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$ select hashtextextended(queue || chr(31) || tenant || chr(31) || kind, priority) $$;


--
-- Name: FUNCTION lane_key(queue text, tenant text, kind text, priority integer); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.lane_key(queue text, tenant text, kind text, priority integer) IS 'The number of a lane in the index of ready jobs. Should two lanes ever share one, each still reads its own jobs only.';


--
-- Name: less(jsonb, text, integer); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.less(rooms jsonb, name text, jobs integer) RETURNS jsonb
    LANGUAGE sql IMMUTABLE
    AS $$ select case when rooms ? name then jsonb_set(rooms, array[name], to_jsonb((rooms ->> name)::int - jobs)) else rooms end $$;


--
-- Name: live_counts(); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.live_counts() RETURNS TABLE(queue text, kind text, tenant text, state pressrun.job_state, jobs bigint, oldest timestamp with time zone)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET jit TO 'off'
    AS $$
  select j.queue, j.kind, j.tenant, j.state, count(*), min(j.run_at)
  from pressrun.jobs j where j.state = 'available' group by j.queue, j.kind, j.tenant, j.state
  union all
  select j.queue, j.kind, j.tenant, j.state, count(*), min(j.claimed_at)
  from pressrun.jobs j where j.state = 'running' and j.claim_xid >= pressrun.running_floor()
  group by j.queue, j.kind, j.tenant, j.state
  union all
  select j.queue, j.kind, j.tenant, j.state, count(*), min(j.run_at)
  from pressrun.jobs j where j.state in ('scheduled', 'retryable') group by j.queue, j.kind, j.tenant, j.state
$$;


--
-- Name: FUNCTION live_counts(); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.live_counts() IS 'Jobs that are not in a final state, counted through the partial indexes; oldest is when the first became due, or was claimed.';


--
-- Name: matching(text[], text, text, text, text, text, bigint, integer); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.matching(states text[], kind text, tenant text, queue text, batch text, error_code text, after_id bigint, max_jobs integer) RETURNS SETOF bigint
    LANGUAGE sql STABLE
    AS $$
  select j.id from pressrun.jobs j
  where j.id > matching.after_id and j.state = any (matching.states::pressrun.job_state[])
    and (matching.kind is null or j.kind = matching.kind)
    and (matching.tenant is null or j.tenant = matching.tenant)
    and (matching.queue is null or j.queue = matching.queue)
    and (matching.batch is null or j.batch_id in (select b.id from pressrun.batches b where b.name = matching.batch))
    and (matching.error_code is null or matching.error_code = (
      select t.error_code from pressrun.attempts t
      where t.job_id = j.id and t.outcome in ('failed', 'expired', 'refused') order by t.lease desc limit 1))
  order by j.id limit matching.max_jobs
$$;


--
-- Name: FUNCTION matching(states text[], kind text, tenant text, queue text, batch text, error_code text, after_id bigint, max_jobs integer); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.matching(states text[], kind text, tenant text, queue text, batch text, error_code text, after_id bigint, max_jobs integer) IS 'Ids after one, in order, of jobs in these states of which all else holds that is not null; error_code is that of the last attempt that failed.';


--
-- Name: note_fenced(integer); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.note_fenced(writes integer) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  if writes > 0 then
    insert into pressrun.incidents (what, count) values ('fenced', writes);
  end if;
end
$$;


--
-- Name: oldest_snapshot_seconds(); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.oldest_snapshot_seconds() RETURNS double precision
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  -- Of other logins' sessions only one who may read all statistics sees this: no answer rather than a wrong one.
  select case when pg_has_role('pg_read_all_stats', 'usage') then greatest(
    coalesce((select max(extract(epoch from clock_timestamp() - coalesce(a.xact_start, a.query_start)))
      from pg_stat_activity a where a.backend_xmin is not null and a.pid <> pg_backend_pid()), 0),
    coalesce((select max(extract(epoch from clock_timestamp() - p.prepared)) from pg_prepared_xacts p), 0)
  )::double precision end
$$;


--
-- Name: open_batch(text, text); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.open_batch(tenant text, name text) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  batch bigint;
begin
  perform pressrun.check_tenant(tenant);
  batch := pressrun.batch_named(tenant, name, true);
  update pressrun.batches b set held = true where b.id = batch;
  return batch;
end
$$;


--
-- Name: FUNCTION open_batch(tenant text, name text); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.open_batch(tenant text, name text) IS 'Makes a batch that is not complete until close_batch is called, so that jobs can be added to it bit by bit.';


--
-- Name: pause_schedule(text, boolean); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.pause_schedule(name text, paused boolean) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  update pressrun.schedules s set
    paused = pause_schedule.paused,
    -- What would have come in a pause does not come after it.
    next_at = case when s.paused and not pause_schedule.paused
      then pressrun.cron_next(s.cron, s.time_zone, clock_timestamp()) else s.next_at end
  where s.name = pause_schedule.name;
  if not found then
    raise exception 'there is no schedule "%"', left(pause_schedule.name, 100) using errcode = 'PR005';
  end if;
end
$$;


--
-- Name: pending(text[], interval); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.pending(queues text[], soon interval) RETURNS TABLE(available bigint, running bigint, waiting bigint, later bigint, next_due timestamp with time zone, now timestamp with time zone)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET jit TO 'off'
    AS $$
  with held as (
    select count(*) as jobs, min(j.lease_expires_at) as next from pressrun.jobs j
    where j.state = 'running' and j.claim_xid >= pressrun.running_floor()
      and (cardinality(queues) = 0 or j.queue = any (queues))
  ), due as (
    select count(*) filter (where j.state = 'retryable' or j.run_at <= clock_timestamp() + soon) as soon,
      count(*) filter (where j.state = 'scheduled' and j.run_at > clock_timestamp() + soon) as later, min(j.run_at) as next
    from pressrun.jobs j
    where j.state in ('scheduled', 'retryable') and (cardinality(queues) = 0 or j.queue = any (queues))
  )
  select
    (select count(*) from pressrun.jobs j
      where j.state = 'available' and (cardinality(queues) = 0 or j.queue = any (queues))),
    held.jobs, due.soon, due.later, least(held.next, due.next), clock_timestamp()
  from held, due
$$;


--
-- Name: FUNCTION pending(queues text[], soon interval); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.pending(queues text[], soon interval) IS 'What is not in a final state: later are jobs scheduled for a time further off than soon, which waiting leaves out.';


--
-- Name: prepare_enqueue(text, text, text, integer, text, timestamp with time zone, integer, text); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.prepare_enqueue(kind text, tenant text, unique_key text, added integer, INOUT destination text, INOUT run_at timestamp with time zone, INOUT max_attempts integer, INOUT queue text, OUT state pressrun.job_state) RETURNS record
    LANGUAGE plpgsql
    AS $_$
#variable_conflict use_variable
declare
  found_kind record;
begin
  select k.queue, k.max_attempts, k.default_destination,
    exists (select from pressrun.queues q where q.name = coalesce(prepare_enqueue.queue, k.queue)) as is_known_queue,
    exists (select from pressrun.limits l where l.max_depth is not null) as has_depths
  into found_kind from pressrun.kinds k where k.name = prepare_enqueue.kind;
  if not found then
    raise exception 'unknown kind "%"', left(kind, 100)
      using errcode = 'PR001',
        hint = coalesce(
          'Known kinds: ' || (select string_agg(k.name, ', ' order by k.name) from pressrun.kinds k) || '.',
          'No kind is known yet: a worker registers them.');
  end if;
  if tenant is null or tenant = '' or octet_length(tenant) > 200 or tenant ~ '[\x01-\x1f\x7f]' then
    perform pressrun.check_tenant(tenant);
  elsif octet_length(unique_key) > 500 or unique_key = '' then
    raise exception 'a unique key has 1 to 500 bytes' using errcode = 'PR004';
  elsif max_attempts not between 1 and 1000 then
    raise exception 'max_attempts is %, not from 1 to 1000', max_attempts using errcode = 'PR004';
  elsif queue !~ '^[A-Za-z0-9_.-]{1,100}$' then
    raise exception 'a queue is named by 1 to 100 letters, digits, ".", "_" or "-"' using errcode = 'PR004';
  elsif not isfinite(run_at) then
    raise exception 'run_at is not a time' using errcode = 'PR004';
  end if;
  destination := coalesce(destination, found_kind.default_destination, 'none');
  if destination <> 'none' then
    perform pressrun.check_destination(tenant, kind, destination);
  end if;
  run_at := coalesce(run_at, now());
  max_attempts := coalesce(max_attempts, found_kind.max_attempts);
  queue := coalesce(queue, found_kind.queue);
  state := case when run_at <= clock_timestamp() then 'available' else 'scheduled' end;
  if not found_kind.is_known_queue then
    insert into pressrun.queues values (queue) on conflict do nothing;
  end if;
  if found_kind.has_depths and state = 'available' then
    perform pressrun.check_depth(queue, added);
  end if;
end
$_$;


--
-- Name: prepare_job(text, text, integer, text, integer, text, timestamp with time zone, integer, text); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.prepare_job(kind text, tenant text, priority integer, unique_key text, added integer, INOUT destination text, INOUT run_at timestamp with time zone, INOUT max_attempts integer, INOUT queue text, OUT state pressrun.job_state, OUT is_open boolean, OUT is_awaited boolean) RETURNS record
    LANGUAGE plpgsql
    AS $_$
#variable_conflict use_variable
declare
  -- Drawn before the look at the lane: see announce.
  self xid8 := pg_current_xact_id();
  found_kind record;
begin
  select k.queue, k.max_attempts, k.default_destination,
    exists (select from pressrun.queues q where q.name = coalesce(prepare_job.queue, k.queue)) as is_known_queue,
    exists (select from pressrun.limits l where l.max_depth is not null) as has_depths,
    exists (
      select from pressrun.lanes l
      where l.queue = coalesce(prepare_job.queue, k.queue) and l.tenant = prepare_job.tenant
        and l.priority = prepare_job.priority and l.kind = k.name and l.closing is null
    ) or exists (
      select from pressrun.arrivals a
      where a.queue = coalesce(prepare_job.queue, k.queue) and a.tenant = prepare_job.tenant
        and a.priority = prepare_job.priority and a.kind = k.name and a.position <= self
    ) as is_open,
    exists (
      select from pressrun.workers w
      where w.stopped_at is null and w.waiting and w.heartbeat_at > clock_timestamp() - interval '2 minutes'
        and (w.queues = '{}' or coalesce(prepare_job.queue, k.queue) = any (w.queues))
    ) as is_awaited
  into found_kind from pressrun.kinds k where k.name = prepare_job.kind;
  if not found then
    raise exception 'unknown kind "%"', left(kind, 100)
      using errcode = 'PR001',
        hint = coalesce(
          'Known kinds: ' || (select string_agg(k.name, ', ' order by k.name) from pressrun.kinds k) || '.',
          'No kind is known yet: a worker registers them.');
  end if;
  if tenant is null or tenant = '' or octet_length(tenant) > 200 or tenant ~ '[\x01-\x1f\x7f]' then
    perform pressrun.check_tenant(tenant);
  elsif octet_length(unique_key) > 500 or unique_key = '' then
    raise exception 'a unique key has 1 to 500 bytes' using errcode = 'PR004';
  elsif max_attempts not between 1 and 1000 then
    raise exception 'max_attempts is %, not from 1 to 1000', max_attempts using errcode = 'PR004';
  elsif queue !~ '^[A-Za-z0-9_.-]{1,100}$' then
    raise exception 'a queue is named by 1 to 100 letters, digits, ".", "_" or "-"' using errcode = 'PR004';
  elsif not isfinite(run_at) then
    raise exception 'run_at is not a time' using errcode = 'PR004';
  end if;
  destination := coalesce(destination, found_kind.default_destination, 'none');
  if destination <> 'none' then
    perform pressrun.check_destination(tenant, kind, destination);
  end if;
  run_at := coalesce(run_at, now());
  max_attempts := coalesce(max_attempts, found_kind.max_attempts);
  queue := coalesce(queue, found_kind.queue);
  state := case when run_at <= clock_timestamp() then 'available' else 'scheduled' end;
  -- A transaction with a snapshot of its own may have seen what is long past.
  is_open := found_kind.is_open and current_setting('transaction_isolation') = 'read committed';
  is_awaited := found_kind.is_awaited;
  if not found_kind.is_known_queue then
    insert into pressrun.queues values (queue) on conflict do nothing;
  end if;
  if found_kind.has_depths and state = 'available' then
    perform pressrun.check_depth(queue, added);
  end if;
end
$_$;


--
-- Name: prepare_many(text, text, integer, integer, text, text, timestamp with time zone, integer, text); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.prepare_many(kind text, tenant text, priority integer, jobs integer, batch text, INOUT destination text, INOUT run_at timestamp with time zone, INOUT max_attempts integer, INOUT queue text, OUT state pressrun.job_state, OUT batch_id bigint) RETURNS record
    LANGUAGE plpgsql
    AS $$
#variable_conflict use_variable
declare
  job record;
begin
  job := pressrun.prepare_job(kind, tenant, priority, null, jobs, destination, run_at, max_attempts, queue);
  destination := job.destination;
  run_at := job.run_at;
  max_attempts := job.max_attempts;
  queue := job.queue;
  state := job.state;
  if batch is not null and jobs > 0 then
    batch_id := pressrun.batch_named(tenant, batch);
    insert into pressrun.tallies (kind, tenant, batch_id, jobs)
    values (prepare_many.kind, prepare_many.tenant, prepare_many.batch_id, prepare_many.jobs);
  end if;
  if state = 'available' and jobs > 0 then
    if not job.is_open then
      insert into pressrun.arrivals (queue, tenant, priority, kind, position)
      values (prepare_many.queue, prepare_many.tenant, prepare_many.priority, prepare_many.kind, pg_current_xact_id());
    end if;
    if job.is_awaited then
      perform pg_notify('pressrun_jobs', queue);
    end if;
  end if;
end
$$;


--
-- Name: promote(); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.promote() RETURNS void
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET enable_sort TO 'off'
    AS $$
declare
  started timestamptz := clock_timestamp();
  promoted record;
begin
  if (select m.due_at from pressrun.marks m where m.name = 'promote') > started then
    return;
  end if;
  for promoted in
    with due as materialized (
      select j.id from pressrun.jobs j
      where j.state in ('scheduled', 'retryable') and j.run_at <= clock_timestamp()
      order by j.run_at limit 1000
      for update skip locked
    ), moved as (
      update pressrun.jobs j set state = 'available', ready_xid = pg_current_xact_id() from due where j.id = due.id
      returning j.queue, j.tenant, j.priority, j.kind
    )
    select m.queue, m.tenant, m.priority, m.kind from moved m group by m.queue, m.tenant, m.priority, m.kind
    order by m.queue, m.tenant, m.priority desc, m.kind
  loop
    perform pressrun.announce(promoted.queue, promoted.tenant, promoted.priority, promoted.kind, pg_current_xact_id());
    perform pressrun.wake(promoted.queue);
  end loop;
  -- Where an old snapshot keeps many promoted jobs in the index, each look costs more: it may take a twentieth of the time.
  if clock_timestamp() - started > interval '5 milliseconds' then
    perform from pressrun.marks m where m.name = 'promote' for update skip locked;
    if found then
      update pressrun.marks m set due_at = clock_timestamp() + 20 * (clock_timestamp() - started)
      where m.name = 'promote';
    end if;
  end if;
end
$$;


--
-- Name: FUNCTION promote(); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.promote() IS 'Makes jobs available whose time has come. Each claim does it first.';


--
-- Name: prunable(pressrun.jobs); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.prunable(jobs pressrun.jobs) RETURNS boolean
    LANGUAGE sql STABLE
    AS $$
  select (jobs).finished_at < clock_timestamp()
      - (select r.keep from pressrun.retention r where r.what = (jobs).state::text)
    and not exists (
      select from pressrun.outbox o
      where o.job_id = (jobs).id and o.state = 'pending' and coalesce(o.created_at >= clock_timestamp()
        - (select r.keep from pressrun.retention r where r.what = 'undelivered'), true))
$$;


--
-- Name: prune(integer); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.prune(max_jobs integer DEFAULT 500, OUT jobs integer, OUT attempts integer, OUT events integer, OUT more boolean) RETURNS record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET jit TO 'off'
    AS $$
declare
  start_id bigint;
  reached bigint;
  looked int;
  gone bigint[];
  is_over boolean;
begin
  jobs := 0;
  attempts := 0;
  events := 0;
  more := false;
  -- One at a time, each from where the one before stopped.
  select m.id into start_id from pressrun.marks m where m.name = 'prune' for update;
  select count(*), max(n.id) into looked, reached from (
    select j.id from pressrun.jobs j where j.id > start_id order by j.id limit max_jobs
  ) n;
  gone := array(
    select j.id from pressrun.jobs j
    where j.id > start_id and j.id <= reached and j.state in ('completed', 'cancelled', 'discarded') and pressrun.prunable(j)
    order by j.id
    for update skip locked);
  if gone <> '{}' then
    insert into pressrun.tallies (kind, tenant, state, jobs)
    select j.kind, j.tenant, j.state, -count(*) from pressrun.jobs j where j.id = any (gone)
    group by j.kind, j.tenant, j.state;
    delete from pressrun.payloads p where p.job_id = any (gone);
    delete from pressrun.artifacts a where a.job_id = any (gone);
    delete from pressrun.outbox o where o.job_id = any (gone);
    delete from pressrun.attempts a where a.job_id = any (gone);
    get diagnostics attempts = row_count;
    -- Each of the two partial indexes for its part.
    delete from pressrun.events e where e.job_id = any (gone) and e.type = 'pressrun.job.completed';
    get diagnostics events = row_count;
    delete from pressrun.events e where e.job_id = any (gone) and e.type <> 'pressrun.job.completed';
    get diagnostics looked = row_count;
    events := events + looked;
    delete from pressrun.jobs j where j.id = any (gone);
    get diagnostics jobs = row_count;
  end if;
  -- Younger jobs than the shortest time need no look: the next round begins at the oldest.
  is_over := not coalesce((
    select j.enqueued_at < clock_timestamp() - (select min(r.keep) from pressrun.retention r
        where r.what in ('completed', 'cancelled', 'discarded'))
    from pressrun.jobs j where j.id > reached order by j.id limit 1), false);
  update pressrun.marks m set id = case when is_over then 0 else reached end where m.name = 'prune';
  delete from pressrun.unique_keys u where u.ctid = any (array(
    select v.ctid from pressrun.unique_keys v where v.expires_at < clock_timestamp() order by v.expires_at limit 5000
    -- A producer may be about to use one again.
    for update skip locked));
  get diagnostics looked = row_count;
  more := not is_over or looked = 5000;
  if is_over then
    delete from pressrun.incidents i
    where i.at < clock_timestamp() - (select r.keep from pressrun.retention r where r.what = 'incidents');
    delete from pressrun.workers w
    where coalesce(w.stopped_at, w.heartbeat_at)
      < clock_timestamp() - (select r.keep from pressrun.retention r where r.what = 'workers');
    delete from pressrun.batches b
    where b.completed_at < clock_timestamp() - (select r.keep from pressrun.retention r where r.what = 'completed');
    -- Of no job: the events of batches.
    delete from pressrun.events e
    where e.job_id = 0 and e.type <> 'pressrun.job.completed'
      and e.time < clock_timestamp() - (select r.keep from pressrun.retention r where r.what = 'completed');
  end if;
end
$$;


--
-- Name: FUNCTION prune(max_jobs integer, OUT jobs integer, OUT attempts integer, OUT events integer, OUT more boolean); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.prune(max_jobs integer, OUT jobs integer, OUT attempts integer, OUT events integer, OUT more boolean) IS 'Removes finished jobs whose time is over, with their payloads, attempts, events and artifact rows: of the next max_jobs jobs. Again until more is false. Files of artifacts that nothing names any more are removed by `pressrun prune`.';


--
-- Name: prune_due(); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.prune_due(OUT jobs integer, OUT more boolean) RETURNS record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  step record;
begin
  jobs := 0;
  more := false;
  if not pressrun.take_up('prune', interval '10 minutes') then
    return;
  end if;
  step := pressrun.prune(500);
  jobs := step.jobs;
  more := step.more;
  if more then
    update pressrun.marks m set due_at = clock_timestamp() where m.name = 'prune';
  end if;
end
$$;


--
-- Name: FUNCTION prune_due(OUT jobs integer, OUT more boolean); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.prune_due(OUT jobs integer, OUT more boolean) IS 'A step of prune where one is due, and whether the next one is due at once: workers call it now and then.';


--
-- Name: prune_preview(); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.prune_preview() RETURNS TABLE(what text, jobs bigint, attempts bigint, events bigint)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  with gone as materialized (
    select j.id, j.state from pressrun.jobs j
    where j.state in ('completed', 'cancelled', 'discarded') and pressrun.prunable(j)
  )
  select r.what, count(g.id),
    coalesce(sum((select count(*) from pressrun.attempts a where a.job_id = g.id)), 0)::bigint,
    coalesce(sum((select count(*) from pressrun.events e where e.job_id = g.id and e.type = 'pressrun.job.completed')
      + (select count(*) from pressrun.events e where e.job_id = g.id and e.type <> 'pressrun.job.completed')), 0)::bigint
  from pressrun.retention r left join gone g on g.state::text = r.what
  where r.what in ('completed', 'cancelled', 'discarded')
  group by r.what order by r.what
$$;


--
-- Name: FUNCTION prune_preview(); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.prune_preview() IS 'What prune would remove now.';


--
-- Name: prune_step(); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.prune_step() RETURNS integer
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$ select jobs from pressrun.prune_due() $$;


--
-- Name: FUNCTION prune_step(); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.prune_step() IS 'A step of prune where one is due: workers call it now and then.';


--
-- Name: ready_jobs(text, xid8, integer); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.ready_jobs(queue text, since xid8, most integer) RETURNS integer
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET enable_material TO 'off'
    SET plan_cache_mode TO 'force_generic_plan'
    SET jit TO 'off'
    AS $$
#variable_conflict use_column
begin
  return (
    select count(*) from (
      select from (
        -- Where each lane begins: as advance finds it.
        select distinct on (s.tenant, s.priority, s.kind) s.tenant, s.priority, s.kind, s.xid, s.id from (
          select l.tenant, l.priority, l.kind,
            case when l.head_xid > pg_snapshot_xmax(pg_current_snapshot()) then '0' else l.head_xid end as xid,
            l.head_id as id
          from pressrun.lanes l where l.queue = ready_jobs.queue
          union all
          select l.tenant, l.priority, l.kind, p, 0 from pressrun.lanes l cross join unnest(l.pending) p
          where l.queue = ready_jobs.queue and pg_visible_in_snapshot(p, pg_current_snapshot())
          union all
          select a.tenant, a.priority, a.kind, a.position, 0 from pressrun.arrivals a where a.queue = ready_jobs.queue
        ) s
        order by s.tenant, s.priority, s.kind, s.xid, s.id
      ) lane cross join lateral (
        select from pressrun.jobs j
        where j.state = 'available' and j.queue = ready_jobs.queue and j.tenant = lane.tenant and j.kind = lane.kind
          and j.priority = lane.priority
          and pressrun.lane_key(j.queue, j.tenant, j.kind, j.priority)
            = pressrun.lane_key(ready_jobs.queue, lane.tenant, lane.kind, lane.priority)
          -- One bound: of two the index would begin at the first.
          and (j.ready_xid, j.id) >= (
            greatest(lane.xid, ready_jobs.since), case when lane.xid >= ready_jobs.since then lane.id else 0 end)
        limit ready_jobs.most
      ) waiting
      limit ready_jobs.most
    ) counted);
end
$$;


--
-- Name: FUNCTION ready_jobs(queue text, since xid8, most integer); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.ready_jobs(queue text, since xid8, most integer) IS 'How many jobs of a queue are ready since a transaction, so many at most. Reads no more than it counts, and its lanes.';


--
-- Name: ready_of(text, xid8[], integer); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.ready_of(queue text, transactions xid8[], most integer) RETURNS integer
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET enable_material TO 'off'
    SET plan_cache_mode TO 'force_generic_plan'
    SET jit TO 'off'
    AS $$
#variable_conflict use_column
begin
  return (
    select count(*) from (
      select from (
        select l.tenant, l.priority, l.kind from pressrun.lanes l where l.queue = ready_of.queue
        union
        select a.tenant, a.priority, a.kind from pressrun.arrivals a where a.queue = ready_of.queue
      ) lane cross join unnest(ready_of.transactions) x cross join lateral (
        select from pressrun.jobs j
        where j.state = 'available' and j.queue = ready_of.queue and j.tenant = lane.tenant and j.kind = lane.kind
          and j.priority = lane.priority
          and pressrun.lane_key(j.queue, j.tenant, j.kind, j.priority)
            = pressrun.lane_key(ready_of.queue, lane.tenant, lane.kind, lane.priority)
          and j.ready_xid = x
        limit ready_of.most
      ) waiting
      limit ready_of.most
    ) counted);
end
$$;


--
-- Name: FUNCTION ready_of(queue text, transactions xid8[], most integer); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.ready_of(queue text, transactions xid8[], most integer) IS 'How many ready jobs of a queue these transactions made so, so many at most.';


--
-- Name: record_build(bigint, text, bigint, text, json); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.record_build(job bigint, document text, sequence bigint, sha256 text, manifest json) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  insert into pressrun.annotation_builds (job_id, document, sequence, sha256, manifest)
  values (job, document, sequence, sha256, manifest)
$$;


--
-- Name: refusal(text, text, text); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.refusal(tenant text, kind text, destination text) RETURNS text
    LANGUAGE plpgsql STABLE
    AS $$
declare
  policy pressrun.policies%rowtype;
  settings pressrun.kinds%rowtype;
  rule text;
begin
  if destination = 'none' then
    return null;
  end if;
  select p.* into policy from pressrun.policies p where p.tenant = refusal.tenant;
  if found then
    rule := pressrun.rules_refusal(
      format('tenant "%s"', tenant), policy.sharing, policy.allowed, policy.denied, destination);
    if rule is not null then
      return rule;
    end if;
  end if;
  select k.* into settings from pressrun.kinds k where k.name = refusal.kind;
  if found then
    return pressrun.rules_refusal(format('kind "%s"', kind), true, settings.allowed, settings.denied, destination);
  end if;
  return null;
end
$$;


--
-- Name: FUNCTION refusal(tenant text, kind text, destination text); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.refusal(tenant text, kind text, destination text) IS 'The rule that refuses a destination; null where it is allowed.';


--
-- Name: refuse_change(); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception '% of % is refused: the archive is append-only', tg_op, tg_table_name using errcode = 'PR009';
end
$$;


--
-- Name: register_document(text, text, bigint, text, text); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.register_document(document text, base_sha256 text, base_bytes bigint, tenant text DEFAULT 'default'::text, title text DEFAULT NULL::text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  known pressrun.annotation_documents%rowtype;
begin
  perform pressrun.check_tenant(register_document.tenant);
  insert into pressrun.annotation_documents (id, tenant, base_sha256, base_bytes, title)
  values (
    register_document.document, register_document.tenant, register_document.base_sha256, register_document.base_bytes,
    register_document.title)
  on conflict (id) do nothing;
  if found then
    return true;
  end if;
  select d.* into known from pressrun.annotation_documents d where d.id = register_document.document;
  if known.base_sha256 <> register_document.base_sha256 or known.base_bytes <> register_document.base_bytes
    or known.tenant <> register_document.tenant then
    raise exception 'document "%" is there already, with another base', register_document.document
      using errcode = 'PR008', detail = known.base_sha256;
  end if;
  return false;
end
$$;


--
-- Name: FUNCTION register_document(document text, base_sha256 text, base_bytes bigint, tenant text, title text); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.register_document(document text, base_sha256 text, base_bytes bigint, tenant text, title text) IS 'Makes a document of a base file. False where it was there with the same base; raises PR008 for another one.';


--
-- Name: register_kind(text, text, integer, double precision, double precision, double precision, double precision, text, text[], text[]); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.register_kind(name text, queue text, max_attempts integer, backoff_base_seconds double precision, backoff_limit_seconds double precision, backoff_jitter double precision, timeout_seconds double precision, default_destination text, allowed text[], denied text[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
#variable_conflict use_column
declare
  problem text := pressrun.destination_problem(register_kind.default_destination);
begin
  if problem is not null then
    raise exception 'default destination of kind "%": %', register_kind.name, problem using errcode = 'PR003';
  end if;
  perform pressrun.check_rules(register_kind.allowed);
  perform pressrun.check_rules(register_kind.denied);
  insert into pressrun.queues values (register_kind.queue) on conflict do nothing;
  insert into pressrun.kinds as k values (
    register_kind.name, register_kind.queue, register_kind.max_attempts, register_kind.backoff_base_seconds,
    register_kind.backoff_limit_seconds, register_kind.backoff_jitter, register_kind.timeout_seconds,
    register_kind.default_destination, register_kind.allowed, register_kind.denied)
  on conflict (name) do update set
    queue = excluded.queue, max_attempts = excluded.max_attempts,
    backoff_base_seconds = excluded.backoff_base_seconds, backoff_limit_seconds = excluded.backoff_limit_seconds,
    backoff_jitter = excluded.backoff_jitter, timeout_seconds = excluded.timeout_seconds,
    default_destination = excluded.default_destination, allowed = excluded.allowed, denied = excluded.denied
  -- Every worker registers its kinds when it starts: an unchanged row is left alone.
  where k is distinct from excluded;
end
$$;


--
-- Name: register_schedules(text, jsonb); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.register_schedules(kind text, schedules jsonb) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
declare
  item record;
begin
  delete from pressrun.schedules s
  where s.kind = register_schedules.kind
    and s.name not in (select i ->> 'name' from jsonb_array_elements(register_schedules.schedules) i);
  for item in
    select i.* from jsonb_to_recordset(register_schedules.schedules) as i (
      name text, cron text, time_zone text, payload text, tenant text, destination text, priority int, queue text)
    order by i.name
  loop
    if item.name is null or item.name !~ '^[A-Za-z0-9_.-]{1,100}$' then
      raise exception 'a schedule is named by 1 to 100 letters, digits, ".", "_" or "-"' using errcode = 'PR004';
    elsif not exists (select from pg_timezone_names z where z.name = item.time_zone) then
      raise exception 'schedule "%": unknown time zone "%"', item.name, left(item.time_zone, 100)
        using errcode = 'PR004', hint = 'Such as Europe/Berlin or UTC.';
    elsif exists (select from pressrun.schedules s where s.name = item.name and s.kind <> register_schedules.kind) then
      raise exception 'there is a schedule "%" of another kind', item.name using errcode = 'PR004';
    end if;
    insert into pressrun.schedules as s
      (name, kind, cron, time_zone, payload, tenant, destination, priority, queue, next_at)
    values (
      item.name, register_schedules.kind, item.cron, item.time_zone, item.payload::json,
      coalesce(item.tenant, 'default'), item.destination, coalesce(item.priority, 0), item.queue,
      pressrun.cron_next(item.cron, item.time_zone, clock_timestamp()))
    on conflict (name) do update set
      cron = excluded.cron, time_zone = excluded.time_zone, payload = excluded.payload, tenant = excluded.tenant,
      destination = excluded.destination, priority = excluded.priority, queue = excluded.queue,
      -- What was due already stays due.
      next_at = case when (s.cron, s.time_zone) = (excluded.cron, excluded.time_zone) then s.next_at
        else excluded.next_at end
    where (s.cron, s.time_zone, s.payload::text, s.tenant, s.priority, s.destination, s.queue) is distinct from
      (excluded.cron, excluded.time_zone, excluded.payload::text, excluded.tenant, excluded.priority,
        excluded.destination, excluded.queue);
  end loop;
end
$_$;


--
-- Name: FUNCTION register_schedules(kind text, schedules jsonb); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.register_schedules(kind text, schedules jsonb) IS 'Sets all schedules of a kind; those that are not named go. Takes an array of objects with name, cron, time_zone and payload (JSON as text), and where wanted tenant, destination, priority and queue.';


--
-- Name: register_worker(text, integer, text, integer, text[]); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.register_worker(host text, pid integer, version text, slots integer, queues text[]) RETURNS bigint
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  insert into pressrun.workers (host, pid, version, slots, queues) values (host, pid, version, slots, queues)
  returning id
$$;


--
-- Name: release(bigint[], bigint[]); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.release(jobs bigint[], leases bigint[]) RETURNS integer
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$ select pressrun.settle_many(jobs, leases, 'released', false, null, null, null) $$;


--
-- Name: FUNCTION release(jobs bigint[], leases bigint[]); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.release(jobs bigint[], leases bigint[]) IS 'Gives jobs back as they were; the attempt does not count.';


--
-- Name: remove_schedule(text); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.remove_schedule(name text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  delete from pressrun.schedules s where s.name = remove_schedule.name;
  if not found then
    raise exception 'there is no schedule "%"', left(remove_schedule.name, 100) using errcode = 'PR005';
  end if;
end
$$;


--
-- Name: FUNCTION remove_schedule(name text); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.remove_schedule(name text) IS 'Makes no more jobs of a schedule and forgets it. One that a kind''s file describes comes back when that is registered.';


--
-- Name: reopen_lanes(); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.reopen_lanes() RETURNS integer
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET enable_sort TO 'off'
    AS $$
declare
  reopened int;
begin
  with recursive firsts as (
    (select f.* from (
      select pressrun.lane_key(j.queue, j.tenant, j.kind, j.priority) as key, j.ready_xid, j.id
      from pressrun.jobs j where j.state = 'available'
      order by pressrun.lane_key(j.queue, j.tenant, j.kind, j.priority), j.ready_xid, j.id limit 1) f)
    union all
    select n.* from firsts f cross join lateral (
      select pressrun.lane_key(j.queue, j.tenant, j.kind, j.priority) as key, j.ready_xid, j.id
      from pressrun.jobs j
      where j.state = 'available' and pressrun.lane_key(j.queue, j.tenant, j.kind, j.priority) > f.key
      order by pressrun.lane_key(j.queue, j.tenant, j.kind, j.priority), j.ready_xid, j.id limit 1
    ) n
  )
  insert into pressrun.arrivals (queue, tenant, priority, kind, position)
  select j.queue, j.tenant, j.priority, j.kind, coalesce(j.ready_xid, '0')
  from firsts f join pressrun.jobs j on j.id = f.id
  where not exists (
    select from pressrun.lanes l
    where l.queue = j.queue and l.tenant = j.tenant and l.priority = j.priority and l.kind = j.kind
      and (l.head_xid, l.head_id) <= (j.ready_xid, j.id)
  );
  get diagnostics reopened = row_count;
  return reopened;
end
$$;


--
-- Name: FUNCTION reopen_lanes(); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.reopen_lanes() IS 'Announces every lane with ready jobs that claims do not know, such as after rows were written by hand. Upkeep does it now and then, so that no mistake can leave a job behind for good.';


--
-- Name: rescue(integer); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.rescue(max_jobs integer DEFAULT 100) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_sort TO 'off'
    SET jit TO 'off'
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_material TO 'off'
    AS $$
declare
  oldest xid8 := pg_snapshot_xmin(pg_current_snapshot());
  floor xid8 := pressrun.running_floor();
  first xid8;
  expired pressrun.jobs%rowtype;
  rescued int := 0;
begin
  -- A claim that is not visible yet is of a transaction in progress.
  select j.claim_xid into first from pressrun.jobs j where j.state = 'running' and j.claim_xid >= floor
  order by j.claim_xid limit 1;
  first := least(coalesce(first, oldest), oldest);
  if first > floor then
    perform from pressrun.marks m where m.name = 'running' and m.xid < first for update skip locked;
    if found then
      update pressrun.marks m set xid = first where m.name = 'running';
    end if;
  end if;
  for expired in
    select j.* from pressrun.jobs j
    where j.state = 'running' and j.claim_xid >= floor and j.lease_expires_at < clock_timestamp()
    order by j.claim_xid limit max_jobs
    for update skip locked
  loop
    perform pressrun.settle(
      expired, 'expired', 'lease_expired',
      'The worker did not extend its lease: it crashed, hung or lost its connection.', false, null, null);
    rescued := rescued + 1;
  end loop;
  if rescued > 0 then
    insert into pressrun.incidents (what, count) values ('rescued', rescued);
  end if;
  return rescued;
end
$$;


--
-- Name: FUNCTION rescue(max_jobs integer); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.rescue(max_jobs integer) IS 'Ends attempts whose lease ran out, as failures. Any worker may call it at any time.';


--
-- Name: resolve_enqueue(text, text, text, text, timestamp with time zone, integer, text); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.resolve_enqueue(kind text, tenant text, unique_key text, INOUT destination text, INOUT run_at timestamp with time zone, INOUT max_attempts integer, INOUT queue text, OUT state pressrun.job_state) RETURNS record
    LANGUAGE plpgsql
    AS $_$
declare
  settings pressrun.kinds%rowtype;
begin
  select k.* into settings from pressrun.kinds k where k.name = resolve_enqueue.kind;
  if not found then
    raise exception 'unknown kind "%"', left(kind, 100)
      using errcode = 'PR001',
        hint = coalesce(
          'Known kinds: ' || (select string_agg(k.name, ', ' order by k.name) from pressrun.kinds k) || '.',
          'No kind is known yet: a worker registers them.');
  end if;
  perform pressrun.check_tenant(tenant);
  if octet_length(unique_key) > 500 or unique_key = '' then
    raise exception 'a unique key has 1 to 500 bytes' using errcode = 'PR004';
  elsif max_attempts not between 1 and 1000 then
    raise exception 'max_attempts is %, not from 1 to 1000', max_attempts using errcode = 'PR004';
  elsif queue !~ '^[A-Za-z0-9_.-]{1,100}$' then
    raise exception 'a queue is named by 1 to 100 letters, digits, ".", "_" or "-"' using errcode = 'PR004';
  elsif not isfinite(run_at) then
    raise exception 'run_at is not a time' using errcode = 'PR004';
  end if;
  destination := coalesce(destination, settings.default_destination, 'none');
  perform pressrun.check_destination(tenant, kind, destination);
  run_at := coalesce(run_at, now());
  max_attempts := coalesce(max_attempts, settings.max_attempts);
  queue := coalesce(queue, settings.queue);
  state := case when run_at <= clock_timestamp() then 'available' else 'scheduled' end;
  if not exists (select from pressrun.queues q where q.name = queue) then
    insert into pressrun.queues values (queue) on conflict do nothing;
  end if;
end
$_$;


--
-- Name: retry(bigint); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.retry(job bigint) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET jit TO 'off'
    AS $$
declare
  found_job pressrun.jobs%rowtype;
begin
  select j.* into found_job from pressrun.jobs j where j.id = job for update;
  if not found then
    raise exception 'there is no job %', job using errcode = 'PR005';
  end if;
  if found_job.state not in ('discarded', 'cancelled', 'retryable', 'scheduled') then
    raise exception 'job % is % and cannot be retried', job, found_job.state using errcode = 'PR006';
  end if;
  update pressrun.jobs j set
    state = 'available', run_at = now(), finished_at = null, cancel_requested = false, pages_done = null,
    ready_xid = pg_current_xact_id(),
    -- A finished job gets a fresh set of attempts; the numbers go on, so that its history stays readable.
    max_attempts = case when found_job.finished_at is null then j.max_attempts
      else least(
        10000, j.attempt + coalesce((select k.max_attempts from pressrun.kinds k where k.name = j.kind), 1)) end
  where j.id = job;
  if found_job.state in ('discarded', 'cancelled') then
    perform pressrun.tally(found_job, found_job.state, -1);
  end if;
  perform pressrun.announce(found_job, pg_current_xact_id());
exception when unique_violation then
  raise exception 'another unfinished job has the unique key of job %', job using errcode = 'PR006';
end
$$;


--
-- Name: FUNCTION retry(job bigint); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.retry(job bigint) IS 'Makes a discarded, cancelled or waiting job available now, its history kept.';


--
-- Name: retry_matching(text[], text, text, text, text, text, bigint, integer); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.retry_matching(states text[] DEFAULT '{discarded}'::text[], kind text DEFAULT NULL::text, tenant text DEFAULT NULL::text, queue text DEFAULT NULL::text, batch text DEFAULT NULL::text, error_code text DEFAULT NULL::text, after_id bigint DEFAULT 0, max_jobs integer DEFAULT 1000) RETURNS TABLE(job_id bigint, problem text)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET jit TO 'off'
    AS $$
#variable_conflict use_variable
begin
  for job_id in select pressrun.matching(states, kind, tenant, queue, batch, error_code, after_id, max_jobs) loop
    problem := null;
    begin
      perform pressrun.retry(job_id);
    exception when sqlstate 'PR005' or sqlstate 'PR006' then
      -- It has gone on meanwhile, or its unique key is another's by now.
      problem := sqlerrm;
    end;
    return next;
  end loop;
end
$$;


--
-- Name: FUNCTION retry_matching(states text[], kind text, tenant text, queue text, batch text, error_code text, after_id bigint, max_jobs integer); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.retry_matching(states text[], kind text, tenant text, queue text, batch text, error_code text, after_id bigint, max_jobs integer) IS 'Retries jobs that match, the next max_jobs of them after an id, and says which could not be.';


--
-- Name: rule_matches(text, text); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.rule_matches(rule text, destination text) RETURNS boolean
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    AS $$
declare
  pattern text;
begin
  if rule = '*' then
    return true;
  elsif position(':' in rule) = 0 then
    return split_part(destination, ':', 1) = rule;
  end if;
  pattern := replace(replace(replace(replace(rule, '\', '\\'), '%', '\%'), '_', '\_'), '*', '%');
  -- Addresses of mail are the same in capitals; everything else is compared as it is.
  if destination like 'email:%' then
    return lower(destination collate "C") like lower(pattern collate "C");
  end if;
  return destination collate "C" like pattern collate "C";
end
$$;


--
-- Name: FUNCTION rule_matches(rule text, destination text); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.rule_matches(rule text, destination text) IS 'Whether a rule (`*`, a kind, or a kind with an address in which `*` stands for anything) speaks of a destination.';


--
-- Name: rule_problem(text); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.rule_problem(rule text) RETURNS text
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    AS $$
declare
  kind text := split_part(rule, ':', 1);
begin
  if rule is null then
    return 'a rule is null';
  elsif rule = '*' then
    return null;
  elsif octet_length(rule) > 1024 then
    return 'longer than 1024 bytes';
  elsif rule ~ '[\x01-\x1f\x7f]' then
    return 'control characters';
  elsif kind <> all (pressrun.destination_kinds()) or kind = 'none' then
    return format('unknown kind "%s"', kind);
  elsif rule = kind || ':' then
    return 'the address is empty';
  end if;
  return null;
end
$$;


--
-- Name: FUNCTION rule_problem(rule text); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.rule_problem(rule text) IS 'What is wrong with a rule of a policy; null where nothing is.';


--
-- Name: rules_refusal(text, boolean, text[], text[], text); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.rules_refusal(owner text, sharing boolean, allowed text[], denied text[], destination text) RETURNS text
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    AS $$
declare
  rule text;
begin
  if destination = 'none' then
    return null;
  elsif not sharing then
    return format('sharing is off for %s', owner);
  end if;
  foreach rule in array denied loop
    if pressrun.rule_matches(rule, destination) then
      return format('denied by rule "%s" of %s', rule, owner);
    end if;
  end loop;
  if cardinality(allowed) = 0 then
    return null;
  end if;
  foreach rule in array allowed loop
    if pressrun.rule_matches(rule, destination) then
      return null;
    end if;
  end loop;
  return format('not allowed by %s, which allows only %s', owner, array_to_string(allowed, ', '));
end
$$;


--
-- Name: run_schedules(); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.run_schedules() RETURNS integer
    LANGUAGE plpgsql
    AS $$
declare
  due pressrun.schedules%rowtype;
  made bigint;
  next timestamptz;
  problem text;
  code text;
  ran int := 0;
begin
  for due in
    select s.* from pressrun.schedules s where s.next_at <= clock_timestamp() and not s.paused
    order by s.next_at limit 100
    for update skip locked
  loop
    made := null;
    problem := null;
    code := null;
    begin
      select e.job_id into made from pressrun.enqueue(
        due.kind, due.payload, due.tenant, due.destination, due.priority, now(),
        'schedule ' || due.name || ' ' || to_char(due.next_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"'), null,
        due.queue) e;
      ran := ran + 1;
    exception when others then
      get stacked diagnostics problem = message_text, code = returned_sqlstate;
    end;
    begin
      next := pressrun.cron_next(due.cron, due.time_zone, clock_timestamp());
    exception when others then
      -- Such as a time zone that this server no longer knows.
      get stacked diagnostics problem = message_text;
      next := clock_timestamp() + interval '1 hour';
    end;
    -- Ticks that were missed, because no worker ran, come to one job: now. One that a full queue refused,
    -- or another transaction was in the way of, waits.
    update pressrun.schedules s set
      last_at = case when made is not null then clock_timestamp() else s.last_at end,
      last_job = coalesce(made, s.last_job),
      last_error = problem,
      next_at = case when code = 'PR010' or code like '40%' then s.next_at else next end
    where s.name = due.name;
  end loop;
  return ran;
end
$$;


--
-- Name: FUNCTION run_schedules(); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.run_schedules() IS 'Enqueues what is due. However many ticks were missed, it comes to one job.';


--
-- Name: running_floor(); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.running_floor() RETURNS xid8
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  -- A number from the future is another server's, from which this database was restored.
  select coalesce(
    (select m.xid from pressrun.marks m
      where m.name = 'running' and m.xid <= pg_snapshot_xmax(pg_current_snapshot())), '0')
$$;


--
-- Name: FUNCTION running_floor(); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.running_floor() IS 'No running job was claimed by a transaction before this one: what came before in the index is dead.';


--
-- Name: seal(bigint, text, text, integer, text, integer, text, text[]); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.seal(epoch bigint, kind text, tenant text, priority integer, destination text, max_attempts integer, queue text, found text[]) RETURNS text
    LANGUAGE sql
    AS $$
  -- The text of an array is never that of another one.
  select encode(sha256(convert_to(
    array[
      epoch::text, kind, tenant, priority::text, destination, max_attempts::text, queue, found[2], found[3], found[4]
    ]::text, 'UTF8')), 'hex')
$$;


--
-- Name: FUNCTION seal(epoch bigint, kind text, tenant text, priority integer, destination text, max_attempts integer, queue text, found text[]); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.seal(epoch bigint, kind text, tenant text, priority integer, destination text, max_attempts integer, queue text, found text[]) IS 'Binds what was found for a job (queue, attempts, destination, from the second place on) to what was asked for.';


--
-- Name: annotation_segments; Type: TABLE; Schema: pressrun; Owner: -
--

CREATE TABLE pressrun.annotation_segments (
    document text NOT NULL,
    sequence bigint NOT NULL,
    client_id text NOT NULL,
    parent text NOT NULL,
    format text NOT NULL,
    bytes bytea NOT NULL,
    sha256 text NOT NULL,
    author text,
    device_time timestamp with time zone,
    server_time timestamp with time zone NOT NULL,
    metadata text NOT NULL,
    chain text NOT NULL,
    CONSTRAINT annotation_segments_chain_check CHECK ((chain ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT annotation_segments_client_id_check CHECK (((octet_length(client_id) >= 1) AND (octet_length(client_id) <= 200))),
    CONSTRAINT annotation_segments_format_check CHECK ((format = ANY (ARRAY['pdf'::text, 'xfdf'::text, 'instant-json'::text, 'ink'::text]))),
    CONSTRAINT annotation_segments_parent_check CHECK ((parent ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT annotation_segments_sequence_check CHECK ((sequence > 0)),
    CONSTRAINT annotation_segments_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);
ALTER TABLE ONLY pressrun.annotation_segments ALTER COLUMN bytes SET STORAGE EXTERNAL;


--
-- Name: TABLE annotation_segments; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON TABLE pressrun.annotation_segments IS 'What readers added, in the order of arrival. chain(n) = SHA-256(chain(n - 1) ‖ bytes ‖ metadata), and chain(0) is the SHA-256 of the base.';


--
-- Name: segment_metadata(pressrun.annotation_segments); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.segment_metadata(segment pressrun.annotation_segments) RETURNS text
    LANGUAGE sql STABLE
    SET "TimeZone" TO 'UTC'
    AS $$
  select format(
    '{"document":%s,"sequence":%s,"client_id":%s,"parent":"%s","format":"%s","bytes":%s,"sha256":"%s","author":%s,'
    '"device_time":%s,"server_time":%s}',
    to_json((segment).document), (segment).sequence, to_json((segment).client_id), (segment).parent, (segment).format,
    octet_length((segment).bytes), (segment).sha256, coalesce(to_json((segment).author)::text, 'null'),
    coalesce(to_json(to_char((segment).device_time, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))::text, 'null'),
    to_json(to_char((segment).server_time, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')))
$$;


--
-- Name: FUNCTION segment_metadata(segment pressrun.annotation_segments); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.segment_metadata(segment pressrun.annotation_segments) IS 'What the chain covers beside the bytes: one line of JSON.';


--
-- Name: set_closing(pressrun.lanes, xid8); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.set_closing(lane pressrun.lanes, closing xid8) RETURNS void
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    AS $$
begin
  perform from pressrun.lanes l
  where l.queue = lane.queue and l.tenant = lane.tenant and l.priority = lane.priority and l.kind = lane.kind
    and l.version = lane.version
  for update skip locked;
  if found then
    update pressrun.lanes l set closing = set_closing.closing, version = l.version + 1
    where l.queue = lane.queue and l.tenant = lane.tenant and l.priority = lane.priority and l.kind = lane.kind;
  end if;
end
$$;


--
-- Name: set_limits(text, text, integer, integer, double precision, double precision); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.set_limits(scope text, name text, max_running integer DEFAULT NULL::integer, max_depth integer DEFAULT NULL::integer, rate double precision DEFAULT NULL::double precision, burst double precision DEFAULT NULL::double precision) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
#variable_conflict use_column
begin
  perform pressrun.check_scope(set_limits.scope, set_limits.name);
  if set_limits.scope <> 'queue' and set_limits.max_depth is not null then
    raise exception 'only a queue has a depth' using errcode = 'PR004';
  elsif set_limits.scope <> 'tenant' and (set_limits.rate is not null or set_limits.burst is not null) then
    raise exception 'only a tenant has a rate' using errcode = 'PR004';
  elsif set_limits.max_running < 0 or set_limits.max_depth < 0 then
    raise exception 'limits are not negative' using errcode = 'PR004';
  -- NaN is more than any number.
  elsif set_limits.rate not between 1e-6 and 1e6 then
    raise exception 'a rate is % a second, not from 0.000001 to 1000000', set_limits.rate using errcode = 'PR004';
  elsif set_limits.burst not between 1 and 1e6 then
    raise exception 'a burst is %, not from 1 to 1000000', set_limits.burst using errcode = 'PR004';
  end if;
  insert into pressrun.limits as l (scope, name, max_running, max_depth, rate, burst, tokens)
  values (
    set_limits.scope, set_limits.name, set_limits.max_running, set_limits.max_depth, set_limits.rate, set_limits.burst,
    coalesce(set_limits.burst, greatest(set_limits.rate, 1), 0))
  on conflict (scope, name) do update set
    max_running = excluded.max_running, max_depth = excluded.max_depth, rate = excluded.rate, burst = excluded.burst,
    -- A tenant that was limited before keeps what it has; another one begins with a full bucket.
    tokens = case when l.rate is null then excluded.tokens else least(l.tokens, excluded.tokens) end;
  if set_limits.max_depth is not null then
    insert into pressrun.depths (queue) values (set_limits.name) on conflict do nothing;
  end if;
  delete from pressrun.limits l
  where l.scope = set_limits.scope and l.name = set_limits.name
    and not l.paused and l.max_running is null and l.max_depth is null and l.rate is null;
end
$$;


--
-- Name: FUNCTION set_limits(scope text, name text, max_running integer, max_depth integer, rate double precision, burst double precision); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.set_limits(scope text, name text, max_running integer, max_depth integer, rate double precision, burst double precision) IS 'Sets all limits of a queue, tenant or kind; null for none. They hold for claims and enqueues from now on: what runs, runs on.';


--
-- Name: set_paused(text, text, boolean); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.set_paused(scope text, name text, paused boolean) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
#variable_conflict use_column
begin
  perform pressrun.check_scope(set_paused.scope, set_paused.name);
  if set_paused.paused then
    insert into pressrun.limits as l (scope, name, paused) values (set_paused.scope, set_paused.name, true)
    on conflict (scope, name) do update set paused = true;
  else
    update pressrun.limits l set paused = false where l.scope = set_paused.scope and l.name = set_paused.name;
    delete from pressrun.limits l
    where l.scope = set_paused.scope and l.name = set_paused.name
      and not l.paused and l.max_running is null and l.max_depth is null and l.rate is null;
    perform pg_notify('pressrun_jobs', case set_paused.scope when 'queue' then set_paused.name else q.name end)
    from pressrun.queues q where set_paused.scope <> 'queue' or q.name = set_paused.name;
  end if;
end
$$;


--
-- Name: FUNCTION set_paused(scope text, name text, paused boolean); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.set_paused(scope text, name text, paused boolean) IS 'Pauses a queue, tenant or kind: nothing more of it is claimed, and what runs is finished. Or resumes it.';


--
-- Name: set_policy(text, boolean, text[], text[]); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.set_policy(tenant text, sharing boolean DEFAULT true, allowed text[] DEFAULT '{}'::text[], denied text[] DEFAULT '{}'::text[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
#variable_conflict use_column
begin
  perform pressrun.check_tenant(set_policy.tenant);
  perform pressrun.check_rules(set_policy.allowed);
  perform pressrun.check_rules(set_policy.denied);
  insert into pressrun.policies as p (tenant, sharing, allowed, denied)
  values (set_policy.tenant, coalesce(set_policy.sharing, true), set_policy.allowed, set_policy.denied)
  on conflict (tenant) do update
    set sharing = excluded.sharing, allowed = excluded.allowed, denied = excluded.denied, changed_at = now();
end
$$;


--
-- Name: FUNCTION set_policy(tenant text, sharing boolean, allowed text[], denied text[]); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.set_policy(tenant text, sharing boolean, allowed text[], denied text[]) IS 'Sets what a tenant may share. Denied rules win over allowed ones; no allowed rule allows all; sharing off refuses all.';


--
-- Name: set_retention(text, interval); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.set_retention(what text, keep interval) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  update pressrun.retention r set keep = set_retention.keep where r.what = set_retention.what;
  if not found then
    raise exception 'nothing called "%" is kept for a time', left(set_retention.what, 100) using errcode = 'PR004',
      hint = 'There are ' || (select string_agg(r.what, ', ' order by r.what) from pressrun.retention r) || '.';
  end if;
exception when check_violation then
  raise exception 'a time to keep is not negative' using errcode = 'PR004';
end
$$;


--
-- Name: FUNCTION set_retention(what text, keep interval); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.set_retention(what text, keep interval) IS 'How long what is in a final state is kept from now on; null for ever.';


--
-- Name: settle(pressrun.jobs, text, text, text, boolean, jsonb, interval); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.settle(job pressrun.jobs, outcome text, code text, message text, permanent boolean, warnings jsonb, pause interval, OUT state pressrun.job_state, OUT run_at timestamp with time zone) RETURNS record
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    AS $$
begin
  perform pressrun.write_attempt(job, outcome::pressrun.attempt_outcome, code, message, warnings);
  if outcome = 'cancelled' or job.cancel_requested then
    state := 'cancelled';
  elsif outcome = 'released' then
    state := 'available';
  elsif outcome = 'snoozed' then
    state := 'scheduled';
    run_at := clock_timestamp() + pause;
  elsif permanent or job.attempt >= job.max_attempts then
    state := 'discarded';
  else
    state := 'retryable';
    run_at := clock_timestamp() + coalesce(pressrun.backoff(job.kind, job.attempt), interval '10 seconds');
  end if;
  update pressrun.jobs j set
    state = settle.state,
    run_at = coalesce(settle.run_at, j.run_at),
    attempt = case when outcome in ('released', 'snoozed') then j.attempt - 1 else j.attempt end,
    finished_at = case when settle.state in ('cancelled', 'discarded') then clock_timestamp() end,
    lease_expires_at = null
  where j.id = job.id;
  if state = 'cancelled' then
    perform pressrun.write_event(job, 'pressrun.job.cancelled', '{}');
    perform pressrun.tally(job, state, 1);
  elsif state = 'discarded' then
    perform pressrun.write_event(job, 'pressrun.job.discarded',
      jsonb_build_object('error', jsonb_build_object('code', code, 'message', message), 'warnings', warnings));
    perform pressrun.tally(job, state, 1);
  elsif state = 'available' then
    -- Its place is as it was.
    perform pressrun.announce(job, job.ready_xid);
  end if;
end
$$;


--
-- Name: settle_many(bigint[], bigint[], text, boolean, text, text, interval); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.settle_many(jobs bigint[], leases bigint[], outcome text, only_cancelled boolean, code text, message text, pause interval) RETURNS integer
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET jit TO 'off'
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_material TO 'off'
    AS $$
declare
  held pressrun.jobs%rowtype;
  settled int := 0;
begin
  for held in
    select j.* from unnest(jobs, leases) as h (id, lease) join pressrun.jobs j on j.id = h.id
    where j.lease = h.lease and j.state::text = 'running' and (j.cancel_requested or not only_cancelled)
    order by j.id for update of j
  loop
    perform pressrun.settle(held, outcome, code, message, false, null, pause);
    settled := settled + 1;
  end loop;
  perform pressrun.note_fenced(cardinality(jobs) - settled);
  return settled;
end
$$;


--
-- Name: snooze(bigint[], bigint[], double precision, text); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.snooze(jobs bigint[], leases bigint[], seconds double precision, reason text DEFAULT NULL::text) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  if seconds is null or seconds not between 0 and 31536000 then
    raise exception 'a job is snoozed for 0 to 31536000 seconds' using errcode = 'PR004';
  end if;
  return pressrun.settle_many(
    jobs, leases, 'snoozed', false, case when reason is not null then 'snoozed' end, left(reason, 8000),
    make_interval(secs => seconds));
end
$$;


--
-- Name: FUNCTION snooze(jobs bigint[], leases bigint[], seconds double precision, reason text); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.snooze(jobs bigint[], leases bigint[], seconds double precision, reason text) IS 'Gives jobs back until later; the attempt does not count. Answers how many were still held.';


--
-- Name: survey_limits(text[]); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.survey_limits(queues text[], OUT rooms jsonb, OUT tenants jsonb, OUT seen pg_snapshot) RETURNS record
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_sort TO 'off'
    AS $$
begin
  -- Claims that the limit of a queue or a kind concerns go one after the other, in one order everywhere; the next statement
  -- sees what the one before has claimed.
  perform from pressrun.limits l
  where (l.max_running is not null or l.rate is not null)
    and (l.scope = 'queue' and (queues is null or l.name = any (queues)) or l.scope = 'kind')
  order by l.scope, l.name
  for update;
  with running as materialized (
    select j.queue, j.tenant, j.kind, count(*) as jobs from pressrun.jobs j
    where j.state = 'running' and j.claim_xid >= pressrun.running_floor()
    group by j.queue, j.tenant, j.kind
  ), sums as materialized (
    -- Looked up by name: a join without hashing or sorting would compare each limit with each sum.
    select jsonb_object_agg(s.scope || ' ' || s.name, s.jobs) as jobs from (
      select 'queue' as scope, r.queue as name, sum(r.jobs) as jobs from running r group by r.queue
      union all select 'tenant', r.tenant, sum(r.jobs) from running r group by r.tenant
      union all select 'kind', r.kind, sum(r.jobs) from running r group by r.kind
    ) s
  ), held as (
    select l.scope, l.name,
      case when l.paused then 0
        else greatest(0, least(
          l.max_running - coalesce((select s.jobs ->> (l.scope || ' ' || l.name) from sums s)::bigint, 0),
          floor(pressrun.tokens(l)))) end as room
    from pressrun.limits l where l.paused or l.max_running is not null or l.rate is not null
  )
  select
    jsonb_object_agg(h.scope || ' ' || h.name, h.room) filter (where h.scope <> 'tenant'),
    jsonb_object_agg(h.name, h.room) filter (where h.scope = 'tenant'),
    pg_current_snapshot()
  into rooms, tenants, seen
  from held h;
end
$$;


--
-- Name: FUNCTION survey_limits(queues text[], OUT rooms jsonb, OUT tenants jsonb, OUT seen pg_snapshot); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.survey_limits(queues text[], OUT rooms jsonb, OUT tenants jsonb, OUT seen pg_snapshot) IS 'How many more jobs each limited queue and kind may run, such as {"queue a": 2}, which no other claim changes until the end of the transaction; the same of limited tenants by their names, as seen in a snapshot; 0 where it is paused.';


--
-- Name: take(bigint, pressrun.lanes[], integer[], integer, double precision); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.take(worker bigint, lanes pressrun.lanes[], rooms integer[], max_jobs integer, lease_seconds double precision, OUT jobs bigint[], OUT kinds text[]) RETURNS record
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET enable_sort TO 'off'
    AS $$
declare
  firsts xid8[] := '{}';
  ids bigint[] := '{}';
  first record;
begin
  for n in 1..cardinality(lanes) loop
    first := pressrun.advance(lanes[n]);
    firsts := firsts || first.first_xid;
    ids := ids || first.first_id;
  end loop;
  with taken as (
    update pressrun.jobs j set
      state = 'running', lease = j.lease + 1, attempt = j.attempt + 1, claimed_by = worker,
      claimed_at = clock_timestamp(), lease_expires_at = clock_timestamp() + make_interval(secs => lease_seconds),
      claim_xid = pg_current_xact_id(), cancel_requested = false, pages_done = null
    -- Each lane offers its first; those that are not taken are unlocked when the transaction ends.
    where j.ctid = any (array(
      select o.ctid from unnest(lanes, firsts, ids, rooms)
          as l (queue, tenant, priority, kind, key, head_xid, head_id, pending, closing, version, served_at,
            first_xid, first_id, room)
        cross join lateral (
          select c.ctid, c.ready_xid, c.id from pressrun.jobs c
          where c.state = 'available' and pressrun.lane_key(c.queue, c.tenant, c.kind, c.priority) = l.key
            and (c.ready_xid, c.id) >= (l.first_xid, l.first_id)
            and c.queue = l.queue and c.tenant = l.tenant and c.priority = l.priority and c.kind = l.kind
          order by c.ready_xid, c.id limit least(l.room, max_jobs)
          for update skip locked
        ) o
      order by o.ready_xid, o.id limit max_jobs))
    returning j.id, j.kind
  )
  select coalesce(array_agg(t.id), '{}'), coalesce(array_agg(t.kind), '{}') into jobs, kinds from taken t;
end
$$;


--
-- Name: take_around(bigint, text[], integer, double precision, text, text); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.take_around(worker bigint, queues text[], max_jobs integer, lease_seconds double precision, INOUT ring_queue text, INOUT ring_tenant text, OUT jobs bigint[]) RETURNS record
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET enable_hashagg TO 'off'
    AS $$
#variable_conflict use_variable
declare
  limits record;
  has_limits boolean := exists (select from pressrun.limits);
  rooms jsonb;
  -- What limited tenants may still run, of those whose limits this claim has locked.
  locked jsonb := '{}';
  -- The first tenant whose limit another claim had locked.
  busy text;
  has_waited boolean := false;
  share int;
  -- Jobs that are still to be taken.
  remaining int := max_jobs;
  -- Who used up a whole share of the round before, and may have more; null where a round goes around all.
  hungry_queues text[];
  hungry_tenants text[];
  around refcursor;
  lane_group record;
  start_queue text := ring_queue;
  start_tenant text := ring_tenant;
  previous_queue text;
  previous_tenant text;
  queue text;
  tenant text;
  is_limited boolean;
  is_cut boolean;
  is_whole boolean;
  room int;
  tenant_room int;
  taken record;
  taken_kind text;
begin
  jobs := '{}';
  select count(*) into share from (
    select from pressrun.lanes l where queues is null or l.queue = any (queues) group by l.queue, l.tenant limit max_jobs
  ) tenants;
  if share = 0 then
    return;
  end if;
  share := ceil(max_jobs::numeric / share);
  if has_limits then
    limits := pressrun.survey_limits(queues);
    rooms := limits.rooms;
  end if;
  loop
    if hungry_queues is null then
      open around for
        select a.* from (
          select l.queue, l.tenant, l.priority, array_agg(l order by l.kind) as lanes from pressrun.lanes l
          where (l.queue, l.tenant) > (start_queue, start_tenant) and (queues is null or l.queue = any (queues))
          group by l.queue, l.tenant, l.priority order by l.queue, l.tenant, l.priority desc
        ) a
        union all
        select b.* from (
          select l.queue, l.tenant, l.priority, array_agg(l order by l.kind) as lanes from pressrun.lanes l
          where (l.queue, l.tenant) <= (start_queue, start_tenant) and (queues is null or l.queue = any (queues))
          group by l.queue, l.tenant, l.priority order by l.queue, l.tenant, l.priority desc
        ) b;
    else
      open around for
        select h.queue, h.tenant, g.priority, g.lanes
        from unnest(hungry_queues, hungry_tenants) with ordinality as h (queue, tenant, place)
          cross join lateral (
            select l.priority, array_agg(l order by l.kind) as lanes from pressrun.lanes l
            where l.queue = h.queue and l.tenant = h.tenant group by l.priority
          ) g
        order by h.place, g.priority desc;
    end if;
    hungry_queues := '{}';
    hungry_tenants := '{}';
    queue := null;
    loop
      fetch around into lane_group;
      exit when not found;
      if (lane_group.queue, lane_group.tenant) is distinct from (queue, tenant) then
        exit when remaining <= 0;
        queue := lane_group.queue;
        tenant := lane_group.tenant;
        previous_queue := ring_queue;
        previous_tenant := ring_tenant;
        room := least(share, (rooms ->> ('queue ' || queue))::int);
        is_limited := false;
        if has_limits then
          is_limited := coalesce(limits.tenants ? tenant, false);
        end if;
        if is_limited and room > 0 then
          tenant_room := coalesce((locked ->> tenant)::int, (limits.tenants ->> tenant)::int);
          if tenant_room > 0 and not locked ? tenant then
            tenant_room := pressrun.tenant_room(tenant, tenant_room, limits.seen);
            if tenant_room is null then
              busy := coalesce(busy, tenant);
            else
              locked := locked || jsonb_build_object(tenant, tenant_room);
            end if;
          end if;
          room := least(room, coalesce(tenant_room, 0));
        end if;
        is_whole := room = share;
        is_cut := room > remaining;
        room := least(room, remaining);
      end if;
      continue when room <= 0;
      taken := pressrun.take(
        worker, lane_group.lanes,
        array(
          select coalesce((rooms ->> ('kind ' || l.kind))::int, room)
          from unnest(lane_group.lanes) with ordinality as l order by l.ordinality),
        room, lease_seconds);
      continue when taken.jobs = '{}';
      jobs := jobs || taken.jobs;
      room := room - cardinality(taken.jobs);
      remaining := remaining - cardinality(taken.jobs);
      if room = 0 and is_cut then
        -- Whose turn the end of the claim cuts short is the first of the next one.
        ring_queue := previous_queue;
        ring_tenant := previous_tenant;
      else
        ring_queue := queue;
        ring_tenant := tenant;
      end if;
      if room = 0 and is_whole then
        hungry_queues := hungry_queues || queue;
        hungry_tenants := hungry_tenants || tenant;
      end if;
      if has_limits then
        rooms := pressrun.less(rooms, 'queue ' || queue, cardinality(taken.jobs));
        foreach taken_kind in array taken.kinds loop
          rooms := pressrun.less(rooms, 'kind ' || taken_kind, 1);
        end loop;
      end if;
      if is_limited then
        locked := pressrun.less(locked, tenant, cardinality(taken.jobs));
        update pressrun.limits l set
          claim_xid = pg_current_xact_id(),
          tokens = coalesce(pressrun.tokens(l) - cardinality(taken.jobs), l.tokens),
          refilled_at = case when l.rate is null then l.refilled_at else clock_timestamp() end
        where l.scope = 'tenant' and l.name = tenant;
      end if;
    end loop;
    close around;
    exit when remaining <= 0;
    if hungry_queues <> '{}' then
      share := ceil(remaining::numeric / cardinality(hungry_queues));
    else
      -- Whoever leaves with nothing would come back late: rather wait for that one claim to end. Nothing is held meanwhile
      -- that the other may want.
      exit when busy is null or has_waited or jobs <> '{}' or locked <> '{}';
      perform from pressrun.limits l where l.scope = 'tenant' and l.name = busy for update;
      limits := pressrun.survey_limits(queues);
      rooms := limits.rooms;
      has_waited := true;
      hungry_queues := null;
    end if;
  end loop;
end
$$;


--
-- Name: take_up(text, interval); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.take_up(name text, again interval) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
begin
  if (select m.due_at from pressrun.marks m where m.name = take_up.name) > clock_timestamp() then
    return false;
  end if;
  perform from pressrun.marks m where m.name = take_up.name and m.due_at <= clock_timestamp() for update skip locked;
  if not found then
    return false;
  end if;
  update pressrun.marks m set due_at = clock_timestamp() + again where m.name = take_up.name;
  return true;
end
$$;


--
-- Name: tally(pressrun.jobs, pressrun.job_state, integer); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.tally(job pressrun.jobs, state pressrun.job_state, jobs integer) RETURNS void
    LANGUAGE sql
    AS $$
  insert into pressrun.tallies (kind, tenant, batch_id, state, jobs)
  values ((job).kind, (job).tenant, (job).batch_id, state, jobs)
$$;


--
-- Name: tenant_room(text, integer, pg_snapshot); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.tenant_room(tenant text, room integer, seen pg_snapshot) RETURNS integer
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    AS $$
declare
  limited pressrun.limits%rowtype;
begin
  select l.* into limited from pressrun.limits l where l.scope = 'tenant' and l.name = tenant_room.tenant
  for update skip locked;
  if not found then
    return null;
  elsif limited.paused then
    return 0;
  elsif limited.claim_xid is not null and not pg_visible_in_snapshot(limited.claim_xid, seen)
    and limited.claim_xid <> pg_current_xact_id()
  then
    room := limited.max_running - (
      select count(*) from pressrun.jobs j
      where j.state = 'running' and j.claim_xid >= pressrun.running_floor() and j.tenant = tenant_room.tenant);
  end if;
  return greatest(0, least(room, floor(pressrun.tokens(limited))));
end
$$;


--
-- Name: FUNCTION tenant_room(tenant text, room integer, seen pg_snapshot); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.tenant_room(tenant text, room integer, seen pg_snapshot) IS 'Locks the limit of a tenant. How many more of its jobs may run, where that was `room` in a snapshot; null where another claim has it locked.';


--
-- Name: limits; Type: TABLE; Schema: pressrun; Owner: -
--

CREATE TABLE pressrun.limits (
    scope text NOT NULL,
    name text NOT NULL,
    paused boolean DEFAULT false NOT NULL,
    max_running integer,
    max_depth integer,
    rate double precision,
    burst double precision,
    tokens double precision DEFAULT 0 NOT NULL,
    refilled_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    depth_seen integer,
    depth_sequence bigint,
    claim_xid xid8,
    CONSTRAINT limits_burst_check CHECK ((burst >= (1)::double precision)),
    CONSTRAINT limits_check CHECK (((max_depth IS NULL) OR (scope = 'queue'::text))),
    CONSTRAINT limits_check1 CHECK (((rate IS NULL) OR (scope = 'tenant'::text))),
    CONSTRAINT limits_max_depth_check CHECK ((max_depth >= 0)),
    CONSTRAINT limits_max_running_check CHECK ((max_running >= 0)),
    CONSTRAINT limits_rate_check CHECK ((rate > (0)::double precision)),
    CONSTRAINT limits_scope_check CHECK ((scope = ANY (ARRAY['queue'::text, 'tenant'::text, 'kind'::text])))
)
WITH (fillfactor='50');


--
-- Name: TABLE limits; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON TABLE pressrun.limits IS 'Limits of queues, tenants and kinds, and which of them are paused.';


--
-- Name: COLUMN limits.max_running; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.limits.max_running IS 'Jobs that may run at once; null for any number.';


--
-- Name: COLUMN limits.max_depth; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.limits.max_depth IS 'Of a queue: ready jobs beyond which enqueue is refused.';


--
-- Name: COLUMN limits.rate; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.limits.rate IS 'Of a tenant: claims a second on average (a token bucket).';


--
-- Name: COLUMN limits.burst; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.limits.burst IS 'Of a tenant: claims at once after a pause.';


--
-- Name: COLUMN limits.tokens; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.limits.tokens IS 'What the bucket held at refilled_at.';


--
-- Name: COLUMN limits.depth_seen; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.limits.depth_seen IS 'Not used any more, nor is depth_sequence: see depths.';


--
-- Name: COLUMN limits.claim_xid; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.limits.claim_xid IS 'Of a tenant: the transaction that claimed of it last.';


--
-- Name: tokens(pressrun.limits); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.tokens(limited pressrun.limits) RETURNS double precision
    LANGUAGE sql STABLE
    AS $$
  -- However a row came to hold more or less than set_limits takes: least passes over infinity, and over NaN, which is more.
  select case when (limited).rate is not null then least(
    1e6, coalesce((limited).burst, greatest((limited).rate, 1)),
    least((limited).tokens, 1e6) + greatest(1e-6, least((limited).rate, 1e6))
      * greatest(0, extract(epoch from clock_timestamp() - (limited).refilled_at))) end
$$;


--
-- Name: FUNCTION tokens(limited pressrun.limits); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.tokens(limited pressrun.limits) IS 'What a tenant''s bucket holds now; null where its rate is not limited.';


--
-- Name: unreferenced(text[]); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.unreferenced(digests text[]) RETURNS SETOF text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select d from unnest(digests) d
  where not exists (select from pressrun.artifacts a where a.sha256 = d)
    and not exists (select from pressrun.annotation_documents n where n.base_sha256 = d)
    and not exists (select from pressrun.annotation_builds b where b.sha256 = d)
$$;


--
-- Name: FUNCTION unreferenced(digests text[]); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.unreferenced(digests text[]) IS 'Those of these artifacts that nothing in the database names.';


--
-- Name: unregister_worker(bigint); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.unregister_worker(worker bigint) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  -- Perhaps nobody claims after it, and a batch that it finished is to be told of.
  begin
    perform set_config('lock_timeout', '5s', true);
    perform from pressrun.marks m where m.name = 'upkeep' for update;
    perform pressrun.add_up();
  exception when others then
    raise warning 'upkeep: counts: %', sqlerrm;
  end;
  update pressrun.workers w set stopped_at = clock_timestamp(), running = 0 where w.id = worker;
end
$$;


--
-- Name: upkeep(); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.upkeep() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET jit TO 'off'
    AS $$
begin
  if not pressrun.take_up('upkeep', interval '1 second') then
    return;
  end if;
  perform pressrun.forget();
  -- Claims do this on their way. What goes wrong here is to be mended, and stops none of them.
  begin
    perform pressrun.run_schedules();
  exception when others then
    raise warning 'upkeep: schedules: %', sqlerrm;
  end;
  begin
    perform pressrun.add_up();
  exception when others then
    raise warning 'upkeep: counts: %', sqlerrm;
  end;
  begin
    perform pressrun.count_depths();
  exception when others then
    raise warning 'upkeep: depths: %', sqlerrm;
  end;
  if pressrun.take_up('sweep', interval '1 minute') then
    perform pressrun.reopen_lanes();
  end if;
end
$$;


--
-- Name: FUNCTION upkeep(); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.upkeep() IS 'What must be done now and then, by any worker: once a second whichever claim comes first does it.';


--
-- Name: wake(text); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.wake(queue text) RETURNS void
    LANGUAGE sql
    AS $$
  -- The same payload again in the same transaction is sent once.
  select pg_notify('pressrun_jobs', wake.queue)
  where exists (
    select from pressrun.workers w
    where w.stopped_at is null and w.waiting and w.heartbeat_at > clock_timestamp() - interval '2 minutes'
      and (w.queues = '{}' or wake.queue = any (w.queues)))
$$;


--
-- Name: FUNCTION wake(queue text); Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON FUNCTION pressrun.wake(queue text) IS 'Tells the workers that wait for jobs of a queue, if there are any.';


--
-- Name: write_attempt(pressrun.jobs, pressrun.attempt_outcome, text, text, jsonb); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.write_attempt(job pressrun.jobs, outcome pressrun.attempt_outcome, code text, message text, warnings jsonb) RETURNS void
    LANGUAGE sql
    AS $$
  insert into pressrun.attempts
    (job_id, lease, attempt, worker_id, kind, ready_at, started_at, finished_at, outcome, error_code, error_message,
      warnings)
  values (
    (job).id, (job).lease, (job).attempt, (job).claimed_by, (job).kind, greatest((job).run_at, (job).enqueued_at),
    (job).claimed_at, clock_timestamp(), outcome, code, message, nullif(warnings, '[]'))
$$;


--
-- Name: write_event(pressrun.jobs, text, jsonb); Type: FUNCTION; Schema: pressrun; Owner: -
--

CREATE FUNCTION pressrun.write_event(job pressrun.jobs, type text, data jsonb) RETURNS uuid
    LANGUAGE sql
    AS $$
  with made as (select gen_random_uuid() as id)
  insert into pressrun.events (id, job_id, type, destination_kind, record)
  select made.id, (job).id, type, split_part((job).destination, ':', 1),
    pressrun.event_record(made.id, type, (job).id, (job).kind, now(),
      jsonb_build_object(
        'job', (job).id, 'kind', (job).kind, 'tenant', (job).tenant, 'destination', (job).destination,
        'attempt', (job).attempt) || data)
  from made
  returning id
$$;


--
-- Name: annotation_builds; Type: TABLE; Schema: pressrun; Owner: -
--

CREATE TABLE pressrun.annotation_builds (
    job_id bigint NOT NULL,
    document text NOT NULL,
    sequence bigint NOT NULL,
    sha256 text NOT NULL,
    manifest json NOT NULL,
    built_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT annotation_builds_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);


--
-- Name: TABLE annotation_builds; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON TABLE pressrun.annotation_builds IS 'Archives that were built, each with the manifest of its steps.';


--
-- Name: annotation_documents; Type: TABLE; Schema: pressrun; Owner: -
--

CREATE TABLE pressrun.annotation_documents (
    id text NOT NULL,
    tenant text NOT NULL,
    base_sha256 text NOT NULL,
    base_bytes bigint NOT NULL,
    title text,
    registered_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT annotation_documents_base_bytes_check CHECK ((base_bytes > 0)),
    CONSTRAINT annotation_documents_base_sha256_check CHECK ((base_sha256 ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT annotation_documents_id_check CHECK ((id ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$'::text))
);


--
-- Name: TABLE annotation_documents; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON TABLE pressrun.annotation_documents IS 'Documents that are annotated. The base file is an artifact, named by its SHA-256.';


--
-- Name: annotation_overview; Type: VIEW; Schema: pressrun; Owner: -
--

CREATE VIEW pressrun.annotation_overview AS
 SELECT d.id AS document,
    d.tenant,
    d.title,
    d.base_sha256,
    d.base_bytes,
    d.registered_at,
    COALESCE(s.segments, (0)::bigint) AS segments,
    COALESCE(s.bytes, (0)::bigint) AS segment_bytes,
    s.last_at
   FROM (pressrun.annotation_documents d
     LEFT JOIN LATERAL ( SELECT count(*) AS segments,
            sum(octet_length(a.bytes)) AS bytes,
            max(a.server_time) AS last_at
           FROM pressrun.annotation_segments a
          WHERE (a.document = d.id)) s ON (true));


--
-- Name: VIEW annotation_overview; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON VIEW pressrun.annotation_overview IS 'Each annotated document with how much was added to it.';


--
-- Name: COLUMN annotation_overview.document; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.annotation_overview.document IS 'The name it was registered under.';


--
-- Name: COLUMN annotation_overview.tenant; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.annotation_overview.tenant IS 'Whose it is.';


--
-- Name: COLUMN annotation_overview.title; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.annotation_overview.title IS 'Its title, for people.';


--
-- Name: COLUMN annotation_overview.base_sha256; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.annotation_overview.base_sha256 IS 'The SHA-256 of the base file, which names its artifact.';


--
-- Name: COLUMN annotation_overview.base_bytes; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.annotation_overview.base_bytes IS 'The length of the base file.';


--
-- Name: COLUMN annotation_overview.registered_at; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.annotation_overview.registered_at IS 'When it was registered.';


--
-- Name: COLUMN annotation_overview.segments; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.annotation_overview.segments IS 'Segments that were added to it.';


--
-- Name: COLUMN annotation_overview.segment_bytes; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.annotation_overview.segment_bytes IS 'What they take up together.';


--
-- Name: COLUMN annotation_overview.last_at; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.annotation_overview.last_at IS 'When the last one arrived; null where there is none.';


--
-- Name: arrivals; Type: TABLE; Schema: pressrun; Owner: -
--

CREATE TABLE pressrun.arrivals (
    queue text NOT NULL,
    tenant text NOT NULL,
    priority integer NOT NULL,
    kind text NOT NULL,
    "position" xid8 NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='500');


--
-- Name: TABLE arrivals; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON TABLE pressrun.arrivals IS 'Lanes to open, or whose head goes back to an earlier transaction. Written with a job that becomes ready, taken by the next claim: producers never touch a row that others wait for.';


--
-- Name: artifacts; Type: TABLE; Schema: pressrun; Owner: -
--

CREATE TABLE pressrun.artifacts (
    job_id bigint NOT NULL,
    sha256 text NOT NULL,
    bytes bigint NOT NULL,
    pages integer NOT NULL,
    page_sizes jsonb NOT NULL,
    media_type text NOT NULL,
    stored_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT artifacts_bytes_check CHECK ((bytes >= 0)),
    CONSTRAINT artifacts_pages_check CHECK ((pages >= 0)),
    CONSTRAINT artifacts_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);


--
-- Name: COLUMN artifacts.page_sizes; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.artifacts.page_sizes IS 'Width and height of each page in points: [[595.28, 841.89], …].';


--
-- Name: attempts; Type: TABLE; Schema: pressrun; Owner: -
--

CREATE TABLE pressrun.attempts (
    job_id bigint NOT NULL,
    lease bigint NOT NULL,
    attempt integer NOT NULL,
    worker_id bigint,
    kind text NOT NULL,
    ready_at timestamp with time zone NOT NULL,
    started_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone NOT NULL,
    outcome pressrun.attempt_outcome NOT NULL,
    error_code text,
    error_message text,
    warnings jsonb,
    timings jsonb
);


--
-- Name: TABLE attempts; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON TABLE pressrun.attempts IS 'Attempts that ended, written once and never changed. The one that runs is the row in jobs; see the view job_attempts.';


--
-- Name: batches; Type: TABLE; Schema: pressrun; Owner: -
--

CREATE TABLE pressrun.batches (
    id bigint NOT NULL,
    tenant text NOT NULL,
    name text NOT NULL,
    held boolean DEFAULT false NOT NULL,
    jobs bigint DEFAULT 0 NOT NULL,
    completed bigint DEFAULT 0 NOT NULL,
    discarded bigint DEFAULT 0 NOT NULL,
    cancelled bigint DEFAULT 0 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    completed_at timestamp with time zone
)
WITH (fillfactor='50');


--
-- Name: TABLE batches; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON TABLE pressrun.batches IS 'Jobs that belong together. The counts lack what still stands in tallies; the view batch_status has all.';


--
-- Name: COLUMN batches.held; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.batches.held IS 'Jobs are still to be added: it is not complete however few are left.';


--
-- Name: tallies; Type: TABLE; Schema: pressrun; Owner: -
--

CREATE TABLE pressrun.tallies (
    kind text NOT NULL,
    tenant text NOT NULL,
    batch_id bigint,
    state pressrun.job_state,
    jobs integer NOT NULL,
    day date,
    destination_kind text
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='1000');


--
-- Name: TABLE tallies; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON TABLE pressrun.tallies IS 'Changes of totals and batches that are not added up yet.';


--
-- Name: COLUMN tallies.day; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.tallies.day IS 'When the jobs were completed, in UTC, and for which kind of destination; null where they were not completed.';


--
-- Name: batch_status; Type: VIEW; Schema: pressrun; Owner: -
--

CREATE VIEW pressrun.batch_status AS
 SELECT b.id AS batch_id,
    b.tenant,
    b.name,
    b.held,
    b.created_at,
    b.completed_at,
    (b.jobs + COALESCE(t.jobs, (0)::bigint)) AS jobs,
    (b.completed + COALESCE(t.completed, (0)::bigint)) AS completed,
    (b.discarded + COALESCE(t.discarded, (0)::bigint)) AS discarded,
    (b.cancelled + COALESCE(t.cancelled, (0)::bigint)) AS cancelled
   FROM (pressrun.batches b
     LEFT JOIN ( SELECT y.batch_id,
            sum(y.jobs) FILTER (WHERE (y.state IS NULL)) AS jobs,
            sum(y.jobs) FILTER (WHERE (y.state = 'completed'::pressrun.job_state)) AS completed,
            sum(y.jobs) FILTER (WHERE (y.state = 'discarded'::pressrun.job_state)) AS discarded,
            sum(y.jobs) FILTER (WHERE (y.state = 'cancelled'::pressrun.job_state)) AS cancelled
           FROM pressrun.tallies y
          WHERE (y.batch_id IS NOT NULL)
          GROUP BY y.batch_id) t ON ((t.batch_id = b.id)));


--
-- Name: VIEW batch_status; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON VIEW pressrun.batch_status IS 'Batches, and how far each has got.';


--
-- Name: COLUMN batch_status.batch_id; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.batch_status.batch_id IS 'The batch.';


--
-- Name: COLUMN batch_status.tenant; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.batch_status.tenant IS 'Whose batch.';


--
-- Name: COLUMN batch_status.name; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.batch_status.name IS 'Its name, of which each tenant has one.';


--
-- Name: COLUMN batch_status.held; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.batch_status.held IS 'Whether jobs are still to be added.';


--
-- Name: COLUMN batch_status.created_at; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.batch_status.created_at IS 'When it was made.';


--
-- Name: COLUMN batch_status.completed_at; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.batch_status.completed_at IS 'When all its jobs were found finished, and its event was written.';


--
-- Name: COLUMN batch_status.jobs; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.batch_status.jobs IS 'Its jobs.';


--
-- Name: COLUMN batch_status.completed; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.batch_status.completed IS 'Those that are completed.';


--
-- Name: COLUMN batch_status.discarded; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.batch_status.discarded IS 'Those that are discarded.';


--
-- Name: COLUMN batch_status.cancelled; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.batch_status.cancelled IS 'Those that are cancelled.';


--
-- Name: batches_id_seq; Type: SEQUENCE; Schema: pressrun; Owner: -
--

ALTER TABLE pressrun.batches ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME pressrun.batches_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: depths; Type: TABLE; Schema: pressrun; Owner: -
--

CREATE TABLE pressrun.depths (
    queue text NOT NULL,
    max_depth integer,
    jobs integer,
    sequence bigint,
    xid xid8,
    pending xid8[] DEFAULT '{}'::xid8[] NOT NULL,
    holds_until timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL
)
WITH (fillfactor='50');


--
-- Name: TABLE depths; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON TABLE pressrun.depths IS 'Ready jobs of queues with a limit of these, when they were last counted.';


--
-- Name: COLUMN depths.max_depth; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.depths.max_depth IS 'The limit then. There is no counting beyond it.';


--
-- Name: COLUMN depths.sequence; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.depths.sequence IS 'The last id of a job before that: there are no more new ones since than ids.';


--
-- Name: COLUMN depths.xid; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.depths.xid IS 'No transaction from this one on was counted, nor those in pending.';


--
-- Name: COLUMN depths.holds_until; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.depths.holds_until IS 'Until when nobody counts again: see check_depth.';


--
-- Name: destination_totals; Type: TABLE; Schema: pressrun; Owner: -
--

CREATE TABLE pressrun.destination_totals (
    day date NOT NULL,
    destination_kind text NOT NULL,
    documents bigint NOT NULL
);


--
-- Name: TABLE destination_totals; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON TABLE pressrun.destination_totals IS 'How many documents went to which kind of destination, without what still stands in tallies: see the view destination_counts.';


--
-- Name: destination_counts; Type: VIEW; Schema: pressrun; Owner: -
--

CREATE VIEW pressrun.destination_counts AS
 SELECT c.day,
    c.destination_kind,
    (sum(c.documents))::bigint AS documents
   FROM ( SELECT t.day,
            t.destination_kind,
            t.documents
           FROM pressrun.destination_totals t
        UNION ALL
         SELECT y.day,
            y.destination_kind,
            y.jobs
           FROM pressrun.tallies y
          WHERE (y.day IS NOT NULL)) c
  GROUP BY c.day, c.destination_kind;


--
-- Name: VIEW destination_counts; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON VIEW pressrun.destination_counts IS 'How many documents went to which kind of destination on which day. It names no person, document or tenant.';


--
-- Name: COLUMN destination_counts.day; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.destination_counts.day IS 'The day, in UTC.';


--
-- Name: COLUMN destination_counts.destination_kind; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.destination_counts.destination_kind IS 'email, print, folder, … or none. Never an address.';


--
-- Name: COLUMN destination_counts.documents; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.destination_counts.documents IS 'How many.';


--
-- Name: epoch; Type: SEQUENCE; Schema: pressrun; Owner: -
--

CREATE SEQUENCE pressrun.epoch
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: SEQUENCE epoch; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON SEQUENCE pressrun.epoch IS 'Its value is a secret that changes when sessions must look anew: drawn at random, read and set outside of transactions.';


--
-- Name: events_sequence_seq; Type: SEQUENCE; Schema: pressrun; Owner: -
--

ALTER TABLE pressrun.events ALTER COLUMN sequence ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME pressrun.events_sequence_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: failures; Type: VIEW; Schema: pressrun; Owner: -
--

CREATE VIEW pressrun.failures AS
 SELECT j.id AS job_id,
    j.kind,
    j.tenant,
    j.state,
    j.attempt,
    j.max_attempts,
    j.run_at,
    j.finished_at,
    e.finished_at AS failed_at,
    e.error_code,
    e.error_message
   FROM (pressrun.jobs j
     CROSS JOIN LATERAL ( SELECT a.job_id,
            a.lease,
            a.attempt,
            a.worker_id,
            a.kind,
            a.ready_at,
            a.started_at,
            a.finished_at,
            a.outcome,
            a.error_code,
            a.error_message,
            a.warnings,
            a.timings
           FROM pressrun.attempts a
          WHERE ((a.job_id = j.id) AND (a.outcome = ANY (ARRAY['failed'::pressrun.attempt_outcome, 'expired'::pressrun.attempt_outcome, 'refused'::pressrun.attempt_outcome])))
          ORDER BY a.lease DESC
         LIMIT 1) e)
  WHERE ((j.lease > 0) AND ((j.state = ANY (ARRAY['retryable'::pressrun.job_state, 'scheduled'::pressrun.job_state])) OR (j.state = 'discarded'::pressrun.job_state)));


--
-- Name: VIEW failures; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON VIEW pressrun.failures IS 'Jobs that failed and wait to be tried again, or were discarded, with their last error.';


--
-- Name: COLUMN failures.job_id; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.failures.job_id IS 'The job.';


--
-- Name: COLUMN failures.kind; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.failures.kind IS 'Its kind.';


--
-- Name: COLUMN failures.tenant; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.failures.tenant IS 'Whose job.';


--
-- Name: COLUMN failures.state; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.failures.state IS 'retryable or discarded.';


--
-- Name: COLUMN failures.attempt; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.failures.attempt IS 'Attempts so far.';


--
-- Name: COLUMN failures.max_attempts; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.failures.max_attempts IS 'Attempts that it has.';


--
-- Name: COLUMN failures.run_at; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.failures.run_at IS 'When a retryable job is tried again.';


--
-- Name: COLUMN failures.finished_at; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.failures.finished_at IS 'When it was discarded.';


--
-- Name: COLUMN failures.failed_at; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.failures.failed_at IS 'When the last failed attempt ended.';


--
-- Name: COLUMN failures.error_code; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.failures.error_code IS 'Its error, for programs.';


--
-- Name: COLUMN failures.error_message; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.failures.error_message IS 'Its error, for people.';


--
-- Name: incidents; Type: TABLE; Schema: pressrun; Owner: -
--

CREATE TABLE pressrun.incidents (
    what text NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    count bigint NOT NULL,
    CONSTRAINT incidents_what_check CHECK ((what = ANY (ARRAY['fenced'::text, 'rescued'::text])))
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='1000');


--
-- Name: TABLE incidents; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON TABLE pressrun.incidents IS 'Fenced writes and rescued leases, as they happened; kept for a week.';


--
-- Name: job_attempts; Type: VIEW; Schema: pressrun; Owner: -
--

CREATE VIEW pressrun.job_attempts AS
 SELECT a.job_id,
    a.lease,
    a.attempt,
    a.worker_id,
    a.kind,
    a.ready_at,
    a.started_at,
    a.finished_at,
    a.outcome,
    a.error_code,
    a.error_message,
    a.warnings,
    a.timings
   FROM pressrun.attempts a
UNION ALL
 SELECT j.id AS job_id,
    j.lease,
    j.attempt,
    j.claimed_by AS worker_id,
    j.kind,
    GREATEST(j.run_at, j.enqueued_at) AS ready_at,
    j.claimed_at AS started_at,
    NULL::timestamp with time zone AS finished_at,
    NULL::pressrun.attempt_outcome AS outcome,
    NULL::text AS error_code,
    NULL::text AS error_message,
    NULL::jsonb AS warnings,
    NULL::jsonb AS timings
   FROM pressrun.jobs j
  WHERE (j.state = 'running'::pressrun.job_state);


--
-- Name: VIEW job_attempts; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON VIEW pressrun.job_attempts IS 'Every attempt, the running ones too, which have no end and no outcome.';


--
-- Name: COLUMN job_attempts.job_id; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.job_attempts.job_id IS 'The job.';


--
-- Name: COLUMN job_attempts.lease; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.job_attempts.lease IS 'The lease it was claimed under; grows from one attempt to the next.';


--
-- Name: COLUMN job_attempts.attempt; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.job_attempts.attempt IS 'The number of the attempt; one that was given back does not count.';


--
-- Name: COLUMN job_attempts.worker_id; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.job_attempts.worker_id IS 'Who made it.';


--
-- Name: COLUMN job_attempts.kind; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.job_attempts.kind IS 'The kind of job.';


--
-- Name: COLUMN job_attempts.ready_at; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.job_attempts.ready_at IS 'When the job was ready to be claimed.';


--
-- Name: COLUMN job_attempts.started_at; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.job_attempts.started_at IS 'When it was claimed.';


--
-- Name: COLUMN job_attempts.finished_at; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.job_attempts.finished_at IS 'When the attempt ended.';


--
-- Name: COLUMN job_attempts.outcome; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.job_attempts.outcome IS 'completed, failed, expired, released, cancelled or refused.';


--
-- Name: COLUMN job_attempts.error_code; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.job_attempts.error_code IS 'The error, for programs.';


--
-- Name: COLUMN job_attempts.error_message; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.job_attempts.error_message IS 'The error, for people.';


--
-- Name: COLUMN job_attempts.warnings; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.job_attempts.warnings IS 'What went less than well.';


--
-- Name: COLUMN job_attempts.timings; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.job_attempts.timings IS 'Milliseconds by stage.';


--
-- Name: totals; Type: TABLE; Schema: pressrun; Owner: -
--

CREATE TABLE pressrun.totals (
    kind text NOT NULL,
    tenant text NOT NULL,
    state pressrun.job_state NOT NULL,
    jobs bigint NOT NULL
)
WITH (fillfactor='50');


--
-- Name: TABLE totals; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON TABLE pressrun.totals IS 'Jobs in final states, without what still stands in tallies.';


--
-- Name: job_counts; Type: VIEW; Schema: pressrun; Owner: -
--

CREATE VIEW pressrun.job_counts AS
 SELECT l.kind,
    l.tenant,
    l.state,
    (sum(l.jobs))::bigint AS jobs
   FROM pressrun.live_counts() l(queue, kind, tenant, state, jobs, oldest)
  GROUP BY l.kind, l.tenant, l.state
UNION ALL
 SELECT f.kind,
    f.tenant,
    f.state,
    (sum(f.jobs))::bigint AS jobs
   FROM ( SELECT t.kind,
            t.tenant,
            t.state,
            t.jobs
           FROM pressrun.totals t
        UNION ALL
         SELECT y.kind,
            y.tenant,
            y.state,
            y.jobs
           FROM pressrun.tallies y
          WHERE (y.state IS NOT NULL)) f
  GROUP BY f.kind, f.tenant, f.state
 HAVING (sum(f.jobs) <> (0)::numeric);


--
-- Name: VIEW job_counts; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON VIEW pressrun.job_counts IS 'How many jobs are in which state.';


--
-- Name: COLUMN job_counts.kind; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.job_counts.kind IS 'The kind of job.';


--
-- Name: COLUMN job_counts.tenant; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.job_counts.tenant IS 'Whose jobs.';


--
-- Name: COLUMN job_counts.state; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.job_counts.state IS 'scheduled, available, running, retryable, completed, cancelled or discarded.';


--
-- Name: COLUMN job_counts.jobs; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.job_counts.jobs IS 'How many.';


--
-- Name: job_overview; Type: VIEW; Schema: pressrun; Owner: -
--

CREATE VIEW pressrun.job_overview AS
 SELECT j.id AS job_id,
    j.kind,
    j.queue,
    j.tenant,
    j.state,
    j.priority,
    j.attempt,
    j.max_attempts,
    j.destination,
    j.unique_key,
    j.cancel_requested,
    j.enqueued_at,
    j.run_at,
    j.claimed_at,
    j.finished_at,
    j.claimed_by AS worker_id,
    f.error_code,
    f.error_message,
    a.sha256,
    a.bytes,
    a.media_type,
    a.pages,
    e.id AS event_id,
    j.batch_id,
    b.name AS batch,
    j.pages_done
   FROM ((((pressrun.jobs j
     LEFT JOIN pressrun.artifacts a ON ((a.job_id = j.id)))
     LEFT JOIN pressrun.events e ON (((e.job_id = j.id) AND (e.type = 'pressrun.job.completed'::text))))
     LEFT JOIN pressrun.batches b ON ((b.id = j.batch_id)))
     LEFT JOIN LATERAL ( SELECT t.error_code,
            t.error_message
           FROM pressrun.attempts t
          WHERE ((t.job_id = j.id) AND (t.outcome = ANY (ARRAY['failed'::pressrun.attempt_outcome, 'expired'::pressrun.attempt_outcome, 'refused'::pressrun.attempt_outcome])))
          ORDER BY t.lease DESC
         LIMIT 1) f ON (true));


--
-- Name: VIEW job_overview; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON VIEW pressrun.job_overview IS 'Each job with its last error, its artifact and its completion event.';


--
-- Name: COLUMN job_overview.job_id; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.job_overview.job_id IS 'The job.';


--
-- Name: COLUMN job_overview.kind; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.job_overview.kind IS 'Its kind.';


--
-- Name: COLUMN job_overview.queue; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.job_overview.queue IS 'The queue it waits in.';


--
-- Name: COLUMN job_overview.tenant; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.job_overview.tenant IS 'Whose job.';


--
-- Name: COLUMN job_overview.state; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.job_overview.state IS 'scheduled, available, running, retryable, completed, cancelled or discarded.';


--
-- Name: COLUMN job_overview.priority; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.job_overview.priority IS 'Higher goes first.';


--
-- Name: COLUMN job_overview.attempt; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.job_overview.attempt IS 'Attempts so far.';


--
-- Name: COLUMN job_overview.max_attempts; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.job_overview.max_attempts IS 'Attempts that it has.';


--
-- Name: COLUMN job_overview.destination; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.job_overview.destination IS 'Where the artifact is to go; none where nowhere.';


--
-- Name: COLUMN job_overview.unique_key; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.job_overview.unique_key IS 'While it is unfinished, no second job of its kind and tenant has this key.';


--
-- Name: COLUMN job_overview.cancel_requested; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.job_overview.cancel_requested IS 'Whether its worker was asked to stop.';


--
-- Name: COLUMN job_overview.enqueued_at; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.job_overview.enqueued_at IS 'When it was enqueued.';


--
-- Name: COLUMN job_overview.run_at; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.job_overview.run_at IS 'Not to be claimed before.';


--
-- Name: COLUMN job_overview.claimed_at; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.job_overview.claimed_at IS 'When it was last claimed.';


--
-- Name: COLUMN job_overview.finished_at; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.job_overview.finished_at IS 'When it came to its final state.';


--
-- Name: COLUMN job_overview.worker_id; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.job_overview.worker_id IS 'Who last claimed it.';


--
-- Name: COLUMN job_overview.error_code; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.job_overview.error_code IS 'The error of the last attempt that failed, for programs.';


--
-- Name: COLUMN job_overview.error_message; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.job_overview.error_message IS 'The same, for people.';


--
-- Name: COLUMN job_overview.sha256; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.job_overview.sha256 IS 'The artifact''s address.';


--
-- Name: COLUMN job_overview.bytes; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.job_overview.bytes IS 'The artifact''s length.';


--
-- Name: COLUMN job_overview.media_type; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.job_overview.media_type IS 'The artifact''s media type.';


--
-- Name: COLUMN job_overview.pages; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.job_overview.pages IS 'The artifact''s pages.';


--
-- Name: COLUMN job_overview.event_id; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.job_overview.event_id IS 'The completion event.';


--
-- Name: COLUMN job_overview.batch_id; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.job_overview.batch_id IS 'The batch it belongs to.';


--
-- Name: COLUMN job_overview.batch; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.job_overview.batch IS 'The batch''s name.';


--
-- Name: COLUMN job_overview.pages_done; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.job_overview.pages_done IS 'Pages set so far in this attempt, as the last heartbeat told.';


--
-- Name: jobs_id_seq; Type: SEQUENCE; Schema: pressrun; Owner: -
--

ALTER TABLE pressrun.jobs ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME pressrun.jobs_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: kind_performance; Type: VIEW; Schema: pressrun; Owner: -
--

CREATE VIEW pressrun.kind_performance AS
 SELECT a.kind,
    a.span,
    count(*) FILTER (WHERE (a.outcome = 'completed'::pressrun.attempt_outcome)) AS completed,
    count(*) FILTER (WHERE (a.outcome = ANY (ARRAY['failed'::pressrun.attempt_outcome, 'expired'::pressrun.attempt_outcome, 'refused'::pressrun.attempt_outcome]))) AS failed,
    ((count(*) FILTER (WHERE (a.outcome = 'completed'::pressrun.attempt_outcome)))::double precision / ((EXTRACT(epoch FROM a.span) / (60)::numeric))::double precision) AS completed_per_minute,
    percentile_cont((0.5)::double precision) WITHIN GROUP (ORDER BY ((EXTRACT(epoch FROM (a.started_at - a.ready_at)))::double precision)) AS queued_p50_seconds,
    percentile_cont((0.95)::double precision) WITHIN GROUP (ORDER BY ((EXTRACT(epoch FROM (a.started_at - a.ready_at)))::double precision)) AS queued_p95_seconds,
    percentile_cont((0.5)::double precision) WITHIN GROUP (ORDER BY ((EXTRACT(epoch FROM (a.finished_at - a.started_at)))::double precision)) AS running_p50_seconds,
    percentile_cont((0.95)::double precision) WITHIN GROUP (ORDER BY ((EXTRACT(epoch FROM (a.finished_at - a.started_at)))::double precision)) AS running_p95_seconds
   FROM ( SELECT '00:05:00'::interval AS span,
            r.job_id,
            r.lease,
            r.attempt,
            r.worker_id,
            r.kind,
            r.ready_at,
            r.started_at,
            r.finished_at,
            r.outcome,
            r.error_code,
            r.error_message,
            r.warnings,
            r.timings
           FROM pressrun.attempts r
          WHERE (r.finished_at >= (now() - '00:05:00'::interval))
        UNION ALL
         SELECT '01:00:00'::interval AS "interval",
            r.job_id,
            r.lease,
            r.attempt,
            r.worker_id,
            r.kind,
            r.ready_at,
            r.started_at,
            r.finished_at,
            r.outcome,
            r.error_code,
            r.error_message,
            r.warnings,
            r.timings
           FROM pressrun.attempts r
          WHERE (r.finished_at >= (now() - '01:00:00'::interval))
        UNION ALL
         SELECT '1 day'::interval AS "interval",
            r.job_id,
            r.lease,
            r.attempt,
            r.worker_id,
            r.kind,
            r.ready_at,
            r.started_at,
            r.finished_at,
            r.outcome,
            r.error_code,
            r.error_message,
            r.warnings,
            r.timings
           FROM pressrun.attempts r
          WHERE (r.finished_at >= (now() - '1 day'::interval))) a
  WHERE (a.outcome <> 'released'::pressrun.attempt_outcome)
  GROUP BY a.kind, a.span;


--
-- Name: VIEW kind_performance; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON VIEW pressrun.kind_performance IS 'Throughput and durations of each kind over the last 5 minutes, hour and day.';


--
-- Name: COLUMN kind_performance.kind; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.kind_performance.kind IS 'The kind of job.';


--
-- Name: COLUMN kind_performance.span; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.kind_performance.span IS 'The time up to now that the row speaks of.';


--
-- Name: COLUMN kind_performance.completed; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.kind_performance.completed IS 'Attempts that completed a job.';


--
-- Name: COLUMN kind_performance.failed; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.kind_performance.failed IS 'Attempts that failed, lost their lease or were refused.';


--
-- Name: COLUMN kind_performance.completed_per_minute; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.kind_performance.completed_per_minute IS 'Completed jobs a minute, on average over the span.';


--
-- Name: COLUMN kind_performance.queued_p50_seconds; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.kind_performance.queued_p50_seconds IS 'From ready to claimed: half the attempts waited no longer.';


--
-- Name: COLUMN kind_performance.queued_p95_seconds; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.kind_performance.queued_p95_seconds IS 'From ready to claimed: 95 % waited no longer.';


--
-- Name: COLUMN kind_performance.running_p50_seconds; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.kind_performance.running_p50_seconds IS 'From claimed to ended: half the attempts took no longer.';


--
-- Name: COLUMN kind_performance.running_p95_seconds; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.kind_performance.running_p95_seconds IS 'From claimed to ended: 95 % took no longer.';


--
-- Name: kinds; Type: TABLE; Schema: pressrun; Owner: -
--

CREATE TABLE pressrun.kinds (
    name text NOT NULL,
    queue text DEFAULT 'default'::text NOT NULL,
    max_attempts integer DEFAULT 5 NOT NULL,
    backoff_base_seconds double precision DEFAULT 2 NOT NULL,
    backoff_limit_seconds double precision DEFAULT 600 NOT NULL,
    backoff_jitter double precision DEFAULT 0.2 NOT NULL,
    timeout_seconds double precision DEFAULT 120 NOT NULL,
    default_destination text,
    allowed text[] DEFAULT '{}'::text[] NOT NULL,
    denied text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT kinds_backoff_base_seconds_check CHECK (((backoff_base_seconds >= (0)::double precision) AND (backoff_base_seconds <= (86400)::double precision))),
    CONSTRAINT kinds_backoff_jitter_check CHECK (((backoff_jitter >= (0)::double precision) AND (backoff_jitter <= (1)::double precision))),
    CONSTRAINT kinds_backoff_limit_seconds_check CHECK (((backoff_limit_seconds >= (0)::double precision) AND (backoff_limit_seconds <= (8640000)::double precision))),
    CONSTRAINT kinds_max_attempts_check CHECK (((max_attempts >= 1) AND (max_attempts <= 1000))),
    CONSTRAINT kinds_name_check CHECK ((name ~ '^[a-z][a-z0-9_-]{0,62}$'::text)),
    CONSTRAINT kinds_timeout_seconds_check CHECK ((timeout_seconds > (0)::double precision))
);


--
-- Name: TABLE kinds; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON TABLE pressrun.kinds IS 'The kinds of job that may be enqueued. Workers register them.';


--
-- Name: marks; Type: TABLE; Schema: pressrun; Owner: -
--

CREATE TABLE pressrun.marks (
    name text NOT NULL,
    xid xid8 DEFAULT '0'::xid8 NOT NULL,
    due_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    id bigint DEFAULT 0 NOT NULL
)
WITH (fillfactor='50');


--
-- Name: TABLE marks; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON TABLE pressrun.marks IS 'How far upkeep has got: running, no job that runs was claimed by an earlier transaction; the others, when they are due.';


--
-- Name: COLUMN marks.id; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.marks.id IS 'Of prune: jobs up to this one have been looked at in this round.';


--
-- Name: migrations; Type: TABLE; Schema: pressrun; Owner: -
--

CREATE TABLE pressrun.migrations (
    version integer NOT NULL,
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: TABLE migrations; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON TABLE pressrun.migrations IS 'The numbered changes of this schema that were applied.';


--
-- Name: outbox; Type: TABLE; Schema: pressrun; Owner: -
--

CREATE TABLE pressrun.outbox (
    id bigint NOT NULL,
    job_id bigint NOT NULL,
    event_id uuid NOT NULL,
    destination text NOT NULL,
    state text DEFAULT 'pending'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    due_at timestamp with time zone DEFAULT now() NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT outbox_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
);


--
-- Name: TABLE outbox; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON TABLE pressrun.outbox IS 'What is to be handed on: one row per completed job that names a destination.';


--
-- Name: outbox_id_seq; Type: SEQUENCE; Schema: pressrun; Owner: -
--

ALTER TABLE pressrun.outbox ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME pressrun.outbox_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: payloads; Type: TABLE; Schema: pressrun; Owner: -
--

CREATE TABLE pressrun.payloads (
    job_id bigint NOT NULL,
    payload json NOT NULL
);
ALTER TABLE ONLY pressrun.payloads ALTER COLUMN payload SET COMPRESSION lz4;


--
-- Name: policies; Type: TABLE; Schema: pressrun; Owner: -
--

CREATE TABLE pressrun.policies (
    tenant text NOT NULL,
    sharing boolean NOT NULL,
    allowed text[] NOT NULL,
    denied text[] NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: TABLE policies; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON TABLE pressrun.policies IS 'What a tenant may share, and where. A tenant without a row may share everything.';


--
-- Name: queues; Type: TABLE; Schema: pressrun; Owner: -
--

CREATE TABLE pressrun.queues (
    name text NOT NULL,
    CONSTRAINT queues_name_check CHECK ((name ~ '^[A-Za-z0-9_.-]{1,100}$'::text))
);


--
-- Name: TABLE queues; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON TABLE pressrun.queues IS 'Every queue that a kind or a job has named.';


--
-- Name: queue_depth; Type: VIEW; Schema: pressrun; Owner: -
--

CREATE VIEW pressrun.queue_depth AS
 SELECT q.name AS queue,
    (COALESCE(sum(l.jobs) FILTER (WHERE (l.state = 'available'::pressrun.job_state)), (0)::numeric))::bigint AS available,
    (COALESCE(sum(l.jobs) FILTER (WHERE (l.state = 'running'::pressrun.job_state)), (0)::numeric))::bigint AS running,
    (COALESCE(sum(l.jobs) FILTER (WHERE (l.state = ANY (ARRAY['scheduled'::pressrun.job_state, 'retryable'::pressrun.job_state]))), (0)::numeric))::bigint AS waiting,
    (EXTRACT(epoch FROM (clock_timestamp() - min(l.oldest) FILTER (WHERE (l.state = 'available'::pressrun.job_state)))))::double precision AS oldest_seconds,
    COALESCE(bool_or(m.paused), false) AS paused,
    min(m.max_running) AS max_running,
    min(m.max_depth) AS max_depth
   FROM ((pressrun.queues q
     LEFT JOIN pressrun.live_counts() l(queue, kind, tenant, state, jobs, oldest) ON ((l.queue = q.name)))
     LEFT JOIN pressrun.limits m ON (((m.scope = 'queue'::text) AND (m.name = q.name))))
  GROUP BY q.name;


--
-- Name: VIEW queue_depth; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON VIEW pressrun.queue_depth IS 'What is left to do in each queue.';


--
-- Name: COLUMN queue_depth.queue; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.queue_depth.queue IS 'The queue.';


--
-- Name: COLUMN queue_depth.available; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.queue_depth.available IS 'Jobs that are ready.';


--
-- Name: COLUMN queue_depth.running; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.queue_depth.running IS 'Jobs that a worker holds.';


--
-- Name: COLUMN queue_depth.waiting; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.queue_depth.waiting IS 'Jobs whose time has not come, and failed ones that wait to be tried again.';


--
-- Name: COLUMN queue_depth.oldest_seconds; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.queue_depth.oldest_seconds IS 'How long the oldest ready job has been ready; null where none is.';


--
-- Name: COLUMN queue_depth.paused; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.queue_depth.paused IS 'Whether nothing more of it is claimed.';


--
-- Name: COLUMN queue_depth.max_running; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.queue_depth.max_running IS 'Jobs that may run at once; null for any number.';


--
-- Name: COLUMN queue_depth.max_depth; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.queue_depth.max_depth IS 'Ready jobs beyond which enqueue is refused; null for any number.';


--
-- Name: table_health; Type: VIEW; Schema: pressrun; Owner: -
--

CREATE VIEW pressrun.table_health AS
 SELECT (s.relname)::text AS table_name,
    s.n_live_tup AS live_rows,
    s.n_dead_tup AS dead_rows,
    s.last_autovacuum,
    pg_table_size((s.relid)::regclass) AS table_bytes,
    pg_indexes_size((s.relid)::regclass) AS index_bytes
   FROM pg_stat_user_tables s
  WHERE (s.schemaname = 'pressrun'::name);


--
-- Name: VIEW table_health; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON VIEW pressrun.table_health IS 'Rows, dead rows and sizes of the queue''s tables, as the statistics have them.';


--
-- Name: COLUMN table_health.table_name; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.table_health.table_name IS 'The table.';


--
-- Name: COLUMN table_health.live_rows; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.table_health.live_rows IS 'Rows, about.';


--
-- Name: COLUMN table_health.dead_rows; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.table_health.dead_rows IS 'Versions of rows that vacuum has still to remove, about.';


--
-- Name: COLUMN table_health.last_autovacuum; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.table_health.last_autovacuum IS 'When autovacuum last went through it.';


--
-- Name: COLUMN table_health.table_bytes; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.table_health.table_bytes IS 'Bytes of the table, what is stored beside it included.';


--
-- Name: COLUMN table_health.index_bytes; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.table_health.index_bytes IS 'Bytes of its indexes.';


--
-- Name: queue_health; Type: VIEW; Schema: pressrun; Owner: -
--

CREATE VIEW pressrun.queue_health AS
 SELECT pressrun.oldest_snapshot_seconds() AS oldest_snapshot_seconds,
    ( SELECT (COALESCE(sum(t.dead_rows), (0)::numeric))::bigint AS "coalesce"
           FROM pressrun.table_health t) AS dead_rows,
    (COALESCE(sum(i.count) FILTER (WHERE ((i.what = 'rescued'::text) AND (i.at > (now() - '01:00:00'::interval)))), (0)::numeric))::bigint AS rescued_last_hour,
    (COALESCE(sum(i.count) FILTER (WHERE (i.what = 'rescued'::text)), (0)::numeric))::bigint AS rescued_last_day,
    (COALESCE(sum(i.count) FILTER (WHERE ((i.what = 'fenced'::text) AND (i.at > (now() - '01:00:00'::interval)))), (0)::numeric))::bigint AS fenced_last_hour,
    (COALESCE(sum(i.count) FILTER (WHERE (i.what = 'fenced'::text)), (0)::numeric))::bigint AS fenced_last_day
   FROM pressrun.incidents i
  WHERE (i.at > (now() - '1 day'::interval));


--
-- Name: VIEW queue_health; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON VIEW pressrun.queue_health IS 'What the queue suffers from, in one row.';


--
-- Name: COLUMN queue_health.oldest_snapshot_seconds; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.queue_health.oldest_snapshot_seconds IS 'Age of the oldest transaction whose snapshot keeps dead rows from being removed; 0 where there is none, and null where the schema''s owner may not read all statistics (pg_read_all_stats).';


--
-- Name: COLUMN queue_health.dead_rows; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.queue_health.dead_rows IS 'Dead rows in all tables of the queue, about.';


--
-- Name: COLUMN queue_health.rescued_last_hour; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.queue_health.rescued_last_hour IS 'Leases that ran out.';


--
-- Name: COLUMN queue_health.rescued_last_day; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.queue_health.rescued_last_day IS 'Leases that ran out.';


--
-- Name: COLUMN queue_health.fenced_last_hour; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.queue_health.fenced_last_hour IS 'Writes that named an old lease and changed nothing.';


--
-- Name: COLUMN queue_health.fenced_last_day; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.queue_health.fenced_last_day IS 'Writes that named an old lease and changed nothing.';


--
-- Name: retention; Type: TABLE; Schema: pressrun; Owner: -
--

CREATE TABLE pressrun.retention (
    what text NOT NULL,
    keep interval,
    CONSTRAINT retention_keep_check CHECK ((keep >= '00:00:00'::interval)),
    CONSTRAINT retention_what_check CHECK ((what = ANY (ARRAY['completed'::text, 'cancelled'::text, 'discarded'::text, 'workers'::text, 'incidents'::text, 'undelivered'::text])))
);


--
-- Name: TABLE retention; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON TABLE pressrun.retention IS 'How long finished jobs, and other records, are kept; null for ever.';


--
-- Name: COLUMN retention.what; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.retention.what IS 'A final state, workers that signed off, incidents, or what outbox still has to hand on.';


--
-- Name: schedules; Type: TABLE; Schema: pressrun; Owner: -
--

CREATE TABLE pressrun.schedules (
    name text NOT NULL,
    kind text NOT NULL,
    cron text NOT NULL,
    time_zone text NOT NULL,
    payload json NOT NULL,
    tenant text NOT NULL,
    destination text,
    priority integer NOT NULL,
    queue text,
    paused boolean DEFAULT false NOT NULL,
    next_at timestamp with time zone NOT NULL,
    last_at timestamp with time zone,
    last_job bigint,
    last_error text
);


--
-- Name: TABLE schedules; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON TABLE pressrun.schedules IS 'Periodic jobs. Workers register them from the kinds'' files.';


--
-- Name: COLUMN schedules.next_at; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.schedules.next_at IS 'When the next job is due.';


--
-- Name: schedule_status; Type: VIEW; Schema: pressrun; Owner: -
--

CREATE VIEW pressrun.schedule_status AS
 SELECT s.name,
    s.kind,
    s.cron,
    s.time_zone,
    s.tenant,
    s.paused,
    s.next_at,
    s.last_at,
    s.last_job,
    s.last_error
   FROM pressrun.schedules s;


--
-- Name: VIEW schedule_status; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON VIEW pressrun.schedule_status IS 'Periodic jobs: when they came last, and when they come next.';


--
-- Name: COLUMN schedule_status.name; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.schedule_status.name IS 'The schedule.';


--
-- Name: COLUMN schedule_status.kind; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.schedule_status.kind IS 'The kind of its jobs.';


--
-- Name: COLUMN schedule_status.cron; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.schedule_status.cron IS 'Minute, hour, day of the month, month and day of the week.';


--
-- Name: COLUMN schedule_status.time_zone; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.schedule_status.time_zone IS 'Where these are read.';


--
-- Name: COLUMN schedule_status.tenant; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.schedule_status.tenant IS 'Whose jobs.';


--
-- Name: COLUMN schedule_status.paused; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.schedule_status.paused IS 'Whether no jobs are made.';


--
-- Name: COLUMN schedule_status.next_at; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.schedule_status.next_at IS 'When the next job is due.';


--
-- Name: COLUMN schedule_status.last_at; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.schedule_status.last_at IS 'When the last job was enqueued.';


--
-- Name: COLUMN schedule_status.last_job; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.schedule_status.last_job IS 'The last job.';


--
-- Name: COLUMN schedule_status.last_error; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.schedule_status.last_error IS 'Why the last tick made no job; null where it did.';


--
-- Name: tenant_depth; Type: VIEW; Schema: pressrun; Owner: -
--

CREATE VIEW pressrun.tenant_depth AS
 SELECT l.queue,
    l.tenant,
    (COALESCE(sum(l.jobs) FILTER (WHERE (l.state = 'available'::pressrun.job_state)), (0)::numeric))::bigint AS available,
    (COALESCE(sum(l.jobs) FILTER (WHERE (l.state = 'running'::pressrun.job_state)), (0)::numeric))::bigint AS running,
    (COALESCE(sum(l.jobs) FILTER (WHERE (l.state = ANY (ARRAY['scheduled'::pressrun.job_state, 'retryable'::pressrun.job_state]))), (0)::numeric))::bigint AS waiting,
    (EXTRACT(epoch FROM (clock_timestamp() - min(l.oldest) FILTER (WHERE (l.state = 'available'::pressrun.job_state)))))::double precision AS oldest_seconds,
    COALESCE(bool_or(m.paused), false) AS paused,
    min(m.max_running) AS max_running,
    min(m.rate) AS rate
   FROM (pressrun.live_counts() l(queue, kind, tenant, state, jobs, oldest)
     LEFT JOIN pressrun.limits m ON (((m.scope = 'tenant'::text) AND (m.name = l.tenant))))
  GROUP BY l.queue, l.tenant;


--
-- Name: VIEW tenant_depth; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON VIEW pressrun.tenant_depth IS 'What is left to do of each tenant in each queue.';


--
-- Name: COLUMN tenant_depth.queue; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.tenant_depth.queue IS 'The queue.';


--
-- Name: COLUMN tenant_depth.tenant; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.tenant_depth.tenant IS 'Whose jobs.';


--
-- Name: COLUMN tenant_depth.available; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.tenant_depth.available IS 'Jobs that are ready.';


--
-- Name: COLUMN tenant_depth.running; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.tenant_depth.running IS 'Jobs that a worker holds.';


--
-- Name: COLUMN tenant_depth.waiting; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.tenant_depth.waiting IS 'Jobs whose time has not come, and failed ones to be tried again.';


--
-- Name: COLUMN tenant_depth.oldest_seconds; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.tenant_depth.oldest_seconds IS 'How long the oldest ready job has been ready.';


--
-- Name: COLUMN tenant_depth.paused; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.tenant_depth.paused IS 'Whether nothing more of the tenant is claimed.';


--
-- Name: COLUMN tenant_depth.max_running; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.tenant_depth.max_running IS 'Jobs of the tenant that may run at once, in all queues.';


--
-- Name: COLUMN tenant_depth.rate; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.tenant_depth.rate IS 'Claims a second that the tenant may have on average.';


--
-- Name: unique_keys; Type: TABLE; Schema: pressrun; Owner: -
--

CREATE TABLE pressrun.unique_keys (
    kind text NOT NULL,
    tenant text NOT NULL,
    unique_key text NOT NULL,
    job_id bigint NOT NULL,
    expires_at timestamp with time zone NOT NULL
);


--
-- Name: TABLE unique_keys; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON TABLE pressrun.unique_keys IS 'Unique keys that hold for a period, whether or not their job is finished.';


--
-- Name: workers; Type: TABLE; Schema: pressrun; Owner: -
--

CREATE TABLE pressrun.workers (
    id bigint NOT NULL,
    host text NOT NULL,
    pid integer NOT NULL,
    version text NOT NULL,
    slots integer NOT NULL,
    running integer DEFAULT 0 NOT NULL,
    queues text[] NOT NULL,
    started_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    heartbeat_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    stopped_at timestamp with time zone,
    ring_queue text DEFAULT ''::text NOT NULL,
    ring_tenant text DEFAULT ''::text NOT NULL,
    claim_token bigint,
    claim_xid xid8,
    waiting boolean DEFAULT true NOT NULL,
    waiting_told boolean DEFAULT false NOT NULL
)
WITH (fillfactor='50');


--
-- Name: TABLE workers; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON TABLE pressrun.workers IS 'Workers that registered. A heartbeat changes no indexed column, so it stays HOT.';


--
-- Name: COLUMN workers.ring_tenant; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.workers.ring_tenant IS 'Whom this worker served last, in ring_queue: the next one is served next.';


--
-- Name: COLUMN workers.claim_token; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.workers.claim_token IS 'Of its last claim that took something, and claim_xid its transaction.';


--
-- Name: COLUMN workers.waiting; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.workers.waiting IS 'Whether its last claim asked for more than there was. Only then a job that becomes ready is worth a notification.';


--
-- Name: COLUMN workers.waiting_told; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.workers.waiting_told IS 'Whether sessions that may remember that nobody waits were made to look anew since it waits.';


--
-- Name: worker_status; Type: VIEW; Schema: pressrun; Owner: -
--

CREATE VIEW pressrun.worker_status AS
 SELECT w.id,
    w.host,
    w.pid,
    w.version,
    w.slots,
    w.running,
    w.queues,
    w.started_at,
    w.heartbeat_at,
    (EXTRACT(epoch FROM (clock_timestamp() - w.heartbeat_at)))::double precision AS heartbeat_age_seconds,
    COALESCE(h.leases, (0)::bigint) AS leases
   FROM (pressrun.workers w
     LEFT JOIN ( SELECT j.claimed_by,
            count(*) AS leases
           FROM pressrun.jobs j
          WHERE ((j.state = 'running'::pressrun.job_state) AND (j.claim_xid >= pressrun.running_floor()))
          GROUP BY j.claimed_by) h ON ((h.claimed_by = w.id)))
  WHERE (w.stopped_at IS NULL);


--
-- Name: VIEW worker_status; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON VIEW pressrun.worker_status IS 'Workers that did not sign off. A heartbeat much older than its interval means a dead one.';


--
-- Name: COLUMN worker_status.id; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.worker_status.id IS 'The worker.';


--
-- Name: COLUMN worker_status.host; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.worker_status.host IS 'The machine it runs on.';


--
-- Name: COLUMN worker_status.pid; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.worker_status.pid IS 'Its process there.';


--
-- Name: COLUMN worker_status.version; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.worker_status.version IS 'Its version of Pressrun.';


--
-- Name: COLUMN worker_status.slots; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.worker_status.slots IS 'Jobs it can run at once.';


--
-- Name: COLUMN worker_status.running; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.worker_status.running IS 'Jobs it ran at its last heartbeat.';


--
-- Name: COLUMN worker_status.queues; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.worker_status.queues IS 'Queues it serves; none means all.';


--
-- Name: COLUMN worker_status.started_at; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.worker_status.started_at IS 'When it registered.';


--
-- Name: COLUMN worker_status.heartbeat_at; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.worker_status.heartbeat_at IS 'Its last sign of life.';


--
-- Name: COLUMN worker_status.heartbeat_age_seconds; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.worker_status.heartbeat_age_seconds IS 'How long ago that was.';


--
-- Name: COLUMN worker_status.leases; Type: COMMENT; Schema: pressrun; Owner: -
--

COMMENT ON COLUMN pressrun.worker_status.leases IS 'Jobs it holds.';


--
-- Name: workers_id_seq; Type: SEQUENCE; Schema: pressrun; Owner: -
--

ALTER TABLE pressrun.workers ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME pressrun.workers_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Data for Name: annotation_builds; Type: TABLE DATA; Schema: pressrun; Owner: -
--

INSERT INTO pressrun.annotation_builds VALUES
	(1, 'doc', 2, '0202020202020202020202020202020202020202020202020202020202020202', '{"steps": []}', '2026-11-22 06:18:28.749837+00');


--
-- Data for Name: annotation_documents; Type: TABLE DATA; Schema: pressrun; Owner: -
--

INSERT INTO pressrun.annotation_documents VALUES
	('doc', 'acme', '0101010101010101010101010101010101010101010101010101010101010101', 100, 'A document', '2026-11-22 06:18:28.740927+00');


--
-- Data for Name: annotation_segments; Type: TABLE DATA; Schema: pressrun; Owner: -
--

INSERT INTO pressrun.annotation_segments VALUES
	('doc', 1, 'c1', '0101010101010101010101010101010101010101010101010101010101010101', 'pdf', '\x616263', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad', 'A. Reader', '2026-01-02 03:04:05+00', '2026-11-22 06:18:28.741986+00', '{"document":"doc","sequence":1,"client_id":"c1","parent":"0101010101010101010101010101010101010101010101010101010101010101","format":"pdf","bytes":3,"sha256":"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad","author":"A. Reader","device_time":"2026-01-02T03:04:05.000000Z","server_time":"2026-11-22T06:18:28.741986Z"}', 'a1fdf22d7b3f5daf83a206263852fcdd630852ec20b2a10e267d81d8fe3ae404'),
	('doc', 2, 'c2', '0101010101010101010101010101010101010101010101010101010101010101', 'xfdf', '\x3c786664662f3e', '3c57343b2ee1740ec16d163f16f6a656f19f7ba5ec6be6ef08eb9ab157caa278', NULL, NULL, '2026-11-22 06:18:28.742778+00', '{"document":"doc","sequence":2,"client_id":"c2","parent":"0101010101010101010101010101010101010101010101010101010101010101","format":"xfdf","bytes":7,"sha256":"3c57343b2ee1740ec16d163f16f6a656f19f7ba5ec6be6ef08eb9ab157caa278","author":null,"device_time":null,"server_time":"2026-11-22T06:18:28.742778Z"}', '9829f1986fae23cecd47daa0f5e2c15687c9d9ce4e8a45ec6e0d7da0907fbdf2');


--
-- Data for Name: arrivals; Type: TABLE DATA; Schema: pressrun; Owner: -
--

INSERT INTO pressrun.arrivals VALUES
	('default', 'acme', 5, 'note', '961'),
	('slow', 'default', 0, 'statement', '962');


--
-- Data for Name: artifacts; Type: TABLE DATA; Schema: pressrun; Owner: -
--

INSERT INTO pressrun.artifacts VALUES
	(1, 'abababababababababababababababababababababababababababababababab', 1234, 1, '[[595.28, 841.89]]', 'application/pdf', '2026-11-22 06:18:28.539604+00'),
	(2, 'abababababababababababababababababababababababababababababababab', 1234, 1, '[[595.28, 841.89]]', 'application/pdf', '2026-11-22 06:18:28.539604+00');


--
-- Data for Name: attempts; Type: TABLE DATA; Schema: pressrun; Owner: -
--

INSERT INTO pressrun.attempts VALUES
	(1, 1, 1, 1, 'note', '2026-11-22 06:18:28.471626+00', '2026-11-22 06:18:28.51812+00', '2026-11-22 06:18:28.54194+00', 'completed', NULL, NULL, '["warning"]', '{"layout": 1.5}'),
	(2, 1, 1, 1, 'note', '2026-11-22 06:18:28.483636+00', '2026-11-22 06:18:28.532189+00', '2026-11-22 06:18:28.543286+00', 'completed', NULL, NULL, '["warning"]', '{"layout": 1.5}'),
	(3, 1, 1, 1, 'note', '2026-11-22 06:18:28.487591+00', '2026-11-22 06:18:28.528237+00', '2026-11-22 06:18:28.544033+00', 'failed', 'timeout', 'too slow', NULL, NULL),
	(4, 1, 1, 1, 'note', '2026-11-22 06:18:28.491586+00', '2026-11-22 06:18:28.532811+00', '2026-11-22 06:18:28.544925+00', 'failed', 'invalid_payload', 'bad', NULL, NULL),
	(5, 1, 1, 1, 'note', '2026-11-22 06:18:28.492515+00', '2026-11-22 06:18:28.536228+00', '2026-11-22 06:18:28.545987+00', 'snoozed', 'snoozed', 'later', NULL, NULL);


--
-- Data for Name: batches; Type: TABLE DATA; Schema: pressrun; Owner: -
--

INSERT INTO pressrun.batches OVERRIDING SYSTEM VALUE VALUES
	(1, 'acme', 'nightly', false, 2, 2, 0, 0, '2026-11-22 06:18:28.471626+00', '2026-11-22 06:18:28.561881+00'),
	(3, 'default', 'weekly', false, 0, 0, 0, 0, '2026-11-22 06:18:28.563607+00', NULL),
	(4, 'acme', 'weekly', false, 0, 0, 0, 0, '2026-11-22 06:18:28.567615+00', NULL),
	(5, 'acme', 'held', true, 0, 0, 0, 0, '2026-11-22 06:18:28.573308+00', NULL);


--
-- Data for Name: depths; Type: TABLE DATA; Schema: pressrun; Owner: -
--

INSERT INTO pressrun.depths VALUES
	('slow', NULL, NULL, NULL, NULL, '{}', '-infinity');


--
-- Data for Name: destination_totals; Type: TABLE DATA; Schema: pressrun; Owner: -
--

INSERT INTO pressrun.destination_totals VALUES
	('2026-11-22', 'folder', 1),
	('2026-11-22', 'email', 1);


--
-- Data for Name: events; Type: TABLE DATA; Schema: pressrun; Owner: -
--

INSERT INTO pressrun.events OVERRIDING SYSTEM VALUE VALUES
	(1, '2026-11-22 06:18:28.537633+00', '0f3e4257-f1df-4f68-b9a1-8690149d56a0', 1, 'pressrun.job.progress', '2026-11-22 06:18:28.536454+00', 'email', '{"id": "0f3e4257-f1df-4f68-b9a1-8690149d56a0", "data": {"job": 1, "kind": "note", "lease": 1, "tenant": "acme", "attempt": 1, "pagesDone": 3, "destination": "email:a@acme.example"}, "time": "2026-11-22T06:18:28.536454Z", "type": "pressrun.job.progress", "source": "/pressrun/note", "subject": "job/1", "specversion": "1.0", "datacontenttype": "application/json"}'),
	(2, '2026-11-22 06:18:28.542465+00', 'b0f8feea-f713-8c5b-abe8-000000000001', 1, 'pressrun.job.completed', '2026-11-22 06:18:28.539604+00', 'email', '{"id": "b0f8feea-f713-8c5b-abe8-000000000001", "data": {"job": 1, "kind": "note", "tenant": "acme", "attempt": 1, "artifact": {"bytes": 1234, "pages": 1, "sha256": "abababababababababababababababababababababababababababababababab", "mediaType": "application/pdf", "pageHeights": [841.89]}, "warnings": ["warning"], "destination": "email:a@acme.example"}, "time": "2026-11-22T06:18:28.539604Z", "type": "pressrun.job.completed", "source": "/pressrun/note", "subject": "job/1", "specversion": "1.0", "datacontenttype": "application/json"}'),
	(3, '2026-11-22 06:18:28.543415+00', 'e736fe02-747f-8dcf-afa8-000000000002', 2, 'pressrun.job.completed', '2026-11-22 06:18:28.539604+00', 'folder', '{"id": "e736fe02-747f-8dcf-afa8-000000000002", "data": {"job": 2, "kind": "note", "tenant": "acme", "attempt": 1, "artifact": {"bytes": 1234, "pages": 1, "sha256": "abababababababababababababababababababababababababababababababab", "mediaType": "application/pdf", "pageHeights": [841.89]}, "warnings": ["warning"], "destination": "folder"}, "time": "2026-11-22T06:18:28.539604Z", "type": "pressrun.job.completed", "source": "/pressrun/note", "subject": "job/2", "specversion": "1.0", "datacontenttype": "application/json"}'),
	(4, '2026-11-22 06:18:28.545214+00', '8ebf3d80-b8e8-4c0d-8f02-61a3ba8fead2', 4, 'pressrun.job.discarded', '2026-11-22 06:18:28.539604+00', 'folder', '{"id": "8ebf3d80-b8e8-4c0d-8f02-61a3ba8fead2", "data": {"job": 4, "kind": "note", "error": {"code": "invalid_payload", "message": "bad"}, "tenant": "default", "attempt": 1, "warnings": [], "destination": "folder"}, "time": "2026-11-22T06:18:28.539604Z", "type": "pressrun.job.discarded", "source": "/pressrun/note", "subject": "job/4", "specversion": "1.0", "datacontenttype": "application/json"}'),
	(5, '2026-11-22 06:18:28.560747+00', 'd7223665-d19c-450a-8c03-6f4734dd1068', 8, 'pressrun.job.cancelled', '2026-11-22 06:18:28.560213+00', 'folder', '{"id": "d7223665-d19c-450a-8c03-6f4734dd1068", "data": {"job": 8, "kind": "note", "tenant": "default", "attempt": 0, "destination": "folder"}, "time": "2026-11-22T06:18:28.560213Z", "type": "pressrun.job.cancelled", "source": "/pressrun/note", "subject": "job/8", "specversion": "1.0", "datacontenttype": "application/json"}'),
	(6, '2026-11-22 06:18:28.562072+00', '5545cf37-0f88-4af2-9c14-5140ef59cb33', 0, 'pressrun.batch.completed', '2026-11-22 06:18:28.561259+00', 'none', '{"id": "5545cf37-0f88-4af2-9c14-5140ef59cb33", "data": {"jobs": 2, "name": "nightly", "batch": 1, "tenant": "acme", "cancelled": 0, "completed": 2, "discarded": 0}, "time": "2026-11-22T06:18:28.561259Z", "type": "pressrun.batch.completed", "source": "/pressrun/batch", "subject": "batch/1", "specversion": "1.0", "datacontenttype": "application/json"}');


--
-- Data for Name: incidents; Type: TABLE DATA; Schema: pressrun; Owner: -
--

INSERT INTO pressrun.incidents VALUES
	('rescued', '2026-11-22 06:18:28.740405+00', 2),
	('fenced', '2026-11-22 06:18:28.74056+00', 3);


--
-- Data for Name: jobs; Type: TABLE DATA; Schema: pressrun; Owner: -
--

INSERT INTO pressrun.jobs VALUES
	(1, 1, '2026-11-22 06:18:28.471626+00', '2026-11-22 06:18:28.471626+00', '2026-11-22 06:18:28.51812+00', NULL, '2026-11-22 06:18:28.54194+00', 1, 0, 1, 5, 'completed', false, 'note', 'default', 'acme', 'email:a@acme.example', NULL, '937', '942', 1, 3),
	(2, 1, '2026-11-22 06:18:28.483636+00', '2026-11-22 06:18:28.483636+00', '2026-11-22 06:18:28.532189+00', NULL, '2026-11-22 06:18:28.543286+00', 1, 0, 1, 5, 'completed', false, 'note', 'default', 'acme', 'folder', NULL, '938', '945', 1, NULL),
	(3, 1, '2026-11-22 06:18:34.154494+00', '2026-11-22 06:18:28.487591+00', '2026-11-22 06:18:28.528237+00', NULL, NULL, 1, 0, 1, 5, 'retryable', false, 'note', 'default', 'default', 'folder', NULL, '939', '944', NULL, NULL),
	(4, 1, '2026-11-22 06:18:28.491586+00', '2026-11-22 06:18:28.491586+00', '2026-11-22 06:18:28.532811+00', NULL, '2026-11-22 06:18:28.544953+00', 1, 0, 1, 5, 'discarded', false, 'note', 'default', 'default', 'folder', NULL, '940', '946', NULL, NULL),
	(5, 1, '2026-11-22 07:18:28.546024+00', '2026-11-22 06:18:28.492515+00', '2026-11-22 06:18:28.536228+00', NULL, NULL, 1, 0, 0, 5, 'scheduled', false, 'note', 'default', 'default', 'folder', NULL, '941', '947', NULL, NULL),
	(6, 1, '2026-11-22 06:18:28.551619+00', '2026-11-22 06:18:28.551619+00', '2026-11-22 06:18:28.556082+00', '2026-11-22 07:18:28.556082+00', NULL, 1, 0, 1, 5, 'running', false, 'note', 'default', 'acme', 'folder', NULL, '950', '951', NULL, NULL),
	(7, 1, '2026-11-22 06:18:28.556351+00', '2026-11-22 06:18:28.556351+00', '2026-11-22 06:18:28.557504+00', '2026-11-22 07:18:28.557504+00', NULL, 1, 0, 1, 5, 'running', true, 'note', 'default', 'other', 'folder', NULL, '952', '953', NULL, NULL),
	(8, 0, '2026-11-22 06:18:28.559599+00', '2026-11-22 06:18:28.559599+00', NULL, NULL, '2026-11-22 06:18:28.560471+00', NULL, 0, 0, 5, 'cancelled', false, 'note', 'default', 'default', 'folder', NULL, '955', NULL, NULL, NULL),
	(9, 0, '2026-12-22 06:18:28.563607+00', '2026-11-22 06:18:28.563607+00', NULL, NULL, NULL, NULL, 0, 0, 5, 'scheduled', false, 'note', 'default', 'default', 'folder', NULL, '960', NULL, 3, NULL),
	(10, 0, '2026-11-22 06:18:28.567615+00', '2026-11-22 06:18:28.567615+00', NULL, NULL, NULL, NULL, 5, 0, 5, 'available', false, 'note', 'default', 'acme', 'print', NULL, '961', NULL, 4, NULL),
	(11, 0, '2026-11-22 06:18:28.571654+00', '2026-11-22 06:18:28.571654+00', NULL, NULL, NULL, NULL, 0, 0, 5, 'available', false, 'statement', 'slow', 'default', 'folder', 'k', '962', NULL, NULL, NULL);


--
-- Data for Name: kinds; Type: TABLE DATA; Schema: pressrun; Owner: -
--

INSERT INTO pressrun.kinds VALUES
	('archive', 'default', 5, 5, 600, 0.2, 300, 'folder', '{folder,s3,sftp,webdav}', '{}'),
	('invoice', 'default', 5, 5, 600, 0.2, 60, 'folder', '{email,folder,print,s3,webdav,webhook}', '{}'),
	('note', 'default', 5, 5, 600, 0.2, 60, 'folder', '{email,folder,print,s3,webdav,webhook}', '{}'),
	('statement', 'default', 5, 5, 600, 0.2, 60, 'folder', '{email,folder,print}', '{}');


--
-- Data for Name: lanes; Type: TABLE DATA; Schema: pressrun; Owner: -
--

INSERT INTO pressrun.lanes VALUES
	('default', 'acme', 0, 'note', 6173293931723708929, '950', 6, '{}', NULL, 4, '2026-11-22 06:18:28.556015+00'),
	('default', 'default', 0, 'note', 6679631392440340475, '953', 0, '{}', NULL, 4, '2026-11-22 06:18:28.536178+00'),
	('default', 'other', 0, 'note', -8722284150963353141, '952', 7, '{}', NULL, 1, '2026-11-22 06:18:28.557465+00');


--
-- Data for Name: limits; Type: TABLE DATA; Schema: pressrun; Owner: -
--

INSERT INTO pressrun.limits VALUES
	('tenant', 'acme', false, 10, NULL, 5, 20, 20, '2026-11-22 06:18:28.574081+00', NULL, NULL, NULL),
	('queue', 'slow', false, 3, 100, NULL, NULL, 1, '2026-11-22 06:18:28.579806+00', NULL, NULL, NULL),
	('kind', 'invoice', false, 2, NULL, NULL, NULL, 1, '2026-11-22 06:18:28.583737+00', NULL, NULL, NULL),
	('tenant', 'other', true, NULL, NULL, NULL, NULL, 0, '2026-11-22 06:18:28.58424+00', NULL, NULL, NULL);


--
-- Data for Name: marks; Type: TABLE DATA; Schema: pressrun; Owner: -
--

INSERT INTO pressrun.marks VALUES
	('running', '0', '-infinity', 0),
	('promote', '0', '-infinity', 0),
	('prune', '0', '-infinity', 0),
	('upkeep', '0', '2026-11-22 06:18:29.561352+00', 0),
	('sweep', '0', '2026-11-22 06:19:28.562232+00', 0);


--
-- Data for Name: migrations; Type: TABLE DATA; Schema: pressrun; Owner: -
--

INSERT INTO pressrun.migrations VALUES
	(1, 'tables', '88042a4029bc9fb9eab8361344fe7237ce4ddcaf61eb43a64a27795bd39b36fc', '2026-11-22 06:18:28.153545+00'),
	(2, 'policy', 'b2eb1492365b67b4644010782ce505d3783aab75b77919dfc9720128974eea69', '2026-11-22 06:18:28.187962+00'),
	(3, 'enqueue', 'c90a9b05d39b6587bffaba6d19c88d4d79de57694aca35c332531eb049a5e199', '2026-11-22 06:18:28.193767+00'),
	(4, 'claim', '44b07eb020d82374c5285ca587ceb917768a48b639cdd498d6ea310691a88579', '2026-11-22 06:18:28.195424+00'),
	(5, 'finish', '1c5f68d221fce53b6a8dc13bec80f17d6d1c8682381bf7b72cbf9c62c8866a13', '2026-11-22 06:18:28.19681+00'),
	(6, 'views', '671711c22e9ea3ee73681f8a123b5cbd4be6ef07c28ae18610b84909636ad08e', '2026-11-22 06:18:28.207668+00'),
	(7, 'roles', 'cb753e0f98c70b9b883a9be889de081329659c081bfa8974e356783a9f7bbf5d', '2026-11-22 06:18:28.217704+00'),
	(8, 'annotations', 'f094c49d2679081b2f266246be95cd52a11824ee971da9c6db072e11f9fa3190', '2026-11-22 06:18:28.224078+00'),
	(9, 'lanes', '744841ebdb2018cb33a9e92e0f72a2595f791d02695c686ca0ba8aef59bd53fd', '2026-11-22 06:18:28.235053+00'),
	(10, 'enqueue', 'f44238ae5695564656978fbb22583b9a41281bc55faebf5e498b3a14d280f2a7', '2026-11-22 06:18:28.255839+00'),
	(11, 'finish', '9cf90dda2472d1851253cbb79aef80807e5852bab374adb4c362cb1012c0996b', '2026-11-22 06:18:28.259697+00'),
	(12, 'claim', 'bea17437429ae3755f196fa629ff43a1f705ba32085a71159824b7f75d1b5fd2', '2026-11-22 06:18:28.26379+00'),
	(13, 'limits', '2a668916318b59708bb62c4ec17855bf6b1a4431f6709dec21233a68db7b5e63', '2026-11-22 06:18:28.272789+00'),
	(14, 'views', 'ce7e5b8a0f85b597ef8c6e8984efb5a09da0db12efebac332ff5c083d2bded76', '2026-11-22 06:18:28.273888+00'),
	(15, 'roles', 'c977eed1b7708d23286c68f3a806a9aa80e5b7625c6c802192d36f707a220a10', '2026-11-22 06:18:28.28716+00'),
	(16, 'completions', 'ccfbbdc819f3084559d21fda7cdd855220f1ccc485dd7f09d5d394e68626d11b', '2026-11-22 06:18:28.296123+00'),
	(17, 'schedules', '95481e5da0f3666e66de895128f3e53974ac7727b7cdc3900c1ba33886b8c222', '2026-11-22 06:18:28.298078+00'),
	(18, 'retention', 'f9cbe783ecf13dd6b56054c18c008f21452343c01067dcb2031fde21c91c34e2', '2026-11-22 06:18:28.307665+00'),
	(19, 'matching', 'c069312ec8ba055d06386ae946758c9bce755a3c00810e8bbd280f1611cef330', '2026-11-22 06:18:28.311879+00'),
	(20, 'waiting', '743821764d32b977885f879c5e7517d651ea0b0115bb2f567ae6c01340896157', '2026-11-22 06:18:28.315942+00'),
	(21, 'remembering', 'e1fccb9053de353a95d60067973d0df5a44a5a26b550fd4030c362442b37be21', '2026-11-22 06:18:28.33166+00'),
	(22, 'upkeep', '09b8d3880960d2b2e493f970eb57d64d2f7177b952518daf6a9c8524a1408ff1', '2026-11-22 06:18:28.335844+00'),
	(23, 'tenant limits', 'd403b73a9a9d9354edc0ae635f1ed27e8ac6df77b26e45fe2a9633c95a5c289c', '2026-11-22 06:18:28.342583+00'),
	(24, 'batches', 'dab0746986b93342b3aae4072b1f686da02da70383b608ef9d7ddce525026986', '2026-11-22 06:18:28.344456+00'),
	(25, 'limits', 'b1989a188644c2adcbab356214e4eab8b92b3339d161649f5be9e05e507ce1f0', '2026-11-22 06:18:28.345665+00'),
	(26, 'upkeep', '554f3891ace9b80bca74e3c3448d3f8de708b2279f068970f9c1d4a2ae860212', '2026-11-22 06:18:28.35591+00'),
	(27, 'schedules', '9648126d193c3bc4a298a5a45e21255ca675bc8bf48226f5e45913b9f53c6a3f', '2026-11-22 06:18:28.359262+00'),
	(28, 'undelivered', 'e680e66a7b95daf7e3e71153db2d59fc69c1f51e6e794a79904fceb8e4fc474b', '2026-11-22 06:18:28.361878+00'),
	(29, 'destinations', '09392ed6af9cb3eab4cd78d4b6dd428e5befbe567b1538551db9f0fba4e9115a', '2026-11-22 06:18:28.367876+00');


--
-- Data for Name: outbox; Type: TABLE DATA; Schema: pressrun; Owner: -
--

INSERT INTO pressrun.outbox OVERRIDING SYSTEM VALUE VALUES
	(1, 1, 'b0f8feea-f713-8c5b-abe8-000000000001', 'email:a@acme.example', 'pending', 0, '2026-11-22 06:18:28.539604+00', '2026-11-22 06:18:28.539604+00'),
	(2, 2, 'e736fe02-747f-8dcf-afa8-000000000002', 'folder', 'pending', 0, '2026-11-22 06:18:28.539604+00', '2026-11-22 06:18:28.539604+00');


--
-- Data for Name: payloads; Type: TABLE DATA; Schema: pressrun; Owner: -
--

INSERT INTO pressrun.payloads VALUES
	(1, '{"title": "completed"}'),
	(2, '{"title": "completed without a destination"}'),
	(3, '{"title": "retryable"}'),
	(4, '{"title": "discarded"}'),
	(5, '{"title": "snoozed"}'),
	(6, '{"title": "running"}'),
	(7, '{"title": "running, to cancel"}'),
	(8, '{"title": "cancelled"}'),
	(9, '{"title": "scheduled"}'),
	(10, '{"title": "available"}'),
	(11, '{"title": "unique"}');


--
-- Data for Name: policies; Type: TABLE DATA; Schema: pressrun; Owner: -
--

INSERT INTO pressrun.policies VALUES
	('acme', true, '{email:*@acme.example,print,folder}', '{}', '2026-11-22 06:18:28.459589+00');


--
-- Data for Name: queues; Type: TABLE DATA; Schema: pressrun; Owner: -
--

INSERT INTO pressrun.queues VALUES
	('default'),
	('slow');


--
-- Data for Name: retention; Type: TABLE DATA; Schema: pressrun; Owner: -
--

INSERT INTO pressrun.retention VALUES
	('cancelled', '30 days'),
	('discarded', '90 days'),
	('workers', '7 days'),
	('incidents', '7 days'),
	('undelivered', '90 days'),
	('completed', '400 days');


--
-- Data for Name: schedules; Type: TABLE DATA; Schema: pressrun; Owner: -
--

INSERT INTO pressrun.schedules VALUES
	('daily', 'note', '0 6 * * *', 'Europe/Berlin', '{"title": "daily"}', 'default', NULL, 0, NULL, false, '2026-11-23 05:00:00+00', NULL, NULL, NULL);


--
-- Data for Name: tallies; Type: TABLE DATA; Schema: pressrun; Owner: -
--

INSERT INTO pressrun.tallies VALUES
	('note', 'default', 3, NULL, 1, NULL, NULL),
	('note', 'acme', 4, NULL, 1, NULL, NULL);


--
-- Data for Name: totals; Type: TABLE DATA; Schema: pressrun; Owner: -
--

INSERT INTO pressrun.totals VALUES
	('note', 'default', 'discarded', 1),
	('note', 'acme', 'completed', 2),
	('note', 'default', 'cancelled', 1);


--
-- Data for Name: unique_keys; Type: TABLE DATA; Schema: pressrun; Owner: -
--

INSERT INTO pressrun.unique_keys VALUES
	('statement', 'default', 'k', 11, '2126-11-22 06:18:28.572898+00');


--
-- Data for Name: workers; Type: TABLE DATA; Schema: pressrun; Owner: -
--

INSERT INTO pressrun.workers OVERRIDING SYSTEM VALUE VALUES
	(1, 'old-host', 1, '0.1', 4, 1, '{}', '2026-11-22 06:18:28.468007+00', '2026-11-22 06:18:28.536682+00', NULL, 'default', 'other', NULL, '953', false, false);


--
-- Name: batches_id_seq; Type: SEQUENCE SET; Schema: pressrun; Owner: -
--

SELECT pg_catalog.setval('pressrun.batches_id_seq', 5, true);


--
-- Name: epoch; Type: SEQUENCE SET; Schema: pressrun; Owner: -
--

SELECT pg_catalog.setval('pressrun.epoch', 47657898138596273, true);


--
-- Name: events_sequence_seq; Type: SEQUENCE SET; Schema: pressrun; Owner: -
--

SELECT pg_catalog.setval('pressrun.events_sequence_seq', 6, true);


--
-- Name: jobs_id_seq; Type: SEQUENCE SET; Schema: pressrun; Owner: -
--

SELECT pg_catalog.setval('pressrun.jobs_id_seq', 11, true);


--
-- Name: outbox_id_seq; Type: SEQUENCE SET; Schema: pressrun; Owner: -
--

SELECT pg_catalog.setval('pressrun.outbox_id_seq', 2, true);


--
-- Name: workers_id_seq; Type: SEQUENCE SET; Schema: pressrun; Owner: -
--

SELECT pg_catalog.setval('pressrun.workers_id_seq', 1, true);


--
-- Name: annotation_documents annotation_documents_pkey; Type: CONSTRAINT; Schema: pressrun; Owner: -
--

ALTER TABLE ONLY pressrun.annotation_documents
    ADD CONSTRAINT annotation_documents_pkey PRIMARY KEY (id);


--
-- Name: annotation_segments annotation_segments_document_client_id_key; Type: CONSTRAINT; Schema: pressrun; Owner: -
--

ALTER TABLE ONLY pressrun.annotation_segments
    ADD CONSTRAINT annotation_segments_document_client_id_key UNIQUE (document, client_id);


--
-- Name: annotation_segments annotation_segments_pkey; Type: CONSTRAINT; Schema: pressrun; Owner: -
--

ALTER TABLE ONLY pressrun.annotation_segments
    ADD CONSTRAINT annotation_segments_pkey PRIMARY KEY (document, sequence);


--
-- Name: artifacts artifacts_pkey; Type: CONSTRAINT; Schema: pressrun; Owner: -
--

ALTER TABLE ONLY pressrun.artifacts
    ADD CONSTRAINT artifacts_pkey PRIMARY KEY (job_id);


--
-- Name: attempts attempts_pkey; Type: CONSTRAINT; Schema: pressrun; Owner: -
--

ALTER TABLE ONLY pressrun.attempts
    ADD CONSTRAINT attempts_pkey PRIMARY KEY (job_id, lease);


--
-- Name: batches batches_pkey; Type: CONSTRAINT; Schema: pressrun; Owner: -
--

ALTER TABLE ONLY pressrun.batches
    ADD CONSTRAINT batches_pkey PRIMARY KEY (id);


--
-- Name: batches batches_tenant_name_key; Type: CONSTRAINT; Schema: pressrun; Owner: -
--

ALTER TABLE ONLY pressrun.batches
    ADD CONSTRAINT batches_tenant_name_key UNIQUE (tenant, name);


--
-- Name: depths depths_pkey; Type: CONSTRAINT; Schema: pressrun; Owner: -
--

ALTER TABLE ONLY pressrun.depths
    ADD CONSTRAINT depths_pkey PRIMARY KEY (queue);


--
-- Name: destination_totals destination_totals_pkey; Type: CONSTRAINT; Schema: pressrun; Owner: -
--

ALTER TABLE ONLY pressrun.destination_totals
    ADD CONSTRAINT destination_totals_pkey PRIMARY KEY (day, destination_kind);


--
-- Name: events events_pkey; Type: CONSTRAINT; Schema: pressrun; Owner: -
--

ALTER TABLE ONLY pressrun.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (sequence);


--
-- Name: jobs jobs_pkey; Type: CONSTRAINT; Schema: pressrun; Owner: -
--

ALTER TABLE ONLY pressrun.jobs
    ADD CONSTRAINT jobs_pkey PRIMARY KEY (id);


--
-- Name: kinds kinds_pkey; Type: CONSTRAINT; Schema: pressrun; Owner: -
--

ALTER TABLE ONLY pressrun.kinds
    ADD CONSTRAINT kinds_pkey PRIMARY KEY (name);


--
-- Name: limits limits_pkey; Type: CONSTRAINT; Schema: pressrun; Owner: -
--

ALTER TABLE ONLY pressrun.limits
    ADD CONSTRAINT limits_pkey PRIMARY KEY (scope, name);


--
-- Name: marks marks_pkey; Type: CONSTRAINT; Schema: pressrun; Owner: -
--

ALTER TABLE ONLY pressrun.marks
    ADD CONSTRAINT marks_pkey PRIMARY KEY (name);


--
-- Name: migrations migrations_pkey; Type: CONSTRAINT; Schema: pressrun; Owner: -
--

ALTER TABLE ONLY pressrun.migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (version);


--
-- Name: outbox outbox_pkey; Type: CONSTRAINT; Schema: pressrun; Owner: -
--

ALTER TABLE ONLY pressrun.outbox
    ADD CONSTRAINT outbox_pkey PRIMARY KEY (id);


--
-- Name: payloads payloads_pkey; Type: CONSTRAINT; Schema: pressrun; Owner: -
--

ALTER TABLE ONLY pressrun.payloads
    ADD CONSTRAINT payloads_pkey PRIMARY KEY (job_id);


--
-- Name: policies policies_pkey; Type: CONSTRAINT; Schema: pressrun; Owner: -
--

ALTER TABLE ONLY pressrun.policies
    ADD CONSTRAINT policies_pkey PRIMARY KEY (tenant);


--
-- Name: queues queues_pkey; Type: CONSTRAINT; Schema: pressrun; Owner: -
--

ALTER TABLE ONLY pressrun.queues
    ADD CONSTRAINT queues_pkey PRIMARY KEY (name);


--
-- Name: retention retention_pkey; Type: CONSTRAINT; Schema: pressrun; Owner: -
--

ALTER TABLE ONLY pressrun.retention
    ADD CONSTRAINT retention_pkey PRIMARY KEY (what);


--
-- Name: schedules schedules_pkey; Type: CONSTRAINT; Schema: pressrun; Owner: -
--

ALTER TABLE ONLY pressrun.schedules
    ADD CONSTRAINT schedules_pkey PRIMARY KEY (name);


--
-- Name: totals totals_pkey; Type: CONSTRAINT; Schema: pressrun; Owner: -
--

ALTER TABLE ONLY pressrun.totals
    ADD CONSTRAINT totals_pkey PRIMARY KEY (kind, tenant, state);


--
-- Name: unique_keys unique_keys_pkey; Type: CONSTRAINT; Schema: pressrun; Owner: -
--

ALTER TABLE ONLY pressrun.unique_keys
    ADD CONSTRAINT unique_keys_pkey PRIMARY KEY (kind, tenant, unique_key);


--
-- Name: workers workers_pkey; Type: CONSTRAINT; Schema: pressrun; Owner: -
--

ALTER TABLE ONLY pressrun.workers
    ADD CONSTRAINT workers_pkey PRIMARY KEY (id);


--
-- Name: annotation_builds_document; Type: INDEX; Schema: pressrun; Owner: -
--

CREATE INDEX annotation_builds_document ON pressrun.annotation_builds USING btree (document, sequence);


--
-- Name: arrivals_lane; Type: INDEX; Schema: pressrun; Owner: -
--

CREATE INDEX arrivals_lane ON pressrun.arrivals USING btree (queue, tenant, priority, kind, "position");


--
-- Name: artifacts_sha256; Type: INDEX; Schema: pressrun; Owner: -
--

CREATE INDEX artifacts_sha256 ON pressrun.artifacts USING btree (sha256);


--
-- Name: attempts_ended; Type: INDEX; Schema: pressrun; Owner: -
--

CREATE INDEX attempts_ended ON pressrun.attempts USING btree (finished_at);


--
-- Name: batches_open; Type: INDEX; Schema: pressrun; Owner: -
--

CREATE INDEX batches_open ON pressrun.batches USING btree (id) WHERE (completed_at IS NULL);


--
-- Name: events_completed; Type: INDEX; Schema: pressrun; Owner: -
--

CREATE UNIQUE INDEX events_completed ON pressrun.events USING btree (job_id) WHERE (type = 'pressrun.job.completed'::text);


--
-- Name: events_other; Type: INDEX; Schema: pressrun; Owner: -
--

CREATE INDEX events_other ON pressrun.events USING btree (job_id) WHERE (type <> 'pressrun.job.completed'::text);


--
-- Name: events_time; Type: INDEX; Schema: pressrun; Owner: -
--

CREATE INDEX events_time ON pressrun.events USING brin ("time") WITH (pages_per_range='32');


--
-- Name: incidents_at; Type: INDEX; Schema: pressrun; Owner: -
--

CREATE INDEX incidents_at ON pressrun.incidents USING btree (at);


--
-- Name: jobs_claimed; Type: INDEX; Schema: pressrun; Owner: -
--

CREATE INDEX jobs_claimed ON pressrun.jobs USING btree (claim_xid) WHERE (state = 'running'::pressrun.job_state);


--
-- Name: jobs_discarded; Type: INDEX; Schema: pressrun; Owner: -
--

CREATE INDEX jobs_discarded ON pressrun.jobs USING btree (finished_at) WHERE (state = 'discarded'::pressrun.job_state);


--
-- Name: jobs_due; Type: INDEX; Schema: pressrun; Owner: -
--

CREATE INDEX jobs_due ON pressrun.jobs USING btree (run_at) WHERE (state = ANY (ARRAY['scheduled'::pressrun.job_state, 'retryable'::pressrun.job_state]));


--
-- Name: jobs_ready_lane; Type: INDEX; Schema: pressrun; Owner: -
--

CREATE INDEX jobs_ready_lane ON pressrun.jobs USING btree (pressrun.lane_key(queue, tenant, kind, priority), ready_xid, id) WHERE (state = 'available'::pressrun.job_state);


--
-- Name: jobs_unique; Type: INDEX; Schema: pressrun; Owner: -
--

CREATE UNIQUE INDEX jobs_unique ON pressrun.jobs USING btree (kind, tenant, unique_key) WHERE ((unique_key IS NOT NULL) AND (state = ANY (ARRAY['scheduled'::pressrun.job_state, 'available'::pressrun.job_state, 'running'::pressrun.job_state, 'retryable'::pressrun.job_state])));


--
-- Name: lanes_closing; Type: INDEX; Schema: pressrun; Owner: -
--

CREATE INDEX lanes_closing ON pressrun.lanes USING btree (closing) WHERE (closing < '3'::xid8);


--
-- Name: lanes_ring; Type: INDEX; Schema: pressrun; Owner: -
--

CREATE UNIQUE INDEX lanes_ring ON pressrun.lanes USING btree (queue, tenant, priority DESC, kind);


--
-- Name: limits_depth; Type: INDEX; Schema: pressrun; Owner: -
--

CREATE INDEX limits_depth ON pressrun.limits USING btree (name) WHERE (max_depth IS NOT NULL);


--
-- Name: outbox_job; Type: INDEX; Schema: pressrun; Owner: -
--

CREATE INDEX outbox_job ON pressrun.outbox USING btree (job_id);


--
-- Name: outbox_pending; Type: INDEX; Schema: pressrun; Owner: -
--

CREATE INDEX outbox_pending ON pressrun.outbox USING btree (due_at, id) WHERE (state = 'pending'::text);


--
-- Name: schedules_due; Type: INDEX; Schema: pressrun; Owner: -
--

CREATE INDEX schedules_due ON pressrun.schedules USING btree (next_at) WHERE (NOT paused);


--
-- Name: unique_keys_expired; Type: INDEX; Schema: pressrun; Owner: -
--

CREATE INDEX unique_keys_expired ON pressrun.unique_keys USING btree (expires_at);


--
-- Name: workers_here; Type: INDEX; Schema: pressrun; Owner: -
--

CREATE INDEX workers_here ON pressrun.workers USING btree (id) WHERE (stopped_at IS NULL);


--
-- Name: annotation_builds append_only; Type: TRIGGER; Schema: pressrun; Owner: -
--

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON pressrun.annotation_builds FOR EACH STATEMENT EXECUTE FUNCTION pressrun.refuse_change();

ALTER TABLE pressrun.annotation_builds ENABLE ALWAYS TRIGGER append_only;


--
-- Name: annotation_documents append_only; Type: TRIGGER; Schema: pressrun; Owner: -
--

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON pressrun.annotation_documents FOR EACH STATEMENT EXECUTE FUNCTION pressrun.refuse_change();

ALTER TABLE pressrun.annotation_documents ENABLE ALWAYS TRIGGER append_only;


--
-- Name: annotation_segments append_only; Type: TRIGGER; Schema: pressrun; Owner: -
--

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON pressrun.annotation_segments FOR EACH STATEMENT EXECUTE FUNCTION pressrun.refuse_change();

ALTER TABLE pressrun.annotation_segments ENABLE ALWAYS TRIGGER append_only;


--
-- Name: kinds forget; Type: TRIGGER; Schema: pressrun; Owner: -
--

CREATE TRIGGER forget AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON pressrun.kinds FOR EACH STATEMENT EXECUTE FUNCTION pressrun.forget_on_change();


--
-- Name: limits forget; Type: TRIGGER; Schema: pressrun; Owner: -
--

CREATE TRIGGER forget AFTER INSERT OR DELETE OR UPDATE OF max_depth OR TRUNCATE ON pressrun.limits FOR EACH STATEMENT EXECUTE FUNCTION pressrun.forget_on_change();


--
-- Name: policies forget; Type: TRIGGER; Schema: pressrun; Owner: -
--

CREATE TRIGGER forget AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON pressrun.policies FOR EACH STATEMENT EXECUTE FUNCTION pressrun.forget_on_change();


--
-- Name: SCHEMA pressrun; Type: ACL; Schema: -; Owner: -
--

GRANT USAGE ON SCHEMA pressrun TO pressrun_producer;
GRANT USAGE ON SCHEMA pressrun TO pressrun_worker;
GRANT USAGE ON SCHEMA pressrun TO pressrun_monitor;


--
-- Name: FUNCTION add_segment(document text, client_id text, parent text, format text, bytes bytea, author text, device_time timestamp with time zone); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.add_segment(document text, client_id text, parent text, format text, bytes bytea, author text, device_time timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION pressrun.add_segment(document text, client_id text, parent text, format text, bytes bytea, author text, device_time timestamp with time zone) TO pressrun_producer;


--
-- Name: FUNCTION add_up(); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.add_up() FROM PUBLIC;


--
-- Name: FUNCTION admit(); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.admit() FROM PUBLIC;


--
-- Name: FUNCTION advance(lane pressrun.lanes, OUT first_xid xid8, OUT first_id bigint); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.advance(lane pressrun.lanes, OUT first_xid xid8, OUT first_id bigint) FROM PUBLIC;


--
-- Name: TABLE jobs; Type: ACL; Schema: pressrun; Owner: -
--

GRANT SELECT ON TABLE pressrun.jobs TO pressrun_worker;


--
-- Name: FUNCTION announce(job pressrun.jobs, at xid8); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.announce(job pressrun.jobs, at xid8) FROM PUBLIC;


--
-- Name: FUNCTION announce(queue text, tenant text, priority integer, kind text, at xid8); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.announce(queue text, tenant text, priority integer, kind text, at xid8) FROM PUBLIC;


--
-- Name: FUNCTION backoff(kind text, attempt integer); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.backoff(kind text, attempt integer) FROM PUBLIC;


--
-- Name: FUNCTION batch_named(tenant text, name text, held boolean); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.batch_named(tenant text, name text, held boolean) FROM PUBLIC;


--
-- Name: FUNCTION cancel(job bigint); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.cancel(job bigint) FROM PUBLIC;


--
-- Name: FUNCTION cancel_matching(states text[], kind text, tenant text, queue text, batch text, error_code text, after_id bigint, max_jobs integer); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.cancel_matching(states text[], kind text, tenant text, queue text, batch text, error_code text, after_id bigint, max_jobs integer) FROM PUBLIC;


--
-- Name: FUNCTION check_depth(queue text, added integer); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.check_depth(queue text, added integer) FROM PUBLIC;


--
-- Name: FUNCTION check_destination(tenant text, kind text, destination text); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.check_destination(tenant text, kind text, destination text) FROM PUBLIC;
GRANT ALL ON FUNCTION pressrun.check_destination(tenant text, kind text, destination text) TO pressrun_producer;


--
-- Name: FUNCTION check_payload(payload json); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.check_payload(payload json) FROM PUBLIC;


--
-- Name: FUNCTION check_rules(rules text[]); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.check_rules(rules text[]) FROM PUBLIC;


--
-- Name: FUNCTION check_scope(scope text, name text); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.check_scope(scope text, name text) FROM PUBLIC;


--
-- Name: FUNCTION check_tenant(tenant text); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.check_tenant(tenant text) FROM PUBLIC;


--
-- Name: FUNCTION claim(worker bigint, queues text[], max_jobs integer, lease_seconds double precision, token bigint); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.claim(worker bigint, queues text[], max_jobs integer, lease_seconds double precision, token bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION pressrun.claim(worker bigint, queues text[], max_jobs integer, lease_seconds double precision, token bigint) TO pressrun_worker;


--
-- Name: FUNCTION close_batch(tenant text, name text); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.close_batch(tenant text, name text) FROM PUBLIC;
GRANT ALL ON FUNCTION pressrun.close_batch(tenant text, name text) TO pressrun_producer;


--
-- Name: FUNCTION close_lanes(); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.close_lanes() FROM PUBLIC;


--
-- Name: FUNCTION complete(completions jsonb); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.complete(completions jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION pressrun.complete(completions jsonb) TO pressrun_worker;


--
-- Name: FUNCTION complete_many(jobs bigint[], leases bigint[], sha256s text[], bytes bigint[], media_types text[], page_sizes jsonb[], warnings jsonb[], timings jsonb[]); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.complete_many(jobs bigint[], leases bigint[], sha256s text[], bytes bigint[], media_types text[], page_sizes jsonb[], warnings jsonb[], timings jsonb[]) FROM PUBLIC;
GRANT ALL ON FUNCTION pressrun.complete_many(jobs bigint[], leases bigint[], sha256s text[], bytes bigint[], media_types text[], page_sizes jsonb[], warnings jsonb[], timings jsonb[]) TO pressrun_worker;


--
-- Name: FUNCTION count_depth(queue text, max_depth integer); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.count_depth(queue text, max_depth integer) FROM PUBLIC;


--
-- Name: FUNCTION count_depths(); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.count_depths() FROM PUBLIC;


--
-- Name: FUNCTION cron_field(field text, low integer, high integer, names text[]); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.cron_field(field text, low integer, high integer, names text[]) FROM PUBLIC;


--
-- Name: FUNCTION cron_next(cron text, time_zone text, after timestamp with time zone); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.cron_next(cron text, time_zone text, after timestamp with time zone) FROM PUBLIC;


--
-- Name: FUNCTION depth_holds(max_depth integer); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.depth_holds(max_depth integer) FROM PUBLIC;


--
-- Name: FUNCTION destination_kinds(); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.destination_kinds() FROM PUBLIC;


--
-- Name: FUNCTION destination_problem(destination text); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.destination_problem(destination text) FROM PUBLIC;


--
-- Name: FUNCTION enqueue(kind text, payload json, tenant text, destination text, priority integer, run_at timestamp with time zone, unique_key text, max_attempts integer, queue text, batch text, unique_for interval); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.enqueue(kind text, payload json, tenant text, destination text, priority integer, run_at timestamp with time zone, unique_key text, max_attempts integer, queue text, batch text, unique_for interval) FROM PUBLIC;
GRANT ALL ON FUNCTION pressrun.enqueue(kind text, payload json, tenant text, destination text, priority integer, run_at timestamp with time zone, unique_key text, max_attempts integer, queue text, batch text, unique_for interval) TO pressrun_producer;


--
-- Name: FUNCTION enqueue_many(kind text, payloads json[], tenant text, destination text, priority integer, run_at timestamp with time zone, unique_keys text[], max_attempts integer, queue text, batch text, unique_for interval); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.enqueue_many(kind text, payloads json[], tenant text, destination text, priority integer, run_at timestamp with time zone, unique_keys text[], max_attempts integer, queue text, batch text, unique_for interval) FROM PUBLIC;
GRANT ALL ON FUNCTION pressrun.enqueue_many(kind text, payloads json[], tenant text, destination text, priority integer, run_at timestamp with time zone, unique_keys text[], max_attempts integer, queue text, batch text, unique_for interval) TO pressrun_producer;


--
-- Name: FUNCTION enqueue_new(epoch bigint, kind text, payload json, tenant text, destination text, priority integer, run_at timestamp with time zone, unique_key text, max_attempts integer, queue text, batch text, unique_for interval, OUT job_id bigint, OUT inserted boolean); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.enqueue_new(epoch bigint, kind text, payload json, tenant text, destination text, priority integer, run_at timestamp with time zone, unique_key text, max_attempts integer, queue text, batch text, unique_for interval, OUT job_id bigint, OUT inserted boolean) FROM PUBLIC;


--
-- Name: FUNCTION enqueue_one(kind text, payload json, tenant text, destination text, priority integer, run_at timestamp with time zone, unique_key text, max_attempts integer, queue text, batch text, unique_for interval); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.enqueue_one(kind text, payload json, tenant text, destination text, priority integer, run_at timestamp with time zone, unique_key text, max_attempts integer, queue text, batch text, unique_for interval) FROM PUBLIC;
GRANT ALL ON FUNCTION pressrun.enqueue_one(kind text, payload json, tenant text, destination text, priority integer, run_at timestamp with time zone, unique_key text, max_attempts integer, queue text, batch text, unique_for interval) TO pressrun_producer;


--
-- Name: FUNCTION event_record(id uuid, type text, job_id bigint, kind text, at timestamp with time zone, data jsonb); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.event_record(id uuid, type text, job_id bigint, kind text, at timestamp with time zone, data jsonb) FROM PUBLIC;


--
-- Name: TABLE events; Type: ACL; Schema: pressrun; Owner: -
--

GRANT SELECT ON TABLE pressrun.events TO pressrun_worker;
GRANT SELECT ON TABLE pressrun.events TO pressrun_monitor;


--
-- Name: FUNCTION events_after(cursor bigint, max_events integer); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.events_after(cursor bigint, max_events integer) FROM PUBLIC;
GRANT ALL ON FUNCTION pressrun.events_after(cursor bigint, max_events integer) TO pressrun_worker;
GRANT ALL ON FUNCTION pressrun.events_after(cursor bigint, max_events integer) TO pressrun_monitor;


--
-- Name: FUNCTION fail(job bigint, lease bigint, code text, message text, permanent boolean, warnings jsonb, OUT outcome text, OUT retry_at timestamp with time zone); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.fail(job bigint, lease bigint, code text, message text, permanent boolean, warnings jsonb, OUT outcome text, OUT retry_at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION pressrun.fail(job bigint, lease bigint, code text, message text, permanent boolean, warnings jsonb, OUT outcome text, OUT retry_at timestamp with time zone) TO pressrun_worker;


--
-- Name: FUNCTION finish_cancelled(jobs bigint[], leases bigint[]); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.finish_cancelled(jobs bigint[], leases bigint[]) FROM PUBLIC;
GRANT ALL ON FUNCTION pressrun.finish_cancelled(jobs bigint[], leases bigint[]) TO pressrun_worker;


--
-- Name: FUNCTION forget(); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.forget() FROM PUBLIC;


--
-- Name: FUNCTION forget_on_change(); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.forget_on_change() FROM PUBLIC;


--
-- Name: FUNCTION heartbeat(worker bigint, jobs bigint[], leases bigint[], lease_seconds double precision, pages integer[]); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.heartbeat(worker bigint, jobs bigint[], leases bigint[], lease_seconds double precision, pages integer[]) FROM PUBLIC;
GRANT ALL ON FUNCTION pressrun.heartbeat(worker bigint, jobs bigint[], leases bigint[], lease_seconds double precision, pages integer[]) TO pressrun_worker;


--
-- Name: FUNCTION install_annotation_roles(); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.install_annotation_roles() FROM PUBLIC;


--
-- Name: FUNCTION install_operating_roles(); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.install_operating_roles() FROM PUBLIC;


--
-- Name: FUNCTION install_roles(); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.install_roles() FROM PUBLIC;


--
-- Name: FUNCTION key_holder(kind text, tenant text, unique_key text); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.key_holder(kind text, tenant text, unique_key text) FROM PUBLIC;


--
-- Name: FUNCTION lane_key(queue text, tenant text, kind text, priority integer); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.lane_key(queue text, tenant text, kind text, priority integer) FROM PUBLIC;
GRANT ALL ON FUNCTION pressrun.lane_key(queue text, tenant text, kind text, priority integer) TO pressrun_worker;


--
-- Name: FUNCTION less(rooms jsonb, name text, jobs integer); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.less(rooms jsonb, name text, jobs integer) FROM PUBLIC;


--
-- Name: FUNCTION live_counts(); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.live_counts() FROM PUBLIC;
GRANT ALL ON FUNCTION pressrun.live_counts() TO pressrun_worker;
GRANT ALL ON FUNCTION pressrun.live_counts() TO pressrun_monitor;


--
-- Name: FUNCTION matching(states text[], kind text, tenant text, queue text, batch text, error_code text, after_id bigint, max_jobs integer); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.matching(states text[], kind text, tenant text, queue text, batch text, error_code text, after_id bigint, max_jobs integer) FROM PUBLIC;


--
-- Name: FUNCTION note_fenced(writes integer); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.note_fenced(writes integer) FROM PUBLIC;


--
-- Name: FUNCTION oldest_snapshot_seconds(); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.oldest_snapshot_seconds() FROM PUBLIC;
GRANT ALL ON FUNCTION pressrun.oldest_snapshot_seconds() TO pressrun_monitor;


--
-- Name: FUNCTION open_batch(tenant text, name text); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.open_batch(tenant text, name text) FROM PUBLIC;
GRANT ALL ON FUNCTION pressrun.open_batch(tenant text, name text) TO pressrun_producer;


--
-- Name: FUNCTION pause_schedule(name text, paused boolean); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.pause_schedule(name text, paused boolean) FROM PUBLIC;


--
-- Name: FUNCTION pending(queues text[], soon interval); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.pending(queues text[], soon interval) FROM PUBLIC;
GRANT ALL ON FUNCTION pressrun.pending(queues text[], soon interval) TO pressrun_worker;
GRANT ALL ON FUNCTION pressrun.pending(queues text[], soon interval) TO pressrun_monitor;


--
-- Name: FUNCTION prepare_enqueue(kind text, tenant text, unique_key text, added integer, INOUT destination text, INOUT run_at timestamp with time zone, INOUT max_attempts integer, INOUT queue text, OUT state pressrun.job_state); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.prepare_enqueue(kind text, tenant text, unique_key text, added integer, INOUT destination text, INOUT run_at timestamp with time zone, INOUT max_attempts integer, INOUT queue text, OUT state pressrun.job_state) FROM PUBLIC;


--
-- Name: FUNCTION prepare_job(kind text, tenant text, priority integer, unique_key text, added integer, INOUT destination text, INOUT run_at timestamp with time zone, INOUT max_attempts integer, INOUT queue text, OUT state pressrun.job_state, OUT is_open boolean, OUT is_awaited boolean); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.prepare_job(kind text, tenant text, priority integer, unique_key text, added integer, INOUT destination text, INOUT run_at timestamp with time zone, INOUT max_attempts integer, INOUT queue text, OUT state pressrun.job_state, OUT is_open boolean, OUT is_awaited boolean) FROM PUBLIC;


--
-- Name: FUNCTION prepare_many(kind text, tenant text, priority integer, jobs integer, batch text, INOUT destination text, INOUT run_at timestamp with time zone, INOUT max_attempts integer, INOUT queue text, OUT state pressrun.job_state, OUT batch_id bigint); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.prepare_many(kind text, tenant text, priority integer, jobs integer, batch text, INOUT destination text, INOUT run_at timestamp with time zone, INOUT max_attempts integer, INOUT queue text, OUT state pressrun.job_state, OUT batch_id bigint) FROM PUBLIC;


--
-- Name: FUNCTION promote(); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.promote() FROM PUBLIC;


--
-- Name: FUNCTION prunable(jobs pressrun.jobs); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.prunable(jobs pressrun.jobs) FROM PUBLIC;


--
-- Name: FUNCTION prune(max_jobs integer, OUT jobs integer, OUT attempts integer, OUT events integer, OUT more boolean); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.prune(max_jobs integer, OUT jobs integer, OUT attempts integer, OUT events integer, OUT more boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION pressrun.prune(max_jobs integer, OUT jobs integer, OUT attempts integer, OUT events integer, OUT more boolean) TO pressrun_worker;


--
-- Name: FUNCTION prune_due(OUT jobs integer, OUT more boolean); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.prune_due(OUT jobs integer, OUT more boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION pressrun.prune_due(OUT jobs integer, OUT more boolean) TO pressrun_worker;


--
-- Name: FUNCTION prune_preview(); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.prune_preview() FROM PUBLIC;
GRANT ALL ON FUNCTION pressrun.prune_preview() TO pressrun_monitor;


--
-- Name: FUNCTION prune_step(); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.prune_step() FROM PUBLIC;
GRANT ALL ON FUNCTION pressrun.prune_step() TO pressrun_worker;


--
-- Name: FUNCTION ready_jobs(queue text, since xid8, most integer); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.ready_jobs(queue text, since xid8, most integer) FROM PUBLIC;


--
-- Name: FUNCTION ready_of(queue text, transactions xid8[], most integer); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.ready_of(queue text, transactions xid8[], most integer) FROM PUBLIC;


--
-- Name: FUNCTION record_build(job bigint, document text, sequence bigint, sha256 text, manifest json); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.record_build(job bigint, document text, sequence bigint, sha256 text, manifest json) FROM PUBLIC;
GRANT ALL ON FUNCTION pressrun.record_build(job bigint, document text, sequence bigint, sha256 text, manifest json) TO pressrun_worker;


--
-- Name: FUNCTION refusal(tenant text, kind text, destination text); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.refusal(tenant text, kind text, destination text) FROM PUBLIC;


--
-- Name: FUNCTION refuse_change(); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.refuse_change() FROM PUBLIC;


--
-- Name: FUNCTION register_document(document text, base_sha256 text, base_bytes bigint, tenant text, title text); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.register_document(document text, base_sha256 text, base_bytes bigint, tenant text, title text) FROM PUBLIC;
GRANT ALL ON FUNCTION pressrun.register_document(document text, base_sha256 text, base_bytes bigint, tenant text, title text) TO pressrun_producer;


--
-- Name: FUNCTION register_kind(name text, queue text, max_attempts integer, backoff_base_seconds double precision, backoff_limit_seconds double precision, backoff_jitter double precision, timeout_seconds double precision, default_destination text, allowed text[], denied text[]); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.register_kind(name text, queue text, max_attempts integer, backoff_base_seconds double precision, backoff_limit_seconds double precision, backoff_jitter double precision, timeout_seconds double precision, default_destination text, allowed text[], denied text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION pressrun.register_kind(name text, queue text, max_attempts integer, backoff_base_seconds double precision, backoff_limit_seconds double precision, backoff_jitter double precision, timeout_seconds double precision, default_destination text, allowed text[], denied text[]) TO pressrun_worker;


--
-- Name: FUNCTION register_schedules(kind text, schedules jsonb); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.register_schedules(kind text, schedules jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION pressrun.register_schedules(kind text, schedules jsonb) TO pressrun_worker;


--
-- Name: FUNCTION register_worker(host text, pid integer, version text, slots integer, queues text[]); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.register_worker(host text, pid integer, version text, slots integer, queues text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION pressrun.register_worker(host text, pid integer, version text, slots integer, queues text[]) TO pressrun_worker;


--
-- Name: FUNCTION release(jobs bigint[], leases bigint[]); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.release(jobs bigint[], leases bigint[]) FROM PUBLIC;
GRANT ALL ON FUNCTION pressrun.release(jobs bigint[], leases bigint[]) TO pressrun_worker;


--
-- Name: FUNCTION remove_schedule(name text); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.remove_schedule(name text) FROM PUBLIC;


--
-- Name: FUNCTION reopen_lanes(); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.reopen_lanes() FROM PUBLIC;


--
-- Name: FUNCTION rescue(max_jobs integer); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.rescue(max_jobs integer) FROM PUBLIC;
GRANT ALL ON FUNCTION pressrun.rescue(max_jobs integer) TO pressrun_worker;


--
-- Name: FUNCTION resolve_enqueue(kind text, tenant text, unique_key text, INOUT destination text, INOUT run_at timestamp with time zone, INOUT max_attempts integer, INOUT queue text, OUT state pressrun.job_state); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.resolve_enqueue(kind text, tenant text, unique_key text, INOUT destination text, INOUT run_at timestamp with time zone, INOUT max_attempts integer, INOUT queue text, OUT state pressrun.job_state) FROM PUBLIC;


--
-- Name: FUNCTION retry(job bigint); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.retry(job bigint) FROM PUBLIC;


--
-- Name: FUNCTION retry_matching(states text[], kind text, tenant text, queue text, batch text, error_code text, after_id bigint, max_jobs integer); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.retry_matching(states text[], kind text, tenant text, queue text, batch text, error_code text, after_id bigint, max_jobs integer) FROM PUBLIC;


--
-- Name: FUNCTION rule_matches(rule text, destination text); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.rule_matches(rule text, destination text) FROM PUBLIC;


--
-- Name: FUNCTION rule_problem(rule text); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.rule_problem(rule text) FROM PUBLIC;


--
-- Name: FUNCTION rules_refusal(owner text, sharing boolean, allowed text[], denied text[], destination text); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.rules_refusal(owner text, sharing boolean, allowed text[], denied text[], destination text) FROM PUBLIC;


--
-- Name: FUNCTION run_schedules(); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.run_schedules() FROM PUBLIC;


--
-- Name: FUNCTION running_floor(); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.running_floor() FROM PUBLIC;
GRANT ALL ON FUNCTION pressrun.running_floor() TO pressrun_worker;
GRANT ALL ON FUNCTION pressrun.running_floor() TO pressrun_monitor;


--
-- Name: FUNCTION seal(epoch bigint, kind text, tenant text, priority integer, destination text, max_attempts integer, queue text, found text[]); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.seal(epoch bigint, kind text, tenant text, priority integer, destination text, max_attempts integer, queue text, found text[]) FROM PUBLIC;


--
-- Name: TABLE annotation_segments; Type: ACL; Schema: pressrun; Owner: -
--

GRANT SELECT ON TABLE pressrun.annotation_segments TO pressrun_worker;


--
-- Name: FUNCTION segment_metadata(segment pressrun.annotation_segments); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.segment_metadata(segment pressrun.annotation_segments) FROM PUBLIC;


--
-- Name: FUNCTION set_closing(lane pressrun.lanes, closing xid8); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.set_closing(lane pressrun.lanes, closing xid8) FROM PUBLIC;


--
-- Name: FUNCTION set_limits(scope text, name text, max_running integer, max_depth integer, rate double precision, burst double precision); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.set_limits(scope text, name text, max_running integer, max_depth integer, rate double precision, burst double precision) FROM PUBLIC;


--
-- Name: FUNCTION set_paused(scope text, name text, paused boolean); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.set_paused(scope text, name text, paused boolean) FROM PUBLIC;


--
-- Name: FUNCTION set_policy(tenant text, sharing boolean, allowed text[], denied text[]); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.set_policy(tenant text, sharing boolean, allowed text[], denied text[]) FROM PUBLIC;


--
-- Name: FUNCTION set_retention(what text, keep interval); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.set_retention(what text, keep interval) FROM PUBLIC;


--
-- Name: FUNCTION settle(job pressrun.jobs, outcome text, code text, message text, permanent boolean, warnings jsonb, pause interval, OUT state pressrun.job_state, OUT run_at timestamp with time zone); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.settle(job pressrun.jobs, outcome text, code text, message text, permanent boolean, warnings jsonb, pause interval, OUT state pressrun.job_state, OUT run_at timestamp with time zone) FROM PUBLIC;


--
-- Name: FUNCTION settle_many(jobs bigint[], leases bigint[], outcome text, only_cancelled boolean, code text, message text, pause interval); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.settle_many(jobs bigint[], leases bigint[], outcome text, only_cancelled boolean, code text, message text, pause interval) FROM PUBLIC;


--
-- Name: FUNCTION snooze(jobs bigint[], leases bigint[], seconds double precision, reason text); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.snooze(jobs bigint[], leases bigint[], seconds double precision, reason text) FROM PUBLIC;
GRANT ALL ON FUNCTION pressrun.snooze(jobs bigint[], leases bigint[], seconds double precision, reason text) TO pressrun_worker;


--
-- Name: FUNCTION survey_limits(queues text[], OUT rooms jsonb, OUT tenants jsonb, OUT seen pg_snapshot); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.survey_limits(queues text[], OUT rooms jsonb, OUT tenants jsonb, OUT seen pg_snapshot) FROM PUBLIC;


--
-- Name: FUNCTION take(worker bigint, lanes pressrun.lanes[], rooms integer[], max_jobs integer, lease_seconds double precision, OUT jobs bigint[], OUT kinds text[]); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.take(worker bigint, lanes pressrun.lanes[], rooms integer[], max_jobs integer, lease_seconds double precision, OUT jobs bigint[], OUT kinds text[]) FROM PUBLIC;


--
-- Name: FUNCTION take_around(worker bigint, queues text[], max_jobs integer, lease_seconds double precision, INOUT ring_queue text, INOUT ring_tenant text, OUT jobs bigint[]); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.take_around(worker bigint, queues text[], max_jobs integer, lease_seconds double precision, INOUT ring_queue text, INOUT ring_tenant text, OUT jobs bigint[]) FROM PUBLIC;


--
-- Name: FUNCTION take_up(name text, again interval); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.take_up(name text, again interval) FROM PUBLIC;


--
-- Name: FUNCTION tally(job pressrun.jobs, state pressrun.job_state, jobs integer); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.tally(job pressrun.jobs, state pressrun.job_state, jobs integer) FROM PUBLIC;


--
-- Name: FUNCTION tenant_room(tenant text, room integer, seen pg_snapshot); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.tenant_room(tenant text, room integer, seen pg_snapshot) FROM PUBLIC;


--
-- Name: TABLE limits; Type: ACL; Schema: pressrun; Owner: -
--

GRANT SELECT ON TABLE pressrun.limits TO pressrun_worker;
GRANT SELECT ON TABLE pressrun.limits TO pressrun_monitor;


--
-- Name: FUNCTION tokens(limited pressrun.limits); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.tokens(limited pressrun.limits) FROM PUBLIC;


--
-- Name: FUNCTION unreferenced(digests text[]); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.unreferenced(digests text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION pressrun.unreferenced(digests text[]) TO pressrun_worker;


--
-- Name: FUNCTION unregister_worker(worker bigint); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.unregister_worker(worker bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION pressrun.unregister_worker(worker bigint) TO pressrun_worker;


--
-- Name: FUNCTION upkeep(); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.upkeep() FROM PUBLIC;
GRANT ALL ON FUNCTION pressrun.upkeep() TO pressrun_worker;


--
-- Name: FUNCTION wake(queue text); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.wake(queue text) FROM PUBLIC;


--
-- Name: FUNCTION write_attempt(job pressrun.jobs, outcome pressrun.attempt_outcome, code text, message text, warnings jsonb); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.write_attempt(job pressrun.jobs, outcome pressrun.attempt_outcome, code text, message text, warnings jsonb) FROM PUBLIC;


--
-- Name: FUNCTION write_event(job pressrun.jobs, type text, data jsonb); Type: ACL; Schema: pressrun; Owner: -
--

REVOKE ALL ON FUNCTION pressrun.write_event(job pressrun.jobs, type text, data jsonb) FROM PUBLIC;


--
-- Name: TABLE annotation_builds; Type: ACL; Schema: pressrun; Owner: -
--

GRANT SELECT ON TABLE pressrun.annotation_builds TO pressrun_worker;


--
-- Name: TABLE annotation_documents; Type: ACL; Schema: pressrun; Owner: -
--

GRANT SELECT ON TABLE pressrun.annotation_documents TO pressrun_worker;


--
-- Name: TABLE annotation_overview; Type: ACL; Schema: pressrun; Owner: -
--

GRANT SELECT ON TABLE pressrun.annotation_overview TO pressrun_monitor;


--
-- Name: TABLE artifacts; Type: ACL; Schema: pressrun; Owner: -
--

GRANT SELECT ON TABLE pressrun.artifacts TO pressrun_worker;
GRANT SELECT ON TABLE pressrun.artifacts TO pressrun_monitor;


--
-- Name: TABLE attempts; Type: ACL; Schema: pressrun; Owner: -
--

GRANT SELECT ON TABLE pressrun.attempts TO pressrun_worker;


--
-- Name: TABLE batches; Type: ACL; Schema: pressrun; Owner: -
--

GRANT SELECT ON TABLE pressrun.batches TO pressrun_worker;


--
-- Name: TABLE batch_status; Type: ACL; Schema: pressrun; Owner: -
--

GRANT SELECT ON TABLE pressrun.batch_status TO pressrun_worker;
GRANT SELECT ON TABLE pressrun.batch_status TO pressrun_monitor;


--
-- Name: TABLE destination_counts; Type: ACL; Schema: pressrun; Owner: -
--

GRANT SELECT ON TABLE pressrun.destination_counts TO pressrun_monitor;


--
-- Name: TABLE failures; Type: ACL; Schema: pressrun; Owner: -
--

GRANT SELECT ON TABLE pressrun.failures TO pressrun_monitor;


--
-- Name: TABLE job_attempts; Type: ACL; Schema: pressrun; Owner: -
--

GRANT SELECT ON TABLE pressrun.job_attempts TO pressrun_worker;
GRANT SELECT ON TABLE pressrun.job_attempts TO pressrun_monitor;


--
-- Name: TABLE job_counts; Type: ACL; Schema: pressrun; Owner: -
--

GRANT SELECT ON TABLE pressrun.job_counts TO pressrun_monitor;


--
-- Name: TABLE job_overview; Type: ACL; Schema: pressrun; Owner: -
--

GRANT SELECT ON TABLE pressrun.job_overview TO pressrun_worker;
GRANT SELECT ON TABLE pressrun.job_overview TO pressrun_monitor;


--
-- Name: TABLE kind_performance; Type: ACL; Schema: pressrun; Owner: -
--

GRANT SELECT ON TABLE pressrun.kind_performance TO pressrun_monitor;


--
-- Name: TABLE kinds; Type: ACL; Schema: pressrun; Owner: -
--

GRANT SELECT ON TABLE pressrun.kinds TO pressrun_worker;


--
-- Name: TABLE migrations; Type: ACL; Schema: pressrun; Owner: -
--

GRANT SELECT ON TABLE pressrun.migrations TO pressrun_worker;
GRANT SELECT ON TABLE pressrun.migrations TO pressrun_monitor;


--
-- Name: TABLE outbox; Type: ACL; Schema: pressrun; Owner: -
--

GRANT SELECT ON TABLE pressrun.outbox TO pressrun_worker;


--
-- Name: TABLE queues; Type: ACL; Schema: pressrun; Owner: -
--

GRANT SELECT ON TABLE pressrun.queues TO pressrun_worker;


--
-- Name: TABLE queue_depth; Type: ACL; Schema: pressrun; Owner: -
--

GRANT SELECT ON TABLE pressrun.queue_depth TO pressrun_monitor;


--
-- Name: TABLE table_health; Type: ACL; Schema: pressrun; Owner: -
--

GRANT SELECT ON TABLE pressrun.table_health TO pressrun_monitor;


--
-- Name: TABLE queue_health; Type: ACL; Schema: pressrun; Owner: -
--

GRANT SELECT ON TABLE pressrun.queue_health TO pressrun_monitor;


--
-- Name: TABLE retention; Type: ACL; Schema: pressrun; Owner: -
--

GRANT SELECT ON TABLE pressrun.retention TO pressrun_monitor;
GRANT SELECT ON TABLE pressrun.retention TO pressrun_worker;


--
-- Name: TABLE schedules; Type: ACL; Schema: pressrun; Owner: -
--

GRANT SELECT ON TABLE pressrun.schedules TO pressrun_worker;


--
-- Name: TABLE schedule_status; Type: ACL; Schema: pressrun; Owner: -
--

GRANT SELECT ON TABLE pressrun.schedule_status TO pressrun_worker;
GRANT SELECT ON TABLE pressrun.schedule_status TO pressrun_monitor;


--
-- Name: TABLE tenant_depth; Type: ACL; Schema: pressrun; Owner: -
--

GRANT SELECT ON TABLE pressrun.tenant_depth TO pressrun_monitor;


--
-- Name: TABLE workers; Type: ACL; Schema: pressrun; Owner: -
--

GRANT SELECT ON TABLE pressrun.workers TO pressrun_worker;


--
-- Name: TABLE worker_status; Type: ACL; Schema: pressrun; Owner: -
--

GRANT SELECT ON TABLE pressrun.worker_status TO pressrun_monitor;


--
-- PostgreSQL database dump complete
--


