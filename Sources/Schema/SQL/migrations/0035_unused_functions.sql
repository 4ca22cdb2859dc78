-- The problem of a destination is a result of pressrun.canonical_destination.
drop function if exists pressrun.destination_problem(text);
