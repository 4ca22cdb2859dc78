select c.changed_at, c.login, c.role, c.before::text, c.after::text
from pressrun.policy_changes c
where c.kind = $1
order by c.id desc
limit $2
