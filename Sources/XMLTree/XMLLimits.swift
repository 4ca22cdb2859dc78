/// Limits of the size of a document.
package struct XMLLimits: Hashable, Sendable {
  /// The size of the document.
  package var bytes: Int
  /// Elements and attributes together.
  package var nodes: Int
  /// The greatest number of nested elements.
  package var depth: Int

  package init(bytes: Int = 10_000_000, nodes: Int = 100_000, depth: Int = 64) {
    self.bytes = bytes
    self.nodes = nodes
    self.depth = depth
  }
}
