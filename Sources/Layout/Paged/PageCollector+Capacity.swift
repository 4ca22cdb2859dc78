/// The capacity of the arrays of fragments, which are the largest part of a long document.
extension PageCollector {
  /// Capacity reserved on each page for the fragments of margin boxes, which are added last, to avoid reallocation.
  static let marginFragments = 8

  /// Reserves capacity for as many fragments of margin boxes as the preceding page has. The array would otherwise grow
  /// to twice its size.
  mutating func reserveMarginFragments(on number: Int) {
    guard number > 0 else { return }
    let count = records[number].page.fragments.count + records[number - 1].page.marginBoxes.count
    if records[number].page.fragments.capacity < count { records[number].page.fragments.reserveCapacity(count) }
  }

  /// Releases unused capacity of the last page.
  mutating func trimLastPage() {
    let number = records.count - 1
    let count = records[number].page.fragments.count + Self.marginFragments
    guard records[number].page.fragments.capacity > count + count / 8 else { return }
    var fragments = ContiguousArray<Fragment>()
    fragments.reserveCapacity(count)
    fragments += records[number].page.fragments
    records[number].page.fragments = fragments
  }
}
