// The Fleet room.
