// The JobQueue room.
