import Markup
import Style

extension BoxTreeBuilder {
  /// A block container while its children are built: blocks become its children; text and inline boxes go into lines,
  /// which become an anonymous block if the container has blocks too.
  struct ContainerBuilder {
    var container: BoxID
    /// The current lines.
    var content: InlineContent?
    /// Open inline boxes. A block inside them closes them all and opens them again after it.
    var open: [InlineBox] = []
    /// Positioned boxes before the lines: one that would be in a line, and those after it, whose order is kept. They
    /// are at the start of the first line, if there is one.
    var beforeLines: [BoxID] = []
    /// The anonymous table around table parts inside an inline box, and the white space after the last part.
    var inlineTable = BoxID.none
    var spaceAfterTable: [(text: [UInt8], style: StyleID, node: NodeID)] = []
    init(container: BoxID) { self.container = container }
    /// Whether the current lines have content, or an inline box is open.
    var isInline: Bool { !open.isEmpty || (content?.hasContent ?? false) }
  }
}
