import Layout

/// The `marker` elements that a shape has at its first vertex, at its last one and at those between them, by their ids.
struct SVGMarkerNames {
  private(set) var start, middle, end: String?

  var isEmpty: Bool { start == nil && middle == nil && end == nil }

  /// A value that is not valid has no effect.
  mutating func set(_ attribute: SVGAttribute, _ value: SVGValue) {
    let name = value.reference
    guard name != nil || value == "none" || value.hasPrefix("url(") else { return }
    if attribute == .marker || attribute == .markerStart { start = name }
    if attribute == .marker || attribute == .markerMid { middle = name }
    if attribute == .marker || attribute == .markerEnd { end = name }
  }
}
