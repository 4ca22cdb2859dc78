/// The adoption agency algorithm (HTML 13.2.6.4.7), which repairs misnested formatting such as `<b><p></b></p>`.
extension HTMLParser {
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

  /// One pass of the outer loop, from its step 9: moves the furthest block out of the formatting element.
  private mutating func adopt(_ element: NodeID, at elementIndex: Int, block: NodeID, at blockIndex: Int) {
    let ancestor = elementIndex > 0 ? openElements[elementIndex - 1] : Document.root
    var bookmark = formatting.lastIndex(of: element) ?? formatting.count
    let last = cloneInlines(between: element, and: block, at: blockIndex, bookmark: &bookmark)
    detach(last)
    place(last, at: appropriatePlace(in: ancestor))
    let copy = clone(element)
    moveChildren(of: block, to: copy)
    append(copy, to: block)
    if let old = formatting.lastIndex(of: element) {
      formatting.remove(at: old)
      if old < bookmark { bookmark -= 1 }
    }
    formatting.insert(copy, at: min(bookmark, formatting.count))
    openElements.removeAll { $0 == element }
    if let blockNow = openElements.lastIndex(of: block) { openElements.insert(copy, at: blockNow + 1) }
  }

  /// The inner loop: clones the formatting elements between the formatting element and the furthest block, each clone
  /// around the previous one.
  /// - Parameter bookmark: the new position of the formatting element in the list.
  /// - Returns: the outermost clone, or the block.
  private mutating func cloneInlines(
    between element: NodeID, and block: NodeID, at blockIndex: Int, bookmark: inout Int
  ) -> NodeID {
    var last = block
    var index = blockIndex
    var rounds = 0
    while true {
      rounds += 1
      index -= 1
      steps += 1
      let node = openElements[index]
      if node == element { return last }
      let listed = formatting.lastIndex(of: node)
      if rounds > 3, let listed {
        formatting.remove(at: listed)
        if listed < bookmark { bookmark -= 1 }
      }
      guard rounds <= 3, let listed else {
        openElements.remove(at: index)
        continue
      }
      let copy = clone(node)
      openElements[index] = copy
      formatting[listed] = copy
      if last == block { bookmark = listed + 1 }
      detach(last)
      append(last, to: copy)
      last = copy
    }
  }

  private mutating func moveChildren(of parent: NodeID, to target: NodeID) {
    var child = links[Int(parent.index)].firstChild
    while !child.isNone {
      let next = links[Int(child.index)].nextSibling
      detach(child)
      append(child, to: target)
      steps += 1
      child = next
    }
  }
}
