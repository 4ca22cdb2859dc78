// The Paint room.
