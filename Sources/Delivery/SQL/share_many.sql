select pressrun.share($1, d.destination, $3)
from unnest($2::text[]) with ordinality as d (destination, ordinal) order by d.ordinal
