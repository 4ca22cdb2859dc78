import Markup
import PDF

/// Ruby annotations (ISO 32000-1, 14.8.4.4.3): each base is followed by its annotation, as layout pairs them.
extension DocumentStructure {
  /// The position up to which a `ruby` element has been read.
  enum RubyPart {
    /// A position in the base of a Ruby element.
    case base(ruby: UInt32, base: UInt32)
    /// A position after the annotation.
    case annotated(ruby: UInt32)
    /// After the last annotation: what follows is ordinary text.
    case ended
  }

  /// The owner of a child of a `ruby` element.
  mutating func rubyPart(of node: NodeID, in ruby: NodeID, _ around: UInt32) -> UInt32 {
    let name = document[node].kind == .element ? document[node].name : .span
    switch (rubies[ruby.index], name) {
    case (.base(let element, _)?, .rt), (.base(let element, _)?, .rtc):
      rubies[ruby.index] = .annotated(ruby: element)
      return add(.rubyText, node, element, order: node.index)
    case (.base(let element, _)?, .rp), (.annotated(let element)?, .rp):
      return add(.rubyPunctuation, node, element, order: node.index)
    case (.base(_, let base)?, _): return base
    case (.ended?, _), (_, .rt), (_, .rtc), (_, .rp): return around
    default: break
    }
    guard !isBlank(node) else { return around }
    guard hasAnnotation(after: node) else {
      rubies[ruby.index] = .ended
      return around
    }
    let element = add(.ruby, .none, around, order: node.index)
    let base = add(.rubyBase, .none, element, order: node.index)
    rubies[ruby.index] = .base(ruby: element, base: base)
    return base
  }

  /// The base of an annotation.
  func base(ofRubyText annotation: UInt32) -> UInt32 { elements[Int(annotation)].parent + 1 }

  private func hasAnnotation(after node: NodeID) -> Bool {
    var next = document.nextSibling(of: node)
    while !next.isNone {
      if document.isElement(next, .rt) || document.isElement(next, .rtc) { return true }
      next = document.nextSibling(of: next)
    }
    return false
  }
}

/// Makes those Ruby elements spans of which the base or the annotation is not on the pages, because a Ruby element has
/// both (ISO 32000-1, Table 338).
enum RubyElements {
  static func complete(_ tree: inout StructureTree) {
    guard tree.elements.contains(where: { $0.type == .ruby }) else { return }
    let isShown = tree.shownElements
    var parts: [UInt32: Int] = [:]
    for index in tree.elements.indices where isShown[index] {
      switch tree.elements[index].type {
      case .rubyBase, .rubyText: parts[tree.elements[index].parent, default: 0] += 1
      default: break
      }
    }
    func isIncomplete(_ element: UInt32) -> Bool { parts[element] != 2 }
    let incomplete = tree.elements.indices.filter { index in
      switch tree.elements[index].type {
      case .ruby: isIncomplete(UInt32(index))
      case .rubyBase, .rubyText, .rubyPunctuation: isIncomplete(tree.elements[index].parent)
      default: false
      }
    }
    for index in incomplete { tree.elements[index].type = .span }
  }
}
