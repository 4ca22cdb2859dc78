select d.endpoint, d.settings ->> 'description' as description,
  (select string_agg(k, ', ' order by k) from jsonb_object_keys(case jsonb_typeof(d.options -> 'properties')
    when 'object' then d.options -> 'properties' else '{}' end) k) as options, d.registered_at
from pressrun.destinations d order by d.endpoint
