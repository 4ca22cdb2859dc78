/// The requirements of PDF 2.0 for structure trees that PDF 1.7 does not have (ISO 32000-2, 14.8.6 and annex L; ISO/TS
/// 32005).
extension StructureTree {
  /// Changes the types of elements that PDF 2.0 does not permit where they are, as far as a permitted type says the
  /// same: a block in a paragraph, a heading or a label is a span, an article in an article is a section. Lists of
  /// terms and descriptions state that they are such.
  mutating func adaptToVersion2() {
    for index in elements.indices.dropFirst() {
      let parent = elements[Int(elements[index].parent)].type
      elements[index].type = elements[index].type.permitted(in: container(of: index), parent: parent)
      if elements[index].type == .list, elements[index].attributes["A"].isNull {
        elements[index].attributes["A"] = .dictionary(["O": .name("List"), "ListNumbering": .name("Description")])
      }
    }
  }

  /// The type of the nearest ancestor that is not a division. Divisions may contain what their parents may.
  private func container(of index: Int) -> StructureType {
    var index = Int(elements[index].parent)
    while index > 0, elements[index].type == .division { index = Int(elements[index].parent) }
    return elements[index].type
  }
}

extension StructureType {
  /// The type, or a permitted replacement.
  /// - Parameter container: the nearest ancestor that is not a division.
  fileprivate func permitted(in container: StructureType, parent: StructureType) -> StructureType {
    switch self {
    case .caption:
      return parent == .table || parent == .figure ? self : StructureType.paragraph.permitted(in: container)
    default: return permitted(in: container)
    }
  }

  private func permitted(in container: StructureType) -> StructureType {
    switch container {
    case .paragraph, .label, .span, .heading1, .heading2, .heading3, .heading4, .heading5, .heading6:
      return isBlock ? .span : self
    case .article: return self == .article ? .section : self
    case .header, .cell: return self == .quotation ? .division : self
    case .note: return headingLevel == nil ? self : .paragraph
    default: return self
    }
  }

  private var isBlock: Bool {
    switch self {
    case .paragraph, .section, .article, .division, .quotation: true
    default: headingLevel != nil
    }
  }

  /// The name in PDF 2.0.
  var version2Name: StaticString { self == .note ? "FENote" : name }

  /// Whether the type is in the namespace of PDF 2.0. The others are in that of PDF 1.7, which elements without
  /// namespace have.
  var isInVersion2: Bool { self != .article && self != .quotation && self != .reference }
}
