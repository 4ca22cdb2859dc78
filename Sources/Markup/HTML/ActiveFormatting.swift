/// The list of active formatting elements (HTML 13.2.4.3) and the adoption agency; `.none` in the list is a marker.
extension HTMLParser {
  mutating func insertFormatting() {
    reconstructFormatting()
    let id = insertElement(tag.name)
    // The Noah's Ark clause: three alike at most.
    var alike = 0
    for (index, other) in formatting.enumerated().reversed() {
      if other.isNone { break }
      if isAlike(other, id) { alike += 1 }
      if alike == 3 {
        formatting.remove(at: index)
        break
      }
    }
    formatting.append(id)
  }

  private func isAlike(_ a: NodeID, _ b: NodeID) -> Bool {
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
  func formattingElement(_ name: Atom) -> NodeID? {
    for id in formatting.reversed() {
      if id.isNone { return nil }
      if nodes[Int(id.index)].name == name { return id }
    }
    return nil
  }

  /// Opens again the formatting elements that a block's end closed.
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
      if openElements.count > limits.depth {
        failure = MarkupError(code: .tooDeep, message: "Elements nested deeper than \(limits.depth)", line: Int(line))
      }
    }
  }

  mutating func clearFormattingToMarker() {
    while let last = formatting.popLast() {
      if last.isNone { return }
    }
  }

  private mutating func clone(_ id: NodeID) -> NodeID {
    let node = nodes[Int(id.index)]
    return addNode(.element, name: node.name, range: node.range)
  }

  /// The adoption agency algorithm (13.2.6.4.7): mends `<b><p></b></p>`.
  mutating func adoptionAgency(_ subject: Atom) {
    if isHTML(current, subject), !formatting.contains(current) {
      openElements.removeLast()
      return
    }
    for _ in 0..<8 {
      guard let element = formattingElement(subject) else {
        closeAny(subject)
        return
      }
      guard let elementIndex = openElements.lastIndex(of: element) else {
        formatting.removeAll { $0 == element }
        return
      }
      guard hasInScope(where: { $0 == element }) else { return }
      guard let blockIndex = openElements[elementIndex...].firstIndex(where: isSpecial) else {
        openElements.removeSubrange(elementIndex...)
        formatting.removeAll { $0 == element }
        return
      }
      adopt(element, at: elementIndex, block: openElements[blockIndex], at: blockIndex)
      if failure != nil { return }
    }
  }

  /// One round of the outer loop, from its step 10 on.
  private mutating func adopt(_ element: NodeID, at elementIndex: Int, block: NodeID, at blockIndex: Int) {
    let ancestor = elementIndex > 0 ? openElements[elementIndex - 1] : Document.root
    var bookmark = formatting.lastIndex(of: element) ?? formatting.count
    var last = block
    var index = blockIndex
    var rounds = 0
    while true {
      rounds += 1
      index -= 1
      var node = openElements[index]
      if node == element { break }
      let listed = formatting.lastIndex(of: node)
      if rounds > 3, let listed {
        formatting.remove(at: listed)
        if listed < bookmark { bookmark -= 1 }
      }
      guard rounds <= 3, let listed else {
        openElements.remove(at: index)
        continue
      }
      node = clone(node)
      openElements[index] = node
      formatting[listed] = node
      if last == block { bookmark = listed + 1 }
      detach(last)
      append(last, to: node)
      last = node
    }
    detach(last)
    let wasFostering = fosterParenting
    fosterParenting = true
    place(last, at: appropriatePlace(in: ancestor))
    fosterParenting = wasFostering
    let copy = clone(element)
    var child = nodes[Int(block.index)].firstChild
    while !child.isNone {
      let next = nodes[Int(child.index)].nextSibling
      detach(child)
      append(child, to: copy)
      child = next
    }
    append(copy, to: block)
    if let old = formatting.lastIndex(of: element) {
      formatting.remove(at: old)
      if old < bookmark { bookmark -= 1 }
    }
    formatting.insert(copy, at: min(bookmark, formatting.count))
    openElements.removeAll { $0 == element }
    if let blockNow = openElements.lastIndex(of: block) { openElements.insert(copy, at: blockNow + 1) }
  }
}
