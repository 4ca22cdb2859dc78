select kind, sha256, bytes, files, first_seen, first_host, workers, pinned
from pressrun.template_overview where $1::text is null or kind = $1 order by kind, first_seen
