-- Payloads of kinds with a schema are checked by enqueue_many.
select has_function_privilege(
    'pressrun.prepare_many(text, text, int, int, text, text, timestamptz, int, text)', 'execute')
  and has_table_privilege('pressrun.jobs', 'insert') and has_table_privilege('pressrun.payloads', 'insert')
  and not pressrun.have_schema($1)
