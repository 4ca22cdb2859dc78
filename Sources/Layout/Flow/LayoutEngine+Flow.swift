import Markup
import Resources
import Style
import TextShaping

extension LayoutEngine {
  /// Lays out a document, and returns its content in reading order with the sizes found.
  /// - Throws: `LayoutError` if the document exceeds a limit.
  @export(interface)
  package static func flow(
    _ document: consuming StyledDocument, shaper: TextShaper, images: ImageStore, limits: Limits = Limits()
  ) throws(LayoutError) -> DocumentFlow {
    document.sizeInitialLetters(shaper)
    var builder = BoxTreeBuilder(document: document, images: images)
    builder.maxBoxes = limits.boxes
    let root = try builder.build()
    builder.resolveReferences()
    builder.loadDecorations()
    let context = builder.context(shaper: shaper, limits: limits)
    guard let root else {
      return DocumentFlow(document: context.document, pageCount: 1, diagnostics: context.diagnostics.entries)
    }
    // Margin boxes are added to the tree after the document's boxes, and may replace the text of references.
    var paginator = Paginator(context: context, root: root, limits: limits)
    let laidOut = try paginator.run()
    return paginator.flow(of: laidOut)
  }
}

extension Paginator {
  /// The content of the document that has been laid out.
  fileprivate mutating func flow(of laidOut: LaidOutDocument) -> DocumentFlow {
    var builder = FlowBuilder(frames: FlowFrames(laidOut, nodes: context.document.document.nodes.count))
    let box = builder.box(root, of: context)
    var flow = DocumentFlow(
      document: context.document, root: box, pageCount: laidOut.pages.count, diagnostics: laidOut.diagnostics)
    for (node, texts) in context.tree.generated where !texts.strings.isEmpty {
      flow.strings[node] = texts.strings.map { ($0.name, $0.text.text { _ in "" }) }
    }
    for style in builder.lineStyles {
      let metrics = context.shaper.metrics(context.font(style))
      flow.lineHeights[style] = DocumentFlow.LineHeight(
        used: context.lineHeight(style), natural: metrics.ascent + metrics.descent + metrics.lineGap)
    }
    return flow
  }
}

/// The first fragment of each element on its page.
struct FlowFrames {
  private var frames: ContiguousArray<Rect> = []
  /// The rectangles of images relative to their border boxes, by node.
  private(set) var pictures: [NodeID: Rect] = [:]
  /// One more than the index in `frames`, or 0 for elements without a frame, by node.
  private var indices: ContiguousArray<UInt32>

  init(_ document: LaidOutDocument, nodes: Int) {
    indices = ContiguousArray(repeating: 0, count: nodes)
    var top = 0.0
    for page in document.pages {
      for fragment in page.fragments where !fragment.node.isNone && fragment.part == .content {
        recordFrame(of: fragment, on: page, top: top)
      }
      top += page.size.height
    }
  }

  private mutating func recordFrame(of fragment: Fragment, on page: Page, top: Double) {
    let node = Int(fragment.node.index)
    switch fragment.content {
    case .box, .fieldset, .group, .collapsedBox, .generated, .control: break
    case .image(let image):
      guard pictures[fragment.node] == nil else { return }
      let content = page.images[Int(image)].area
      pictures[fragment.node] = Rect(
        x: content.x - fragment.frame.x, y: content.y - fragment.frame.y, width: content.width, height: content.height)
    case .inlineBox, .background, .canvas, .layer, .text, .rule, .formulaLine, .bullet: return
    }
    guard indices[node] == 0 else { return }
    frames.append(fragment.frame)
    frames[frames.count - 1].y += top
    indices[node] = UInt32(frames.count)
  }

  subscript(node: NodeID) -> Rect? {
    guard !node.isNone, indices[Int(node.index)] > 0 else { return nil }
    return frames[Int(indices[Int(node.index)] - 1)]
  }
}
