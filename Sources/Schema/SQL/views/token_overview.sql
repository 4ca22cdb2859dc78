create or replace view pressrun.token_overview as
select t.id, t.name, t.permissions, t.tenants, t.created_at, t.created_by, t.expires_at, t.revoked_at, t.last_used_on,
  case
    when t.revoked_at is not null then 'revoked'
    when t.expires_at <= now() then 'expired'
    else 'active'
  end as state
from pressrun.access_tokens t;
comment on view pressrun.token_overview is 'Tokens for the HTTP service, without secrets.';
comment on column pressrun.token_overview.id is 'Identifies the token without granting access.';
comment on column pressrun.token_overview.name is 'Who or what uses the token.';
comment on column pressrun.token_overview.permissions is 'Scopes of the API and roles in the dashboard.';
comment on column pressrun.token_overview.tenants is 'The tenants whose data the token gives access to; null for all.';
comment on column pressrun.token_overview.created_at is 'When the token was made.';
comment on column pressrun.token_overview.created_by is 'The login that made the token.';
comment on column pressrun.token_overview.expires_at is 'When the token ends; null for never.';
comment on column pressrun.token_overview.revoked_at is 'When the token was revoked; null if it was not.';
comment on column pressrun.token_overview.last_used_on is 'The last day (UTC) on which the token was used; null for never.';
comment on column pressrun.token_overview.state is 'active, expired or revoked.';
grant select on pressrun.token_overview to pressrun_compliance;
