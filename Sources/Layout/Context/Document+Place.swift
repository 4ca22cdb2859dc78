import Markup
import Resources

extension Document {
  /// The position of a node in the source, for the image store and for links; unknown for `.none`.
  func place(_ node: NodeID) -> SourcePlace {
    node.isNone ? SourcePlace() : SourcePlace(line: Int(self[node].line), column: Int(self[node].column))
  }
}
