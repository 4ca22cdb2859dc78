-- Warnings about documents are listed by time.
create index attempts_with_warnings on pressrun.attempts (finished_at) where warnings is not null;
