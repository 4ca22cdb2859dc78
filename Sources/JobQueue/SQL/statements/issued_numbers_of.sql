select number, text, unique_key, issued_at, voided_at, void_reason
from pressrun.issued_numbers_of($1, $2, $3, $4)
