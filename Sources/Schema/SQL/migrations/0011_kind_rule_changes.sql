-- Changes of the destinations that a kind allows are recorded beside those of policies.
alter table pressrun.policy_changes
  alter column tenant drop not null,
  add column kind text,
  add constraint policy_changes_subject check (num_nonnulls(tenant, kind) = 1);
create index policy_changes_kind on pressrun.policy_changes (kind, id);
comment on table pressrun.policy_changes is
  'Every change of a policy and of the destinations of a kind. Rows are never changed or removed.';
comment on column pressrun.policy_changes.tenant is 'The tenant, or * for the default policy; null for the rules of a kind.';
comment on column pressrun.policy_changes.kind is 'The kind; null for a policy.';
comment on column pressrun.policy_changes.before is 'The policy or the rules before the change; null if there was none.';
comment on column pressrun.policy_changes.after is 'The policy or the rules after the change; null if it was removed.';
