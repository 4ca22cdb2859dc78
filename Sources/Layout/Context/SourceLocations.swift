import Diagnostics
import Markup

extension Document {
  /// The position of a node in the source, for diagnostics; unknown for `.none`.
  func place(_ node: NodeID) -> SourceLocation {
    node.isNone ? SourceLocation() : SourceLocation(line: Int(self[node].line), column: Int(self[node].column))
  }
}
