select p.tenant, p.sharing, p.allowed, p.denied
from pressrun.policies p
where p.tenant in ($1, '*')
order by p.tenant = '*'
limit 1
