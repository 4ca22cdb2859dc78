import Layout

extension SVGPath {
  /// The maximum number of segments of a path.
  private static let maximumSegments = 200_000

  /// Path data (SVG 2 §9.3). Nil if they are not valid or too long.
  init?(data: SVGValue) {
    self.init()
    guard read(data, most: Self.maximumSegments) else { return nil }
  }

  /// Path data up to the first error (SVG 2 §9.5.4).
  init(beginningOf data: SVGValue) {
    self.init()
    _ = read(data, most: .max)
  }

  /// Returns false if the data are not valid or too long.
  private mutating func read(_ data: SVGValue, most: Int) -> Bool {
    var scanner = SVGScanner(data)
    var command: UInt8 = 0
    // The second control point of the preceding curve, which smooth curves mirror.
    var cubic: Point?
    var quadratic: Point?
    scanner.skipSpace()
    while !scanner.isAtEnd {
      let isNew = scanner.next | 0x20 >= UInt8(ascii: "a") && scanner.next | 0x20 <= UInt8(ascii: "z")
      if isNew {
        command = scanner.next
        _ = scanner.take(command)
        scanner.skipSpace()
      }
      guard isNew || command | 0x20 != UInt8(ascii: "z"), !segments.isEmpty || command | 0x20 == UInt8(ascii: "m"),
        segments.count < most,
        add(command, &scanner, &cubic, &quadratic)
      else { return false }
      // Further pairs after a moveto are lines.
      if command == UInt8(ascii: "M") { command = UInt8(ascii: "L") }
      if command == UInt8(ascii: "m") { command = UInt8(ascii: "l") }
      scanner.skipSeparator()
    }
    return true
  }

  /// Adds one segment. Returns false if its arguments are not valid.
  private mutating func add(
    _ command: UInt8, _ scanner: inout SVGScanner, _ cubic: inout Point?, _ quadratic: inout Point?
  ) -> Bool {
    let isRelative = command >= UInt8(ascii: "a")
    let from = point
    func number() -> Double? {
      defer { scanner.skipSeparator() }
      return scanner.number()
    }
    func coordinates() -> Point? {
      guard let x = number(), let y = number() else { return nil }
      return isRelative ? Point(x: from.x + x, y: from.y + y) : Point(x: x, y: y)
    }
    func mirrored(_ control: Point?) -> Point {
      control.map { Point(x: 2 * from.x - $0.x, y: 2 * from.y - $0.y) } ?? from
    }
    var (newCubic, newQuadratic): (Point?, Point?) = (nil, nil)
    defer { (cubic, quadratic) = (newCubic, newQuadratic) }
    switch command | 0x20 {
    case UInt8(ascii: "m"):
      guard let end = coordinates() else { return false }
      move(to: end)
    case UInt8(ascii: "z"): close()
    case UInt8(ascii: "l"):
      guard let end = coordinates() else { return false }
      line(to: end)
    case UInt8(ascii: "h"):
      guard let x = number() else { return false }
      line(to: Point(x: isRelative ? from.x + x : x, y: from.y))
    case UInt8(ascii: "v"):
      guard let y = number() else { return false }
      line(to: Point(x: from.x, y: isRelative ? from.y + y : y))
    case UInt8(ascii: "c"), UInt8(ascii: "s"):
      let isSmooth = command | 0x20 == UInt8(ascii: "s")
      guard let control1 = isSmooth ? mirrored(cubic) : coordinates(), let control2 = coordinates(),
        let end = coordinates()
      else { return false }
      curve(control1, control2, to: end)
      newCubic = control2
    case UInt8(ascii: "q"), UInt8(ascii: "t"):
      let isSmooth = command | 0x20 == UInt8(ascii: "t")
      guard let control = isSmooth ? mirrored(quadratic) : coordinates(), let end = coordinates() else { return false }
      func between(_ a: Point) -> Point {
        Point(x: a.x + 2 / 3 * (control.x - a.x), y: a.y + 2 / 3 * (control.y - a.y))
      }
      curve(between(from), between(end), to: end)
      newQuadratic = control
    case UInt8(ascii: "a"):
      guard let rx = number(), let ry = number(), let rotation = number(), let isLarge = scanner.flag() else {
        return false
      }
      scanner.skipSeparator()
      guard let isSweep = scanner.flag() else { return false }
      scanner.skipSeparator()
      guard let end = coordinates() else { return false }
      arc(Size(width: rx, height: ry), rotation: rotation, isLarge: isLarge, isSweep: isSweep, to: end)
    default: return false
    }
    return true
  }
}
