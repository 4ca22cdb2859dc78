import Diagnostics
import Markup
import PDF

/// The structure elements of HTML elements (ISO 32000-1, 14.8.4).
extension DocumentStructure {
  /// The structure element for the content of an HTML element. Elements with a structure type get a new one, the others
  /// use that of their parent.
  mutating func element(for node: NodeID, in around: UInt32) -> UInt32 {
    let entry = document[node]
    if isHidden(node), !elements[Int(around)].type.isStrict { return Self.none }
    if entry.namespace == .svg {
      if isDrawnLink(node) { return add(.link, node, around, order: node.index) }
      return entry.name == .svg ? figure(node, in: around) : around
    }
    if entry.namespace == .mathML { return entry.name == .math ? formula(node, in: around) : around }
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
    // Links have to be in the structure (ISO 14289-1, 7.18.5).
    let hasLinks =
      document[node].namespace == .svg
      && (node.index..<document[node].subtreeEnd.index).contains { isDrawnLink(NodeID($0)) }
    diagnostics.append(
      Diagnostic(
        "picture_without_alternative",
        "The picture has no alternative text and is marked as "
          + (hasLinks ? "ordinary text; describe it." : "decoration; describe it, or write alt=\"\"."),
        at: SourceLocation(line: Int(document[node].line), column: Int(document[node].column))))
    return hasLinks ? parent : Self.none
  }

  /// Whether a node is an `a` element of a drawing that leads anywhere (SVG 2 §16.2).
  private func isDrawnLink(_ node: NodeID) -> Bool {
    guard document[node].namespace == .svg, document[node].name == .a, document.hasAttributes(node) else {
      return false
    }
    return document.hasAttribute(node, .href) || document.attribute(node, "xlink:href") != nil
  }

  /// A formula. One without alternative text is read as the text of its parent.
  private mutating func formula(_ node: NodeID, in around: UInt32) -> UInt32 {
    guard alternative(node)?.isEmpty ?? true else { return add(.formula, node, around, order: node.index) }
    if needsAlternatives {
      diagnostics.append(
        Diagnostic(
          "formula_without_alternative",
          "The formula has no alternative text and is marked as ordinary text; describe it in the attribute alttext.",
          at: SourceLocation(line: Int(document[node].line), column: Int(document[node].column))))
    }
    return around
  }

  /// The body of a new list item for content that a list contains beside its items.
  mutating func item(in list: UInt32, _ node: NodeID) -> UInt32 {
    let item = add(.item, .none, list, order: node.index)
    return add(.itemBody, .none, item, order: node.index)
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
