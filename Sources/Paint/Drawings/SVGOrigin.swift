import Layout

/// `transform-origin` and `transform-box` (css-transforms-1 §6, §8).
struct SVGOrigin {
  enum Box {
    /// The viewport at the origin of its coordinates.
    case view
    /// The box around the shape, without or with its stroke.
    case fill, stroke
  }

  /// The translation of a transform with percentages, which depends on the size of the reference box.
  struct Shift {
    /// The transform for a box without an area.
    let transform: AffineTransform
    /// The translations for each unit of the width and of the height of the box.
    private let x, y: Point

    /// Fails if the value is not valid.
    init?(_ value: SVGValue) {
      guard let transform = AffineTransform(svg: value, percentagesOf: .zero),
        let wide = AffineTransform(svg: value, percentagesOf: Size(width: 1, height: 0)),
        let high = AffineTransform(svg: value, percentagesOf: Size(width: 0, height: 1))
      else { return nil }
      self.transform = transform
      x = Point(x: wide.e - transform.e, y: wide.f - transform.f)
      y = Point(x: high.e - transform.e, y: high.f - transform.f)
    }

    func apply(to transform: inout AffineTransform, _ size: Size) {
      transform.e += x.x * size.width + y.x * size.height
      transform.f += x.y * size.width + y.y * size.height
    }
  }

  var shift: Shift?
  private typealias Length = SVGViewport.Length

  private var x = Length.px(0)
  private var y = Length.px(0)
  private(set) var box = Box.view

  /// A value that is not valid has no effect.
  mutating func set(_ attribute: SVGAttribute, _ value: SVGValue, _ style: SVGStyle) {
    if attribute == .transformOrigin { return setPosition(value, style) }
    switch value {
    case "view-box": box = .view
    case "fill-box", "content-box": box = .fill
    case "stroke-box", "border-box": box = .stroke
    default: break
    }
  }

  /// Sets the position. The last of three lengths, that of the third dimension, has no effect.
  private mutating func setPosition(_ value: SVGValue, _ style: SVGStyle) {
    var words = value.text.split(whereSeparator: \.isWhitespace).map { String($0) }
    if words.count == 1 { words.append("center") }
    guard words.count == 2 || words.count == 3 else { return }
    if ["top", "bottom"].contains(words[0]) || ["left", "right"].contains(words[1]) { words.swapAt(0, 1) }
    guard let x = Self.length(words[0], style), let y = Self.length(words[1], style) else { return }
    (self.x, self.y) = (x, y)
  }

  private static func length(_ word: String, _ style: SVGStyle) -> Length? {
    switch word {
    case "left", "top": return .fraction(0)
    case "center": return .fraction(0.5)
    case "right", "bottom": return .fraction(1)
    default: break
    }
    let value = SVGValue(word)
    return value.percentage.map { .fraction($0 / 100) } ?? style.length(value).map { .px($0) }
  }

  /// A transform around the origin in a reference box.
  func transform(_ inner: AffineTransform, in area: Rect) -> AffineTransform {
    var inner = inner
    shift?.apply(to: &inner, Size(width: area.width, height: area.height))
    let point = Point(x: area.x + x.resolved(area.width), y: area.y + y.resolved(area.height))
    return .translation(point.x, point.y).concatenating(inner).concatenating(.translation(-point.x, -point.y))
  }
}
