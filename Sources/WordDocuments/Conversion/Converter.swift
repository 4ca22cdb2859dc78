import Diagnostics
import Layout
import Markup
import Resources
import Style

/// Converts the content of a document to paragraphs and tables.
///
/// Each kind of content is an extension in a separate file. The context of a box is a parameter (`BlockContext`);
/// properties that the next paragraph takes over (margins, breaks, numbers, bookmarks) are in `pending`.
final class Converter {
  var document: StyledDocument
  let root: FlowBox?
  let strings: [NodeID: [(name: String, text: String)]]
  let lineHeights: [StyleID: DocumentFlow.LineHeight]
  let images: ImageStore
  let limits: WordDocument.Limits
  var diagnostics = DiagnosticLog(limit: 100)

  /// The blocks of the document, cell, footnote or header that is being converted.
  var blocks: [Block] = []
  var pending = Pending()
  var numbering = NumberingCatalog()
  /// The bodies of footnotes; the first has the number 1.
  var footnotes: [[Block]] = []
  var bookmarks: Bookmarks
  var sections: [Section] = []
  /// The contents of header and footer parts.
  var headers: [[Block]] = []
  var footers: [[Block]] = []
  /// Elements with `position: running()`, by name.
  var running: [String: FlowBox] = [:]
  /// Tables of contents: indices of `blocks` of the document.
  var contents: [ContentsRange] = []
  var paragraphCount = 0
  /// How often each problem was reported.
  private var warned: [String: Int] = [:]
  /// The formatting of text, by style.
  var knownCharacters: [StyleID: RunProperties] = [:]
  /// The fonts that Word uses where a font is not installed, by font.
  var fontAlternatives: [String: [String]] = [:]
  /// The floats that have tables, and are therefore set in sequence.
  var unframed: Set<FloatBox> = []
  /// Whether any text is hyphenated automatically.
  let hyphenates: Bool
  /// The distance by which the margins of the root and the body move the text from the page area, px.
  var inset = Sides(0.0)

  init(_ flow: DocumentFlow, images: ImageStore, limits: WordDocument.Limits) {
    document = flow.document
    root = flow.root
    strings = flow.strings
    lineHeights = flow.lineHeights
    self.images = images
    self.limits = limits
    bookmarks = Bookmarks(flow.document.document)
    hyphenates = flow.document.styles.contains { $0.text.hyphens == .auto }
  }

  subscript(style: StyleID) -> ComputedStyle {
    _read { yield document.styles[Int(style.index)] }
  }

  func convertDocument() throws(WordError) {
    guard let root else { return try endDocument() }
    collectRunning(root)
    inset = bodyInset(root)
    let page = pageStyle(named: nil, isFirst: true)
    let width = page.box.contentWidth - inset.left - inset.right
    var context = BlockContext(width: max(10, width))
    context.isBody = true
    // The insets are part of the page's margins.
    context.left = -inset.left
    context.right = -inset.right
    context.width += inset.left + inset.right
    try convert(root, context)
    try endDocument()
  }

  private func endDocument() throws(WordError) {
    if blocks.isEmpty { try appendParagraph(emptyParagraph()) }
    if case .table? = blocks.last { try appendParagraph(separator()) }
    if !pending.pictures.isEmpty { try appendParagraph(separator()) }
    markContents()
    try finishSections()
  }

  /// Reports a problem with an element, unless the same problem has been reported for several others.
  func warn(_ code: String, _ message: String, _ node: NodeID, severity: Diagnostic.Severity = .warning) {
    warned[code, default: 0] += 1
    guard warned[code, default: 0] <= 5 else { return }
    let source = document.document
    let place =
      node.isNone ? SourceLocation() : SourceLocation(line: Int(source[node].line), column: Int(source[node].column))
    diagnostics.add(Diagnostic(code, message, at: place, severity: severity))
  }

  /// Whether a box belongs to an element with a name. Anonymous boxes belong to no element.
  func isElement(_ box: FlowBox, _ name: Atom) -> Bool {
    !box.node.isNone && document.document.isElement(box.node, name)
  }

  // MARK: - The body

  /// The horizontal edges of the root and the body.
  private func bodyInset(_ root: FlowBox) -> Sides<Double> {
    var inset = Sides(0.0)
    var box: FlowBox? = root
    while let current = box {
      guard isElement(current, .html) || isElement(current, .body),
        case .auto = self[current.style].box.width
      else { break }
      let edges = edges(of: current.style, width: 0)
      inset.left += edges.margin.left + edges.padding.left + edges.border.left
      inset.right += edges.margin.right + edges.padding.right + edges.border.right
      box = current.children.first { isElement($0, .body) }
    }
    return inset
  }

  /// The colour of the page's background, from the root or the body; nil for white paper.
  var background: String? {
    guard let root else { return nil }
    let body = root.children.first { isElement($0, .body) }
    for style in [root.style, body?.style].compactMap({ $0 }) where self[style].paint.backgroundColor.alpha > 0 {
      let color = self[style].paint.backgroundColor.hex
      return color == "FFFFFF" ? nil : color
    }
    return nil
  }

  private func collectRunning(_ box: FlowBox) {
    if case .running(let name) = self[box.style].box.position {
      if running[name] == nil { running[name] = box }
      return
    }
    switch box.content {
    case .boxes(let children): for child in children { collectRunning(child) }
    case .lines(let lines):
      for item in lines.items {
        switch item.kind {
        case .outOfFlow(let object), .atomic(let object), .float(let object): collectRunning(object)
        default: break
        }
      }
    case .table(let table):
      for row in table.rows { for cell in row.cells { collectRunning(cell.box) } }
    case .picture, .formula, .control, .leader, .blank: break
    }
  }
}

/// The properties of a box that depend on the boxes around it.
struct BlockContext {
  /// The distances between the edges of the text area (page or cell) and the containing block, px.
  var left = 0.0
  var right = 0.0
  /// The width of the containing block, px.
  var width: Double
  /// The box is in the flow of the document, not in a cell, footnote or header.
  var isBody = false
  /// The role of text in generic elements.
  var base = ParagraphRole.Base.normal
  /// The nearest element with a box.
  var element = NodeID.none
  /// The number of levels of lists around the box.
  var listDepth = 0
  /// The outermost list, an index of `NumberingCatalog`.
  var list: Int?
  /// Borders and background of containers that their paragraphs show.
  var decoration: Decoration?
  var keepsLines = false
  var tableDepth = 0
  /// Replaces the alignment of text at the start of lines.
  var alignsEnd = false
  var link: String?
  /// The used value of `page`.
  var pageName: String?

  init(width: Double) { self.width = width }
}

/// Borders and background of a container.
struct Decoration {
  var borders: Sides<Border>
  var shading: String
  /// The distances from the edges of the text area to the inner sides of the borders, px.
  var left, right: Double
}

/// Properties that apply to the next paragraph or table.
struct Pending {
  /// The adjoining margins, and the padding, above the next paragraph, px.
  var margin = 0.0
  var padding = 0.0
  var breaksPage = false
  var bookmarks: [Int] = []
  var number: NumberingPosition?
  /// The text of a marker without numbering definition.
  var markerText: (text: String, style: StyleID)?
  /// The top border of a container.
  var border: Border?
  /// Images beside the text, which are anchored to the paragraph.
  var pictures: [Inline] = []
}

/// The used edges of a box, px.
struct Edges {
  var margin = Sides(0.0)
  var border = Sides(0.0)
  var padding = Sides(0.0)
  /// The width of the content box, px.
  var width = 0.0
}
