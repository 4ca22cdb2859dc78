import Style

/// The order in which the children of flex and grid containers are painted (css-flexbox-1 §5.4, css-grid-2 §10).
extension LayoutContext {
  /// Puts the fragments of items, and of boxes out of flow among them, in the order of the document as `order` changes
  /// it.
  /// - Parameters:
  ///   - items: by their numbers in that order.
  ///   - isFirstPart: whether the parent is the first part of the container, which has the boxes out of flow.
  mutating func orderFragments(
    _ items: [(item: Int, fragment: FragmentID)], of container: BoxID, in parent: FragmentID, isFirstPart: Bool
  ) {
    let places = isFirstPart ? placesAmongItems(of: container) : [:]
    let isOrdered = !zip(items, items.dropFirst()).contains { $0.item > $1.item }
    if isOrdered, places.isEmpty { return }
    var ranks: [FragmentID: Int] = [:]
    for (item, fragment) in items { ranks[fragment] = 2 * item + 1 }
    var entries: [(rank: Int, fragment: FragmentID)] = []
    var child = page.fragments[parent].firstChild
    while !child.isNone {
      let place = places[page.fragments[child].box].map { 2 * $0 }
      entries.append((ranks[child] ?? place ?? -1, child))
      child = page.fragments[child].nextSibling
    }
    let ordered = entries.enumerated().sorted {
      ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
    }
    page.fragments.setChildren(ordered.map(\.element.fragment), of: parent)
  }

  /// For each box out of flow, the number of items before it in the document as `order` changes it.
  private func placesAmongItems(of container: BoxID) -> [BoxID: Int] {
    let children = Array(tree.children(of: container))
    guard children.contains(where: { isOutOfFlow($0) }) else { return [:] }
    let ordered = children.enumerated().sorted {
      (self[$0.element].item.order, $0.offset) < (self[$1.element].item.order, $1.offset)
    }
    var places: [BoxID: Int] = [:]
    var count = 0
    for (_, child) in ordered {
      if isOutOfFlow(child) { places[child] = count } else { count += 1 }
    }
    return places
  }
}
