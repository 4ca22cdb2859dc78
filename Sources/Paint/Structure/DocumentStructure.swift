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
  /// The elements that are footnotes.
  let footnotes: Set<NodeID>
  let names: AttributeNames
  /// The open parts of `ruby` elements.
  var rubies: [UInt32: RubyPart] = [:]
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
    names = AttributeNames(document)
    elementOfNode = ContiguousArray(repeating: 0, count: document.nodes.count)
    // By container: the open anonymous paragraph for text beside blocks.
    var runs = ContiguousArray(repeating: Self.none, count: document.nodes.count)
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
        let type = elements[Int(around)].type
        if type.isGrouping, !isBlank(id) {
          owner = paragraph(around, run: parent, id, &runs)
        } else if type == .list, !isBlank(id) {
          owner = item(in: around, id)
        } else if document.nodes[Int(parent.index)].name == .ruby, document.isElement(parent, .ruby) {
          owner = rubyPart(of: id, in: parent, around)
        }
      } else {
        runs[Int(parent.index)] = Self.none
      }
      elementOfNode[index] = document.nodes[index].kind == .element ? element(for: id, in: owner) : owner
    }
  }

  /// The anonymous paragraph of adjacent text and inline elements in the container `run`.
  private mutating func paragraph(
    _ around: UInt32, run: NodeID, _ node: NodeID, _ runs: inout ContiguousArray<UInt32>
  ) -> UInt32 {
    let known = runs[Int(run.index)]
    if known != Self.none { return known }
    let new = add(.paragraph, .none, around, order: node.index)
    runs[Int(run.index)] = new
    paragraphs[run.index, default: []].append(new)
    return new
  }

  mutating func add(_ type: StructureType, _ node: NodeID, _ parent: UInt32, order: UInt32) -> UInt32 {
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
    if footnotes.contains(node) { return note(node, in: around) }
    if entry.name == .img, let alternative = document.attribute(node, .alt), alternative.isEmpty { return Self.none }
    guard var stated = StructureType(element: entry.name), stated != .link || document.hasAttribute(node, .href) else {
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
    guard document.hasAttributes(node), let language = document.statedLanguage(node),
      !elements[Int(around)].type.isStrict, elements[Int(around)].node != node
    else { return around }
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
    guard let name = names.hidden, document.hasAttributes(node) else { return false }
    return document.attribute(node, name)?.lowercased() == "true"
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

  /// Whether a node is inline content: text, or one of HTML's phrasing elements. The call of a footnote is.
  private func isPhrasing(_ node: NodeID) -> Bool {
    let entry = document[node]
    switch entry.kind {
    case .document: return false
    case .text: return true
    case .element: return entry.namespace != .html || entry.name.isPhrasing || footnotes.contains(node)
    }
  }

  func isBlank(_ node: NodeID) -> Bool {
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
  var isGrouping: Bool {
    switch self {
    case .document, .section, .article, .division, .quotation: true
    default: false
    }
  }
}
