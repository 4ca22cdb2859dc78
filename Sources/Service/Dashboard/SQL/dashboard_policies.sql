select p.tenant, p.sharing, p.allowed, p.denied from pressrun.policies p
where $1::text[] is null or p.tenant = any ($1::text[]) or p.tenant = '*'
order by p.tenant limit 500
