select c.tenant, c.document, c.sequence, c.chain, c.failures
from pressrun.claim_due_timestamp($1::double precision * interval '1 second', only_tenant => $2, only_document => $3) c
