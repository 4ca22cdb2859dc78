import Markup

/// Presentational hints: declarations for HTML's presentational attributes (HTML 15.3, 15.4).
///
/// Blocks are cached by element name and attribute values.
struct PresentationalHints {
  private let document: Document
  private var known: [ContiguousArray<UInt8>: BlockID] = [:]
  /// Whether an attribute is presentational, by its atom.
  private let isHint: [Bool]
  private let svgHints: SVGHints
  /// Whether a table has attributes that affect its cells.
  private let tablesReachCells: Bool

  /// The colour of links, from the `link` attribute of `body`.
  private let linkColor: Value?

  init(_ document: Document) {
    self.document = document
    let body = document.nodes.firstIndex { $0.name == .body && $0.namespace == .html }
    linkColor = body.flatMap { document.attribute(NodeID(UInt32($0)), .link) }.flatMap(LegacyColor.parse).map {
      .color(.color($0))
    }
    var isHint = [Bool](repeating: false, count: document.names.count)
    for atom in Self.attributes where Int(atom.index) < isHint.count { isHint[Int(atom.index)] = true }
    self.isHint = isHint
    svgHints = SVGHints(document.names)
    tablesReachCells = document.attributes.contains {
      $0.name == .cellpadding || $0.name == .border || $0.name == .rules
    }
  }

  private static let attributes: [Atom] = [
    .align, .background, .bgcolor, .border, .bordercolor, .cellpadding, .cellspacing, .clear, .color, .cols, .compact,
    .dir, .face, .frame, .height, .hspace, .lang, .xmlLang, .leftmargin, .marginheight, .marginwidth, .noshade, .nowrap,
    .overflow,
    .reversed, .rightmargin, .rows, .rules, .size, .start, .text, .topmargin, .bottommargin, .type, .valign, .value,
    .vspace, .width, .wrap, .displaystyle, .scriptlevel, .mathcolor, .mathbackground, .mathsize, .mathvariant,
  ]

  /// The attributes that are hints on elements other than HTML elements and `svg`.
  private static let foreignAttributes: [Atom] = [
    .dir, .lang, .xmlLang, .displaystyle, .scriptlevel, .mathcolor, .mathbackground, .mathsize, .mathvariant,
  ]

  /// The block of an element's hints, or `.none`.
  mutating func block(for node: NodeID, blocks: inout BlockTable) -> BlockID {
    let range = document[node].range
    let name = document[node].name
    let isForeign = isForeign(node)
    // Drawings have many elements without hints.
    let isSVG = document[node].namespace == .svg
    if isSVG, isForeign, !svgHints.contains(anyOf: range, in: document) { return .none }
    var table = NodeID.none
    if tablesReachCells,
      name == .td || name == .th || name == .tr || name == .tbody || name == .thead || name == .tfoot
        || name == .colgroup || name == .col
    {
      table = enclosingTable(node)
    }
    var hasHint =
      !table.isNone || name == .bdi
      || isSVG && (name == .foreignObject || svgHints.contains(anyOf: range, in: document))
    for index in Int(range.lowerBound)..<Int(range.upperBound) {
      let attribute = document.attributes[index].name
      if isHint[Int(attribute.index)], !isForeign || Self.foreignAttributes.contains(attribute) { hasHint = true }
    }
    let isColoredLink =
      linkColor != nil && (name == .a || name == .area) && !isForeign && document.hasAttribute(node, .href)
    if isColoredLink { hasHint = true }
    let margins = document.isQuirky ? QuirkMargins(of: node, in: document) : []
    guard hasHint || !margins.isEmpty else { return .none }
    let key = key(node, table, margins)
    if let block = known[key] { return block }
    var builder = HintBuilder(document: document, node: node, table: table)
    builder.build()
    if isSVG { builder.presentationAttributes(svgHints) }
    if isColoredLink, let linkColor { builder.set(.color, linkColor) }
    if margins.contains(.start) { builder.set(.marginTop, .dimension(0, .px)) }
    if margins.contains(.end) { builder.set(.marginBottom, .dimension(0, .px)) }
    let block = builder.declarations.isEmpty ? BlockID.none : blocks.add(builder.declarations)
    known[key] = block
    return block
  }

  /// SVG elements have many attributes with the names of hints.
  private func isForeign(_ node: NodeID) -> Bool {
    let (namespace, name) = (document[node].namespace, document[node].name)
    return namespace != .html && !(namespace == .svg && (name == .svg || name == .foreignObject))
  }

  /// Whether an attribute of a node is presentational.
  private func isHint(_ attribute: Attribute, of node: NodeID) -> Bool {
    if isHint[Int(attribute.name.index)], !isForeign(node) || Self.foreignAttributes.contains(attribute.name) {
      return true
    }
    return document[node].namespace == .svg && svgHints.contains(attribute, in: document)
  }

  private func enclosingTable(_ node: NodeID) -> NodeID {
    var ancestor = document[node].parent
    while !ancestor.isNone, document[ancestor].kind == .element {
      if document[ancestor].name == .table {
        let has =
          document.hasAttribute(ancestor, .cellpadding) || document.hasAttribute(ancestor, .border)
          || document.hasAttribute(ancestor, .rules)
        return has ? ancestor : .none
      }
      ancestor = document[ancestor].parent
    }
    return .none
  }

  /// The cache key: element name, margins without effect, whether it is a link, presentational attributes of the
  /// element and its table, and the direction if it is that of the text.
  private func key(_ node: NodeID, _ table: NodeID, _ margins: QuirkMargins) -> ContiguousArray<UInt8> {
    var key = ContiguousArray<UInt8>()
    func append(_ number: UInt32) { withUnsafeBytes(of: number) { key.append(contentsOf: $0) } }
    append(document[node].name.index)
    append(UInt32(document[node].namespace.rawValue))
    append(margins.rawValue)
    append(document.hasAttribute(node, .href) ? 1 : 0)
    if let isRTL = Directionality.ofText(node, document) { append(isRTL ? 1 : 0) }
    for source in [node, table] where !source.isNone {
      let range = document[source].range
      for index in Int(range.lowerBound)..<Int(range.upperBound) {
        let attribute = document.attributes[index]
        guard isHint(attribute, of: source) else { continue }
        append(attribute.name.index)
        append(UInt32(attribute.value.count))
        key.append(contentsOf: document.bytes[Int(attribute.value.lowerBound)..<Int(attribute.value.upperBound)])
      }
      append(.max)
    }
    return key
  }
}
