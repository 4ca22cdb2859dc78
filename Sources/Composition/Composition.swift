// The Composition room.
