create or replace function pressrun.destination_problem(destination text) returns text
language sql immutable strict
as $$ select c.problem from pressrun.canonical_destination(destination) c $$;
comment on function pressrun.destination_problem is 'What is wrong with a destination; null if it is valid.';
