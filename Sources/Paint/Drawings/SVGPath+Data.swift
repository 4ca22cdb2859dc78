import Layout

extension SVGPath {
  /// The maximum number of segments of a path.
  private static let maximumSegments = 200_000

  /// Path data (SVG 2 §9.3). Fails if they are not valid or too long.
  init?(data: SVGValue) {
    var reader = SVGPathReader(data)
    guard reader.read(most: Self.maximumSegments) else { return nil }
    self = reader.path
  }

  /// Path data up to the first error (SVG 2 §9.5.4).
  init(beginningOf data: SVGValue) {
    var reader = SVGPathReader(data)
    _ = reader.read(most: .max)
    self = reader.path
  }

  /// The points of a polyline, or of a polygon if it is closed, up to the first error (SVG 2 §10.6). Fails if they are
  /// too many.
  init?(points: SVGValue, isClosed: Bool) {
    self.init()
    var scanner = SVGScanner(points)
    scanner.skipSpace()
    while let x = scanner.number() {
      scanner.skipSeparator()
      guard let y = scanner.number() else { break }
      scanner.skipSeparator()
      guard segments.count < Self.maximumSegments else { return nil }
      if segments.isEmpty { move(to: Point(x: x, y: y)) } else { line(to: Point(x: x, y: y)) }
    }
    if isClosed, !segments.isEmpty { close() }
  }
}

/// Reads path data into a path.
private struct SVGPathReader {
  var path = SVGPath()
  private var scanner: SVGScanner
  private var command: UInt8 = 0
  /// The second control point of the preceding cubic curve, and the control point of the preceding quadratic one, which
  /// smooth curves mirror.
  private var cubic: Point?
  private var quadratic: Point?

  init(_ data: SVGValue) { scanner = SVGScanner(data) }

  /// The command is a lower-case letter: its coordinates are relative to the current point.
  private var isRelative: Bool { command >= UInt8(ascii: "a") }

  /// Returns false if the data are not valid or too long.
  mutating func read(most: Int) -> Bool {
    scanner.skipSpace()
    while !scanner.isAtEnd {
      let isNew = scanner.next | 0x20 >= UInt8(ascii: "a") && scanner.next | 0x20 <= UInt8(ascii: "z")
      if isNew {
        command = scanner.next
        _ = scanner.take(command)
        scanner.skipSpace()
      }
      guard isNew || command | 0x20 != UInt8(ascii: "z"),
        !path.segments.isEmpty || command | 0x20 == UInt8(ascii: "m"), path.segments.count < most, addSegment()
      else { return false }
      // Further pairs after a moveto are lines.
      if command == UInt8(ascii: "M") { command = UInt8(ascii: "L") }
      if command == UInt8(ascii: "m") { command = UInt8(ascii: "l") }
      scanner.skipSeparator()
    }
    return true
  }

  /// Adds the segment of the command. Returns false if its arguments are not valid.
  private mutating func addSegment() -> Bool {
    let from = path.point
    switch command | 0x20 {
    case UInt8(ascii: "c"): return addCubic(first: coordinates())
    case UInt8(ascii: "s"): return addCubic(first: mirrored(cubic))
    case UInt8(ascii: "q"): return addQuadratic(coordinates())
    case UInt8(ascii: "t"): return addQuadratic(mirrored(quadratic))
    case UInt8(ascii: "m"):
      guard let end = coordinates() else { return false }
      path.move(to: end)
    case UInt8(ascii: "z"): path.close()
    case UInt8(ascii: "l"):
      guard let end = coordinates() else { return false }
      path.line(to: end)
    case UInt8(ascii: "h"):
      guard let x = number() else { return false }
      path.line(to: Point(x: isRelative ? from.x + x : x, y: from.y))
    case UInt8(ascii: "v"):
      guard let y = number() else { return false }
      path.line(to: Point(x: from.x, y: isRelative ? from.y + y : y))
    case UInt8(ascii: "a"):
      guard addArc() else { return false }
    default: return false
    }
    (cubic, quadratic) = (nil, nil)
    return true
  }

  private mutating func addCubic(first: Point?) -> Bool {
    guard let first, let second = coordinates(), let end = coordinates() else { return false }
    path.curve(first, second, to: end)
    (cubic, quadratic) = (second, nil)
    return true
  }

  private mutating func addQuadratic(_ control: Point?) -> Bool {
    let from = path.point
    guard let control, let end = coordinates() else { return false }
    func between(_ a: Point) -> Point {
      Point(x: a.x + 2 / 3 * (control.x - a.x), y: a.y + 2 / 3 * (control.y - a.y))
    }
    path.curve(between(from), between(end), to: end)
    (cubic, quadratic) = (nil, control)
    return true
  }

  private mutating func addArc() -> Bool {
    guard let rx = number(), let ry = number(), let rotation = number(), let isLarge = scanner.flag() else {
      return false
    }
    scanner.skipSeparator()
    guard let isSweep = scanner.flag() else { return false }
    scanner.skipSeparator()
    guard let end = coordinates() else { return false }
    path.arc(Size(width: rx, height: ry), rotation: rotation, isLarge: isLarge, isSweep: isSweep, to: end)
    return true
  }

  private mutating func number() -> Double? {
    defer { scanner.skipSeparator() }
    return scanner.number()
  }

  private mutating func coordinates() -> Point? {
    guard let x = number(), let y = number() else { return nil }
    return isRelative ? Point(x: path.point.x + x, y: path.point.y + y) : Point(x: x, y: y)
  }

  /// A control point mirrored at the current point, or that point if there is none.
  private func mirrored(_ control: Point?) -> Point {
    control.map { Point(x: 2 * path.point.x - $0.x, y: 2 * path.point.y - $0.y) } ?? path.point
  }
}
