import Diagnostics
import Markup
import Resources
import Style
import TextShaping

/// The state of laying out one document: its boxes and styles, the page in progress, the caches, and the limits.
///
/// Each formatting context is an extension of this type in a folder of its own. What a box's layout depends on from
/// outside is not kept here but passed to it as a `ConstraintSpace`.
///
/// Not copyable: a copy would retain and release each array, and the first change afterwards would copy the array.
struct LayoutContext: ~Copyable {
  var document: StyledDocument
  var tree: BoxTree
  let shaper: TextShaper
  let images: ImageStore
  /// Shaped texts, of which text fragments are slices.
  var texts: ContiguousArray<ShapedText> = []
  var page = PageState()
  var caches = LayoutCaches()
  var nesting = NestingDepth()
  var effort = Effort()
  var diagnostics = DiagnosticLog(limit: 100)
  /// The first limit that was exceeded. Nothing more is laid out after it.
  var failure: LayoutError?

  init(document: StyledDocument, tree: BoxTree, shaper: TextShaper, images: ImageStore) {
    self.document = document
    self.tree = tree
    self.shaper = shaper
    self.images = images
  }
}

/// How deep the layout in progress is nested.
struct NestingDepth {
  var boxes = 0
  /// Multi-column containers.
  var columns = 0
  /// Boxes that break independently of their siblings.
  var parallelBoxes = 0
  let stack = StackGuard()
}

extension LayoutContext {
  /// The computed style of a box, read in place.
  subscript(box: BoxID) -> ComputedStyle {
    _read { yield document.styles[Int(tree[box].style.index)] }
  }

  subscript(style: StyleID) -> ComputedStyle {
    _read { yield document.styles[Int(style.index)] }
  }

  /// Records that a limit was exceeded, which ends layout. Only the first call has an effect.
  mutating func fail(_ code: LayoutError.Code, _ message: String, _ box: BoxID) {
    fail(code, message, at: box.isNone ? .none : tree[box].node)
  }

  mutating func fail(_ code: LayoutError.Code, _ message: String, at node: NodeID) {
    guard failure == nil else { return }
    failure = LayoutError(code: code, message: message, line: node.isNone ? nil : Int(document.document[node].line))
  }

  /// Reports a problem with the element of a box.
  mutating func warn(_ code: String, _ message: String, _ box: BoxID) {
    diagnostics.add(Diagnostic(code, message, at: document.document.place(tree[box].node)))
  }
}
