-- Deliveries of several files: all files of the outputs that the options of a delivery name.

-- Functions that get other parameters or results.
drop function if exists
  pressrun.claim_deliveries(bigint, int, double precision, bigint, int, text[], int[]),
  pressrun.create_share_link(uuid, bytea, bigint, interval, int, text, bigint);

alter table pressrun.deliveries add column files jsonb;
comment on column pressrun.deliveries.files is
  'All files as an array of objects with output, fileName, sha256, bytes and mediaType, if there are several; the other columns '
  'describe the first.';

drop index if exists pressrun.share_links_delivery;
create unique index share_links_delivery on pressrun.share_links (delivery_id, sha256) where delivery_id is not null;
comment on column pressrun.share_links.delivery_id is
  'The delivery that made the link, which has at most one for each file; null if a person did.';
