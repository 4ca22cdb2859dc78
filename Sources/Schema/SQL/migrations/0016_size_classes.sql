-- Size classes of pages that are open to tenants before the kind's file supports them for all.

create table pressrun.open_size_classes (
  tenant text not null,
  kind text not null,
  size_class text not null check (size_class in ('compact', 'regular')),
  opened_at timestamptz not null default now(),
  opened_by text not null default session_user,
  primary key (tenant, kind, size_class)
);
comment on table pressrun.open_size_classes is
  'Size classes of pages that jobs of a tenant and kind may have besides those that the kind''s file supports.';
