select sequence, chain, inserted
from pressrun.add_segment($1, $2, $3, $4, decode($5, 'base64'), $6, $7, decode($8, 'base64'), $9, $10, $11)
