import Style

/// Positioned boxes in transformed and filtered boxes, and others that contain all positioned boxes in them and are
/// painted as a group. If such a box continues on other pages, its positioned boxes are part of its fragment there.
extension PageCollector {
  /// The transform of the content of a box; nil if it is none or the box is broken between pages.
  func transform(
    of entry: FragmentArena.Entry, _ frame: Rect, in outer: AffineTransform?, _ context: borrowing LayoutContext
  ) -> AffineTransform? {
    guard entry.edges == .all else { return nil }
    let own = AffineTransform(of: context[entry.style], frame: frame)
    let transform = outer?.concatenating(own) ?? own
    return transform.isNearIdentity ? nil : transform
  }

  /// Whether a box that does not fit on the page is on it because a box around it is transformed.
  func isOnPage(_ frame: Rect, in containing: ContainingBlock, on number: Int) -> Bool {
    guard let transform = containing.transform else { return false }
    let bounds = transform.bounds(of: frame)
    let size = records[number].page.size
    return bounds.maxX > 0 && bounds.maxY > 0 && bounds.x < size.width && bounds.y < size.height
  }
}

extension AffineTransform {
  /// Whether it moves no point of a page by a visible distance.
  fileprivate var isNearIdentity: Bool {
    abs(a - 1) < 1e-6 && abs(b) < 1e-6 && abs(c) < 1e-6 && abs(d - 1) < 1e-6 && abs(e) < 0.01 && abs(f) < 0.01
  }
}
