import Style

/// Boxes that are never broken (css-break-3 §4.1: monolithic).
extension Flow {
  func isMonolithic(_ box: BoxID) -> Bool { self[box].box.containsSize }

  /// Lays a box out whole; it goes to the next page where it does not fit, and sticks out where it can't.
  mutating func layoutMonolithic(_ box: BoxID, space: BlockSpace) -> BlockResult {
    var inner = space
    inner.page = nil
    inner.allowsSpanners = false
    let before = fragments.entries.count
    let result = layoutBlock(box, space: inner, from: nil)
    guard keepsWhole(result.height, in: space.page) else {
      fragments.entries.removeSubrange(before...)
      return .doesNotFit
    }
    return result
  }

  /// False where something that can't be broken has to wait for the next page; notes what is missing or sticks out.
  @discardableResult
  mutating func keepsWhole(_ bottom: Double, in page: PageSpace?, isFirst: Bool = true) -> Bool {
    guard let page, !page.fits(bottom) else { return true }
    let isKept = page.mustProgress && isFirst
    columnFit.note(bottom, in: page, isKept: isKept)
    return isKept
  }
}
