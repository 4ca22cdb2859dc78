import Diagnostics
import Markup
import Resources

extension Document {
  /// Where a node stands in the source, for messages; an unknown place for `.none`.
  func place(_ node: NodeID) -> SourceLocation {
    node.isNone ? SourceLocation() : SourceLocation(line: Int(self[node].line), column: Int(self[node].column))
  }
}
