extension Document {
  /// Limits on markup; parsing throws if one is exceeded.
  package struct Limits: Sendable {
    /// The size of the source.
    package var bytes = 64 << 20
    package var nodes = 4_000_000
    /// The nesting depth of elements.
    package var depth = 512
    package init() {}
  }
}
