select encode(i.bytes, 'base64') as bytes, i.sha256
from pressrun.base_indexes i
where i.tenant = $1 and i.base_sha256 = $2 and i.format = $3
