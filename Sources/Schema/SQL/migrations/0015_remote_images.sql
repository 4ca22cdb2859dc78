-- Images of documents on other hosts: the hosts that a tenant allows, and what each job got from them.

create table pressrun.image_hosts (
  tenant text not null,
  host text not null,
  added_at timestamptz not null default now(),
  added_by text not null default session_user,
  primary key (tenant, host)
);
comment on table pressrun.image_hosts is
  'The hosts from which workers fetch images of a tenant''s documents. Without a row, nothing is fetched.';
comment on column pressrun.image_hosts.host is
  'Such as cdn.example, *.img.example for all hosts below, cdn.example:8443, or http://cdn.example for a host without encryption.';

create table pressrun.job_images (
  job_id bigint not null,
  address text not null,
  sha256 text not null,
  fetched_at timestamptz not null default now(),
  primary key (job_id, address)
);
create index job_images_sha256 on pressrun.job_images (sha256);
comment on table pressrun.job_images is
  'The images that a worker fetched for a job, so that a retry gives the same document. The files are in the artifact store.';
comment on column pressrun.job_images.address is 'As the document has it.';

comment on table pressrun.audit_log is
  'What people and programs did through the HTTP service, and what logins opened to tenants. Rows are never changed or removed.';
