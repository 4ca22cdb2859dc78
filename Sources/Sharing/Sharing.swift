// The Sharing room.
