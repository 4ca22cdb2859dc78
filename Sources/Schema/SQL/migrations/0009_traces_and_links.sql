-- The W3C trace context of the request that enqueued a job, and downloads of share links by day.

alter table pressrun.jobs add column traceparent text;
comment on column pressrun.jobs.traceparent is
  'Trace context of the request that enqueued the job (W3C Trace Context, version 00); null if it had none. The job of a '
  'delivery has that of the job that made the document.';

-- These have another parameter or column now.
drop function if exists pressrun.enqueue(
  text, json, text, text, int, timestamptz, text, int, text, text, interval, json);
drop function if exists pressrun.enqueue_one(
  text, json, text, text, int, timestamptz, text, int, text, text, interval, json);
drop function if exists pressrun.enqueue_uncached(
  bigint, text, json, text, text, int, timestamptz, text, int, text, text, interval, json);
drop function if exists pressrun.enqueue_many(
  text, json[], text, text, int, timestamptz, text[], int, text, text, interval, json);
drop function if exists pressrun.claim(bigint, text[], int, double precision, bigint);
drop function if exists pressrun.claim_deliveries(bigint, int, double precision, bigint, int, text[], int[]);

-- Downloads of share links by day. Nothing identifies who downloaded.

create table pressrun.share_link_days (
  link_id uuid not null references pressrun.share_links on delete cascade,
  day date not null,
  downloads int not null,
  primary key (link_id, day)
) with (fillfactor = 70);
comment on table pressrun.share_link_days is 'Downloads of each share link by day (UTC). Nothing identifies the readers.';

-- Returns more columns now.
drop function if exists pressrun.find_share_link(bytea);
