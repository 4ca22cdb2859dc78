extension StructureTree {
  /// Closes gaps in the levels of headings (ISO 14289-1, 7.4.2): the first is of level 1, and a heading is at most one
  /// level below the preceding one. Headings without content do not count.
  package mutating func closeHeadingLevels() {
    guard elements.contains(where: { $0.type.headingLevel != nil }) else { return }
    var isShown = ContiguousArray(repeating: false, count: elements.count)
    for content in contents {
      var index = Int(content.element)
      while !isShown[index] {
        isShown[index] = true
        index = Int(elements[index].parent)
      }
    }
    /// The stated levels of the headings above the current place, outermost first.
    var open: [Int] = []
    for index in elements.indices where isShown[index] {
      guard let level = elements[index].type.headingLevel else { continue }
      while let last = open.last, last >= level { open.removeLast() }
      open.append(level)
      elements[index].type = .heading(level: open.count)
    }
  }
}

extension StructureType {
  private static let headings: [StructureType] = [.heading1, .heading2, .heading3, .heading4, .heading5, .heading6]

  /// The level of a heading, from 1; nil for other types.
  var headingLevel: Int? { Self.headings.firstIndex(of: self).map { $0 + 1 } }

  static func heading(level: Int) -> StructureType { headings[max(1, min(level, headings.count)) - 1] }
}
