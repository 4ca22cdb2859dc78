/// First come, first served: an array whose front is taken without moving the rest each time.
struct Line<Element: Equatable> {
  private var items: [Element] = []
  /// Where the first one stands.
  private var front = 0

  var count: Int { items.count - front }
  var isEmpty: Bool { count == 0 }
  var all: ArraySlice<Element> { items[front...] }

  mutating func append(_ item: Element) { items.append(item) }

  mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    defer {
      front += 1
      if front * 2 > items.count {
        items.removeFirst(front)
        front = 0
      }
    }
    return items[front]
  }

  /// - Returns: false where it does not stand here.
  mutating func remove(_ item: Element) -> Bool {
    guard let index = all.firstIndex(of: item) else { return false }
    items.remove(at: index)
    return true
  }
}
