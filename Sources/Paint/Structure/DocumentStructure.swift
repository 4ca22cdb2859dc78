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
    /// The position of the element in the document: the index of its first node.
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
  var layoutTables: Set<NodeID> = []
  /// The item of the last `dt` of each list, to which the next `dd` belongs.
  var terms: [UInt32: UInt32] = [:]
  /// Whether pictures without alternative text are decoration.
  let needsAlternatives: Bool
  /// Pictures that are decoration for that reason.
  package internal(set) var diagnostics: [Diagnostic] = []

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

  /// Whether a node is inline content: text, a phrasing element of HTML, or the call of a footnote.
  func isPhrasing(_ node: NodeID) -> Bool {
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
