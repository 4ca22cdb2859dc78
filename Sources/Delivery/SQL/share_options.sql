select destination, allowed, rule, addresses, exceptions, settings::text, options::text
from pressrun.share_options($1, $2)
