import Layout

/// The value of `preserveAspectRatio` (SVG 2 §8.7).
struct SVGAlignment {
  private var x = 0.5, y = 0.5
  private var isStretched = false
  private var isSlice = false

  init() {}

  init?(_ text: String) {
    let words = text.split { $0.isWhitespace }
    guard let first = words.first, words.count <= 2 else { return nil }
    if words.count == 2 {
      isSlice = words[1] == "slice"
      guard isSlice || words[1] == "meet" else { return nil }
    }
    if first == "none" {
      isStretched = true
      return
    }
    let positions = ["Min": 0.0, "Mid": 0.5, "Max": 1]
    guard first.count == 8, first.hasPrefix("x"), let x = positions[String(first.dropFirst().prefix(3))],
      first.dropFirst(4).hasPrefix("Y"), let y = positions[String(first.suffix(3))]
    else { return nil }
    (self.x, self.y) = (x, y)
  }

  /// The transform from a view box to an area.
  func transform(from box: Rect, to area: Rect) -> AffineTransform {
    var scale = (area.width / box.width, area.height / box.height)
    if !isStretched {
      let common = isSlice ? max(scale.0, scale.1) : min(scale.0, scale.1)
      scale = (common, common)
    }
    return .translation(
      area.x + (area.width - box.width * scale.0) * x, area.y + (area.height - box.height * scale.1) * y
    ).concatenating(.scale(scale.0, scale.1)).concatenating(.translation(-box.x, -box.y))
  }
}
