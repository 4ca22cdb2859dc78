import Markup

/// The options that are selected when a document is loaded (HTML 4.10.7).
struct SelectedOptions {
  private var nodes: Set<Int> = []

  init(_ document: Document) {
    for index in document.nodes.indices {
      let (node, id) = (document.nodes[index], NodeID(UInt32(index)))
      guard node.kind == .element, node.namespace == .html else { continue }
      if node.name == .select {
        insertOptions(of: id, document)
      } else if node.name == .option, document.hasAttribute(id, .selected), !Self.isInSelect(id, document) {
        nodes.insert(index)
      }
    }
  }

  private static func isInSelect(_ option: NodeID, _ document: Document) -> Bool {
    let parent = document[option].parent
    guard !parent.isNone else { return false }
    if document.isElement(parent, .select) { return true }
    let next = document[parent].parent
    return document.isElement(parent, .optgroup) && !next.isNone && document.isElement(next, .select)
  }

  func contains(_ node: Int) -> Bool { nodes.contains(node) }

  private mutating func insertOptions(of select: NodeID, _ document: Document) {
    let options = Self.options(of: select, document)
    let marked = options.filter { document.hasAttribute($0, .selected) }
    let rows = document.attribute(select, .size).flatMap { Int($0) } ?? 1
    if document.hasAttribute(select, .multiple) {
      for option in marked { nodes.insert(Int(option.index)) }
    } else if let last = marked.last {
      nodes.insert(Int(last.index))
    } else if rows <= 1, let first = options.first(where: { !Self.isDisabled($0, document) }) {
      nodes.insert(Int(first.index))
    }
  }

  /// The options of a `select` element in the order of the document.
  private static func options(of select: NodeID, _ document: Document) -> [NodeID] {
    var options: [NodeID] = []
    for child in document.children(of: select) where document[child].kind == .element {
      if document[child].name == .option {
        options.append(child)
      } else if document[child].name == .optgroup {
        options += document.children(of: child).filter { document.isElement($0, .option) }
      }
    }
    return options
  }

  private static func isDisabled(_ option: NodeID, _ document: Document) -> Bool {
    let parent = document[option].parent
    return document.hasAttribute(option, .disabled)
      || document.isElement(parent, .optgroup) && document.hasAttribute(parent, .disabled)
  }
}
