create or replace function pressrun.refuse_change() returns trigger
language plpgsql
as $$
begin
  raise exception '% of % is refused: the table is append-only', tg_op, tg_table_name using errcode = 'PR009';
end
$$;
comment on function pressrun.refuse_change is
  'Trigger that makes a table append-only: raises PR009 for updates, deletes and truncation.';
create or replace trigger append_only before update or delete or truncate on pressrun.annotation_documents
  for each statement execute function pressrun.refuse_change();
create or replace trigger append_only before update or delete or truncate on pressrun.annotation_segments
  for each statement execute function pressrun.refuse_change();
create or replace trigger append_only before update or delete or truncate on pressrun.annotation_builds
  for each statement execute function pressrun.refuse_change();
create or replace trigger append_only before update or delete or truncate on pressrun.annotation_updates
  for each statement execute function pressrun.refuse_change();
create or replace trigger append_only before update or delete or truncate on pressrun.annotation_receipts
  for each statement execute function pressrun.refuse_change();
create or replace trigger append_only before update or delete or truncate on pressrun.annotation_timestamps
  for each statement execute function pressrun.refuse_change();
create or replace trigger append_only before update or delete or truncate on pressrun.policy_changes
  for each statement execute function pressrun.refuse_change();
create or replace trigger append_only before update or delete or truncate on pressrun.audit_log
  for each statement execute function pressrun.refuse_change();
-- "Always": also while session_replication_role or a restore disables ordinary triggers.
alter table pressrun.annotation_documents enable always trigger append_only;
alter table pressrun.annotation_segments enable always trigger append_only;
alter table pressrun.annotation_builds enable always trigger append_only;
alter table pressrun.annotation_updates enable always trigger append_only;
alter table pressrun.annotation_receipts enable always trigger append_only;
alter table pressrun.annotation_timestamps enable always trigger append_only;
alter table pressrun.policy_changes enable always trigger append_only;
alter table pressrun.audit_log enable always trigger append_only;
