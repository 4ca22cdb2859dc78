select 'pressrun_documents_total' as name, array['destination_kind', c.destination_kind, 'outcome', o.outcome] as labels,
  sum(o.documents)::float8 as value
from pressrun.destination_counts c cross join lateral (values
  ('delivered', c.delivered), ('failed', c.failed), ('refused', c.refused)) o (outcome, documents)
group by c.destination_kind, o.outcome
union all
select 'pressrun_circuit_breakers', array['state', s.state], count(b.queue)
from (values ('closed'), ('open'), ('half_open'), ('disabled')) s (state)
  left join pressrun.circuit_breakers b on b.state = s.state
group by s.state
