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

  static let none = UInt32.max

  /// - Parameter footnotes: the elements that are footnotes.
  package init(_ document: Document, footnotes: Set<NodeID> = []) {
    self.document = document
    self.footnotes = footnotes
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
        if elements[Int(around)].type.isGrouping, !isBlank(id) { owner = paragraph(around, run: parent, id, &runs) }
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
    if entry.namespace == .svg { return entry.name == .svg ? add(.figure, node, around, order: node.index) : around }
    guard entry.namespace == .html else { return around }
    if footnotes.contains(node) { return add(.note, node, around, order: node.index) }
    if let alternative = document.attribute(node, .alt), alternative.isEmpty, entry.name == .img { return Self.none }
    guard let type = Self.type(entry.name, hasAddress: document.hasAttribute(node, .href)) else { return around }
    let new = add(type, node, around, order: node.index)
    switch entry.name {
    case .dt: return add(.label, node, new, order: node.index)
    case .li:
      // For the marker; left out of the file if no marker is visible.
      _ = add(.label, node, new, order: node.index)
      return add(.itemBody, node, new, order: node.index)
    case .dd: return add(.itemBody, node, new, order: node.index)
    default: return new
    }
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

extension StructureType {
  /// Whether elements of this type hold other elements and no text of their own.
  fileprivate var isGrouping: Bool {
    switch self {
    case .document, .section, .article, .quotation: true
    default: false
    }
  }
}
