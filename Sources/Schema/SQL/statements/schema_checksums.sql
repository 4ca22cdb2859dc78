select encode(sha256(convert_to(t.text, 'UTF8')), 'hex')
from unnest($1::text[]) with ordinality as t (text, ordinal)
order by t.ordinal
