// The ArtifactStore room.
