extension Document {
  /// What markup may ask for; past a limit, parsing throws.
  package struct Limits: Sendable {
    /// Of the source.
    package var bytes = 64 << 20
    package var nodes = 4_000_000
    /// Of elements in each other.
    package var depth = 512
    package init() {}
  }
}
