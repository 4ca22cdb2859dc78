-- Members that the payloads of a tenant's jobs have if they do not state them, such as the sender of invoices.

create table pressrun.payload_defaults (
  tenant text not null,
  kind text not null,
  members json not null check (octet_length(members::text) <= 1048576),
  set_at timestamptz not null default now(),
  set_by text not null default session_user,
  primary key (tenant, kind)
);
comment on table pressrun.payload_defaults is
  'Members of payloads by tenant and kind. A payload''s own member takes precedence; a default of the kind''s file does not.';
comment on column pressrun.payload_defaults.members is 'A JSON object.';

-- Has more parameters now.
drop function if exists pressrun.check_fields(text, json[]);
