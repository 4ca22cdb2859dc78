import Diagnostics
import Markup
import PDF

/// The logical structure of an HTML document for a tagged PDF (ISO 32000-1, 14.7 and 14.8.4).
///
/// It depends on the markup alone. Elements without visible content are left out when the tree is written.
package struct DocumentStructure: Sendable {
  struct Element: Sendable {
    var type: StructureType
    /// The HTML element; `.none` for anonymous paragraphs.
    var node: NodeID
    /// The index of its parent; its own index for the document.
    var parent: UInt32
    /// Its position in the document: the index of its first node.
    var order: UInt32
  }

  /// `elements[0]` is the document. Parents precede their children.
  private(set) var elements: ContiguousArray<Element> = [
    Element(type: .document, node: .none, parent: 0, order: 0)
  ]
  /// Owning structure element of each node; `none` for decoration.
  private(set) var elementOfNode: ContiguousArray<UInt32>
  /// The anonymous paragraphs for text beside blocks, by the node that contains both.
  private(set) var paragraphs: [UInt32: ContiguousArray<UInt32>] = [:]
  let document: Document
  private let footnotes: Set<NodeID>
  /// Tables that only place their content (`role="presentation"`, WAI-ARIA 1.2, 5.4), and their parts.
  private var layoutTables: Set<NodeID> = []
  /// For each list, the item of its last `dt`, to which the next `dd` belongs.
  private var terms: [UInt32: UInt32] = [:]
  /// Whether pictures without alternative text are decoration.
  private let needsAlternatives: Bool
  /// Pictures that are decoration for that reason.
  package private(set) var diagnostics: [Diagnostic] = []

  static let none = UInt32.max

  /// - Parameters:
  ///   - footnotes: the elements that are footnotes.
  ///   - needsAlternatives: whether pictures without alternative text become decoration, with a diagnostic, because a
  ///     figure must have one (ISO 14289-1, 7.3).
  package init(_ document: Document, footnotes: Set<NodeID> = [], needsAlternatives: Bool = false) {
    self.document = document
    self.footnotes = footnotes
    self.needsAlternatives = needsAlternatives
    elementOfNode = ContiguousArray(repeating: 0, count: document.nodes.count)
    // By container: the open anonymous paragraph for text beside blocks.
    var runs: [UInt32: UInt32] = [:]
    for index in document.nodes.indices.dropFirst() {
      let id = NodeID(UInt32(index))
      let parent = document.nodes[index].parent
      let around = elementOfNode[Int(parent.index)]
      guard around != Self.none else {
        elementOfNode[index] = Self.none
        continue
      }
      var owner = around
      if isPhrasing(id) {
        if elements[Int(around)].type.isGrouping, !isBlank(id) {
          owner = paragraph(around, run: parent, id, &runs)
        } else if elements[Int(around)].type == .list, !isBlank(id) {
          owner = item(in: around, id)
        }
      } else {
        runs[parent.index] = nil
      }
      elementOfNode[index] = document.nodes[index].kind == .element ? element(for: id, in: owner) : owner
    }
  }

  /// The anonymous paragraph of adjacent text and inline elements in the container `run`.
  private mutating func paragraph(
    _ around: UInt32, run: NodeID, _ node: NodeID, _ runs: inout [UInt32: UInt32]
  ) -> UInt32 {
    if let known = runs[run.index] { return known }
    let new = add(.paragraph, .none, around, order: node.index)
    runs[run.index] = new
    paragraphs[run.index, default: []].append(new)
    return new
  }

  private mutating func add(_ type: StructureType, _ node: NodeID, _ parent: UInt32, order: UInt32) -> UInt32 {
    elements.append(Element(type: type, node: node, parent: parent, order: order))
    return UInt32(elements.count - 1)
  }

  /// The structure element for the content of an HTML element. Elements with a structure type get a new one, the others
  /// use that of their parent.
  private mutating func element(for node: NodeID, in around: UInt32) -> UInt32 {
    let entry = document[node]
    if isHidden(node), !elements[Int(around)].type.isStrict { return Self.none }
    if entry.namespace == .svg { return entry.name == .svg ? figure(node, in: around) : around }
    guard entry.namespace == .html else { return around }
    if footnotes.contains(node) { return add(.note, node, around, order: node.index) }
    if let alternative = document.attribute(node, .alt), alternative.isEmpty, entry.name == .img { return Self.none }
    guard var stated = Self.type(entry.name, hasAddress: document.hasAttribute(node, .href)) else {
      return language(node, in: around)
    }
    if isLayout(node, stated) {
      guard stated == .cell || stated == .header || stated == .caption else { return language(node, in: around) }
      stated = .division
    }
    if stated == .figure { return figure(node, in: around) }
    let type = type(stated, in: elements[Int(around)].type)
    var parent = around
    if elements[Int(around)].type == .list, type != .item, type != .list, type != .caption {
      parent = item(in: around, node)
    }
    if entry.name == .dd, type == .item, let item = terms.removeValue(forKey: parent) {
      return add(.itemBody, node, item, order: node.index)
    }
    let new = add(type, node, parent, order: node.index)
    guard type == .item else { return new }
    if entry.name == .dt {
      terms[parent] = new
      return add(.label, node, new, order: node.index)
    }
    // For the marker; left out of the file if no marker is visible.
    if entry.name == .li { _ = add(.label, node, new, order: node.index) }
    return add(.itemBody, node, new, order: node.index)
  }

  /// An element for a node without a structure type whose language is not that of its parent (ISO 14289-1, 7.2).
  private mutating func language(_ node: NodeID, in around: UInt32) -> UInt32 {
    guard let language = document.statedLanguage(node), !elements[Int(around)].type.isStrict else { return around }
    var ancestor = document[node].parent
    while !ancestor.isNone {
      if let outer = document.statedLanguage(ancestor) {
        if outer.lowercased() == language.lowercased() { return around }
        break
      }
      ancestor = document[ancestor].parent
    }
    // The language of the root is that of the file.
    guard document.documentElement != node else { return around }
    let isBlock = elements[Int(around)].type.holdsBlocks && !isPhrasing(node)
    return add(isBlock ? .division : .span, node, around, order: node.index)
  }

  /// Whether an element is decoration (WAI-ARIA 1.2, `aria-hidden`).
  private func isHidden(_ node: NodeID) -> Bool {
    !document.attributes(of: node).isEmpty && document.attribute(node, "aria-hidden")?.lowercased() == "true"
  }

  /// Whether an element is a part of a table that only places its content.
  private mutating func isLayout(_ node: NodeID, _ type: StructureType) -> Bool {
    switch type {
    case .table:
      let role = document.attribute(node, "role")?.lowercased()
      guard role == "presentation" || role == "none" else { return false }
    case .tableHead, .tableBody, .tableFoot, .row, .header, .cell:
      guard layoutTables.contains(document[node].parent) else { return false }
    case .caption: return layoutTables.contains(document[node].parent)
    default: return false
    }
    layoutTables.insert(node)
    return true
  }

  /// An element's type where it is: a part of a list or table outside of one is a division (ISO 32000-1, 14.8.4.3).
  private func type(_ type: StructureType, in parent: StructureType) -> StructureType {
    let isAllowed =
      switch type {
      case .item: parent == .list
      case .tableHead, .tableBody, .tableFoot: parent == .table
      case .row: parent == .table || parent == .tableHead || parent == .tableBody || parent == .tableFoot
      case .header, .cell: parent == .row
      default: true
      }
    return isAllowed ? type : .division
  }

  /// A picture; decoration if it needs alternative text and has none.
  private mutating func figure(_ node: NodeID, in around: UInt32) -> UInt32 {
    let parent = elements[Int(around)].type == .list ? item(in: around, node) : around
    guard needsAlternatives, alternative(node)?.isEmpty ?? true else {
      return add(.figure, node, parent, order: node.index)
    }
    diagnostics.append(
      Diagnostic(
        "picture_without_alternative",
        "The picture has no alternative text and is marked as decoration; describe it, or write alt=\"\".",
        at: SourceLocation(line: Int(document[node].line), column: Int(document[node].column))))
    return Self.none
  }

  /// The body of a new list item for content that a list contains beside its items.
  private mutating func item(in list: UInt32, _ node: NodeID) -> UInt32 {
    let item = add(.item, .none, list, order: node.index)
    return add(.itemBody, .none, item, order: node.index)
  }

  private static func type(_ name: Atom, hasAddress: Bool) -> StructureType? {
    switch name {
    case .p, .pre: .paragraph
    case .h1: .heading1
    case .h2: .heading2
    case .h3: .heading3
    case .h4: .heading4
    case .h5: .heading5
    case .h6: .heading6
    case .section: .section
    case .article: .article
    case .blockquote: .quotation
    case .ul, .ol, .dl, .menu, .dir: .list
    case .li, .dt, .dd: .item
    case .table: .table
    case .thead: .tableHead
    case .tbody: .tableBody
    case .tfoot: .tableFoot
    case .tr: .row
    case .th: .header
    case .td: .cell
    case .caption, .figcaption: .caption
    case .img, .canvas: .figure
    case .a: hasAddress ? .link : nil
    default: nil
    }
  }

  /// Whether a node is inline content: text, or one of HTML's phrasing elements.
  private func isPhrasing(_ node: NodeID) -> Bool {
    let entry = document[node]
    switch entry.kind {
    case .document: return false
    case .text: return true
    case .element: break
    }
    guard entry.namespace == .html else { return true }
    switch entry.name {
    case .span, .a, .b, .i, .u, .s, .em, .strong, .small, .big, .tt, .code, .kbd, .samp, .var, .cite, .dfn, .abbr,
      .acronym,
      .q, .sub, .sup, .mark, .bdi, .bdo, .ruby, .ins, .del, .strike, .font, .nobr, .wbr, .br, .img, .picture, .embed,
      .object, .canvas, .input, .label, .button, .time, .data:
      return true
    default: return false
    }
  }

  private func isBlank(_ node: NodeID) -> Bool {
    guard document[node].kind == .text else { return false }
    return document.text(node).allSatisfy { $0 == 0x20 || 9...13 ~= $0 }
  }

  /// The label element for a list item's marker, given the item's body.
  func label(beside body: UInt32) -> UInt32? {
    guard body > 0, body != Self.none, elements[Int(body)].type == .itemBody else { return nil }
    let label = elements[Int(body) - 1]
    return label.type == .label && label.node == elements[Int(body)].node ? body - 1 : nil
  }

  /// The owning element of a node; nil for decoration.
  func element(of node: NodeID) -> UInt32? {
    guard Int(node.index) < elementOfNode.count, elementOfNode[Int(node.index)] != Self.none else { return nil }
    return elementOfNode[Int(node.index)]
  }

  /// The nearest element of this type among a node's owner and its ancestors.
  func element(around node: NodeID, type: StructureType) -> UInt32? {
    guard Int(node.index) < elementOfNode.count else { return nil }
    var element = elementOfNode[Int(node.index)]
    while element != Self.none, element != 0 {
      if elements[Int(element)].type == type { return element }
      element = elements[Int(element)].parent
    }
    return nil
  }
}

extension Document {
  /// The language that an element states; nil if it states none.
  func statedLanguage(_ node: NodeID) -> String? {
    let language = attribute(node, .xmlLang) ?? attribute(node, .lang)
    return language?.isEmpty ?? true ? nil : language
  }
}

extension StructureType {
  /// Whether elements of this type may hold paragraphs.
  fileprivate var holdsBlocks: Bool {
    switch self {
    case .itemBody, .cell, .header, .note: true
    default: isGrouping
    }
  }

  /// Whether elements of this type hold other elements and no text of their own.
  fileprivate var isGrouping: Bool {
    switch self {
    case .document, .section, .article, .division, .quotation: true
    default: false
    }
  }
}
