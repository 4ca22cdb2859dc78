/// The list of active formatting elements (HTML 13.2.4.3).
extension HTMLParser {
  mutating func insertFormatting() {
    reconstructFormatting()
    let id = insertElement(tag.name)
    // The “Noah's Ark clause”: at most three equal elements.
    var equalCount = 0
    for (index, other) in formatting.enumerated().reversed() {
      if other.isNone { break }
      if isEqual(other, id) { equalCount += 1 }
      if equalCount == 3 {
        formatting.remove(at: index)
        break
      }
    }
    formatting.append(id)
  }

  private func isEqual(_ a: NodeID, _ b: NodeID) -> Bool {
    let (a, b) = (nodes[Int(a.index)], nodes[Int(b.index)])
    guard a.name == b.name, a.range.count == b.range.count else { return false }
    for attribute in attributes[Int(a.range.lowerBound)..<Int(a.range.upperBound)] {
      let value = bytes[Int(attribute.value.lowerBound)..<Int(attribute.value.upperBound)]
      let has = attributes[Int(b.range.lowerBound)..<Int(b.range.upperBound)].contains {
        $0.name == attribute.name && bytes[Int($0.value.lowerBound)..<Int($0.value.upperBound)] == value
      }
      if !has { return false }
    }
    return true
  }

  /// The innermost element of this name after the last marker.
  // Inlined, because a call would copy the parser.
  @inline(__always)
  func formattingElement(_ name: Atom) -> NodeID? {
    for id in formatting.reversed() {
      if id.isNone { return nil }
      if nodes[Int(id.index)].name == name { return id }
    }
    return nil
  }

  /// Reopens the formatting elements that were closed by the end of a block.
  mutating func reconstructFormatting() {
    guard let last = formatting.last, !last.isNone, !openElements.contains(last) else { return }
    var index = formatting.count - 1
    while index > 0, !formatting[index - 1].isNone, !openElements.contains(formatting[index - 1]) { index -= 1 }
    while index < formatting.count, failure == nil {
      let copy = clone(formatting[index])
      place(copy, at: appropriatePlace())
      openElements.append(copy)
      formatting[index] = copy
      index += 1
      steps += 1
      checkDepth()
    }
  }

  /// Adds a marker. Those of elements that were not closed, as in `<td><object></td>`, stay in the list, so that the
  /// oldest entries of a long list are dropped: the list is searched for each end tag.
  mutating func addMarker() {
    if formatting.count >= Self.maximumFormatting {
      formatting.removeFirst(formatting.count - Self.maximumFormatting / 2)
    }
    formatting.append(.none)
  }

  /// More entries than elements can be open.
  private static var maximumFormatting: Int { 2_048 }

  mutating func clearFormattingToMarker() {
    while let last = formatting.popLast() {
      if last.isNone { return }
    }
  }

  /// An element of the same name and attributes, not yet in the tree.
  mutating func clone(_ id: NodeID) -> NodeID {
    let node = nodes[Int(id.index)]
    return addNode(.element, name: node.name, range: node.range)
  }
}
