import Layout

/// Reads the position and size of a mask or of the tile of a pattern.
struct SVGRegionReader {
  private let initial: [SVGAttribute: SVGValue]
  private var values: [SVGAttribute: SVGValue]
  /// The numbers are fractions of the box around a shape.
  var usesBox = true

  init(x: String, y: String, width: String, height: String) {
    initial = [.x: SVGValue(x), .y: SVGValue(y), .width: SVGValue(width), .height: SVGValue(height)]
    values = initial
  }

  /// Returns nil for other attributes.
  mutating func set(_ name: SVGAttribute, _ value: SVGValue) -> Bool? {
    guard values[name] != nil else { return nil }
    values[name] = value
    return true
  }

  /// A value that is not valid has no effect.
  /// - Parameter length: a length of user space.
  /// - Returns: nil if a value is not supported.
  func region(_ length: (SVGAttribute, SVGValue) -> Double?) -> SVGRegion? {
    func number(_ name: SVGAttribute, _ value: SVGValue) -> Double? {
      usesBox ? value.percentage.map { $0 / 100 } ?? value.number : length(name, value)
    }
    func number(_ name: SVGAttribute) -> Double? {
      guard let value = values[name], let initial = initial[name] else { return nil }
      return number(name, value) ?? (value.percentage == nil ? number(name, initial) : nil)
    }
    guard let x = number(.x), let y = number(.y), let width = number(.width), let height = number(.height) else {
      return nil
    }
    return SVGRegion(rect: Rect(x: x, y: y, width: width, height: height), usesBox: usesBox)
  }
}
