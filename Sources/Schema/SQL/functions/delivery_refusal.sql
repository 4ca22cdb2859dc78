create or replace function pressrun.delivery_refusal(tenant text, kind text, destination text) returns text
language sql stable
as $$ select pressrun.destination_refusal(tenant, kind, destination) $$;
comment on function pressrun.delivery_refusal is
  'The reason why a document of a kind and tenant must not be delivered to a destination now; null if it may. Policies may have '
  'changed since the job was enqueued.';
