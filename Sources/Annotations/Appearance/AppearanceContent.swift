// Section numbers are those of ISO 32000-1 unless another standard is named.

import PDF

/// Writes the content stream of an appearance (ISO 32000-1, 7.8.2) and tracks the bounds of the painted area.
///
/// Numbers are written otherwise than by `ContentStream`: archives record the hashes of appearances
/// (`ArchiveManifest.currentRules`), so their bytes do not change.
struct AppearanceContent {
  private(set) var bytes: [UInt8] = []
  /// Maximum number of bytes. Further operators are discarded and `isFull` is set.
  private let limit: Int
  private(set) var isFull = false
  private var tracker = BoundsTracker()

  init(limit: Int = .max) { self.limit = limit }

  /// Bounding box of the painted area, with line widths, ignoring clipping.
  var bounds: PDFRectangle? { tracker.bounds }

  // MARK: Graphics state

  mutating func save() {
    tracker.save()
    write("q")
  }

  mutating func restore() {
    tracker.restore()
    write("Q")
  }

  /// Applies a transformation without scaling, so that line widths do not change.
  mutating func concatenate(_ turn: PDFMatrix) {
    tracker.concatenate(turn)
    for part in [turn.a, turn.b, turn.c, turn.d] { bytes += "\(Self.number(part, decimals: 6)) ".utf8 }
    write(turn.e, turn.f, as: "cm")
  }

  mutating func setLineWidth(_ width: Double) {
    tracker.setLineWidth(width)
    write(width, as: "w")
  }

  mutating func setRoundLines() { write("1 J 1 j") }

  mutating func setDashes(_ dashes: [Double]) {
    bytes += "[".utf8
    for dash in dashes { bytes += "\(Self.number(dash)) ".utf8 }
    write("] 0 d")
  }

  mutating func setStroke(_ color: AnnotationColor) { setColor(color, "G", "RG", "K") }

  mutating func setFill(_ color: AnnotationColor) { setColor(color, "g", "rg", "k") }

  private mutating func setColor(_ color: AnnotationColor, _ gray: String, _ rgb: String, _ cmyk: String) {
    switch color {
    case .transparent: break
    case .gray(let white): write(white, as: gray)
    case .rgb(let red, let green, let blue): write(red, green, blue, as: rgb)
    case .cmyk(let cyan, let magenta, let yellow, let black): write(cyan, magenta, yellow, black, as: cmyk)
    }
  }

  // MARK: Paths

  mutating func move(_ point: Point) { add(point, "m") }
  mutating func line(_ point: Point) { add(point, "l") }

  private mutating func add(_ point: Point, _ name: String) {
    tracker.add(point)
    write(point.x, point.y, as: name)
  }

  /// The bounds include the control points, which enclose the curve.
  mutating func curve(_ first: Point, _ second: Point, _ end: Point) {
    tracker.add([first, second, end])
    write(first.x, first.y, second.x, second.y, end.x, end.y, as: "c")
  }

  mutating func close() { write("h") }

  mutating func polyline(_ points: some Collection<Point>) {
    for (index, point) in points.enumerated() { if index == 0 { move(point) } else { line(point) } }
  }

  mutating func polygon(_ points: some Collection<Point>) {
    polyline(points)
    close()
  }

  mutating func rectangle(_ rectangle: PDFRectangle) {
    tracker.add(rectangle.corners)
    write(rectangle.x0, rectangle.y0, rectangle.width, rectangle.height, as: "re")
  }

  /// Distance of the control points of a quarter circle.
  static let kappa = 0.552_284_749_8

  mutating func ellipse(_ box: PDFRectangle) {
    let (center, rx, ry) = (box.center, box.width / 2, box.height / 2)
    func at(_ x: Double, _ y: Double) -> Point { Point(center.x + x * rx, center.y + y * ry) }
    let k = Self.kappa
    move(at(1, 0))
    curve(at(1, k), at(k, 1), at(0, 1))
    curve(at(-k, 1), at(-1, k), at(-1, 0))
    curve(at(-1, -k), at(-k, -1), at(0, -1))
    curve(at(k, -1), at(1, -k), at(1, 0))
    close()
  }

  mutating func circle(_ center: Point, radius: Double) {
    ellipse(PDFRectangle(x0: center.x - radius, y0: center.y - radius, x1: center.x + radius, y1: center.y + radius))
  }

  mutating func roundedRectangle(_ box: PDFRectangle, radius: Double) {
    let r = min(radius, box.width / 2, box.height / 2)
    let k = r * (1 - Self.kappa)
    move(Point(box.x0 + r, box.y0))
    line(Point(box.x1 - r, box.y0))
    curve(Point(box.x1 - k, box.y0), Point(box.x1, box.y0 + k), Point(box.x1, box.y0 + r))
    line(Point(box.x1, box.y1 - r))
    curve(Point(box.x1, box.y1 - k), Point(box.x1 - k, box.y1), Point(box.x1 - r, box.y1))
    line(Point(box.x0 + r, box.y1))
    curve(Point(box.x0 + k, box.y1), Point(box.x0, box.y1 - k), Point(box.x0, box.y1 - r))
    line(Point(box.x0, box.y0 + r))
    curve(Point(box.x0, box.y0 + k), Point(box.x0 + k, box.y0), Point(box.x0 + r, box.y0))
    close()
  }

  mutating func stroke() { paint("S", isStroked: true) }
  mutating func fill() { paint("f", isStroked: false) }

  /// Fills and strokes the path as requested.
  mutating func paint(fills: Bool, strokes: Bool) {
    switch (fills, strokes) {
    case (true, true): paint("B", isStroked: true)
    case (true, false): fill()
    case (false, true): stroke()
    case (false, false):
      tracker.endPath()
      write("n")
    }
  }

  mutating func clip() {
    tracker.endPath()
    write("W n")
  }

  private mutating func paint(_ name: String, isStroked: Bool) {
    write(name)
    tracker.paintPath(isStroked: isStroked)
  }

  // MARK: Text and objects

  /// Shows one line of text in one font.
  /// - Parameters:
  ///   - codes: character codes, each with the adjustment before it in thousandths of the size (9.4.3).
  ///   - origin: start of the baseline.
  mutating func show(
    _ codes: [(adjustment: Int, code: UInt8)], font: PDFName, size: Double, at origin: Point, width: Double
  ) {
    bytes += "BT ".utf8
    write(name: font)
    bytes += " \(Self.number(size)) Tf \(Self.number(origin.x)) \(Self.number(origin.y)) Td [<".utf8
    for (adjustment, code) in codes {
      if adjustment != 0 { bytes += ">\(adjustment)<".utf8 }
      for digit in [code >> 4, code & 15] { bytes.append(digit < 10 ? 0x30 + digit : 0x37 + digit) }
    }
    write(">] TJ ET")
    tracker.add([
      Point(origin.x, origin.y - 0.25 * size), Point(origin.x + width, origin.y - 0.25 * size),
      Point(origin.x, origin.y + 0.95 * size), Point(origin.x + width, origin.y + 0.95 * size),
    ])
    tracker.paintPath(isStroked: false)
  }

  mutating func draw(_ xObject: PDFName) {
    write(name: xObject)
    write(" Do")
  }

  /// Draws an image in `box`.
  mutating func draw(image: PDFName, on box: PDFRectangle) {
    save()
    write(box.width, 0, 0, box.height, box.x0, box.y0, as: "cm")
    draw(image)
    restore()
    tracker.add(box.corners)
    tracker.paintPath(isStroked: false)
  }

  mutating func setGraphicsState(_ name: PDFName) {
    write(name: name)
    write(" gs")
  }

  // MARK: Bytes

  private mutating func write(_ operands: Double..., as name: String) {
    guard bytes.count < limit else {
      isFull = true
      return
    }
    for operand in operands { bytes += "\(Self.number(operand)) ".utf8 }
    write(name)
  }

  private mutating func write(name: PDFName) {
    var serializer = PDFSerializer()
    serializer.write(.name(name))
    bytes += serializer.bytes
  }

  private mutating func write(_ text: String) {
    bytes += text.utf8
    bytes.append(0x0A)
  }

  /// Rounds to a thousandth, which is finer than any device resolution; never with an exponent, which PDF does not
  /// permit.
  /// - Parameter decimals: at most 6.
  static func number(_ value: Double, decimals: Int = 3) -> String {
    guard value.isFinite else { return "0" }
    let scale = (0..<min(max(decimals, 0), 6)).reduce(1.0) { scale, _ in scale * 10 }
    let scaled = Int((min(max(value, -1e9), 1e9) * scale).rounded())
    let (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt(scale))
    let sign = scaled < 0 ? "-" : ""
    guard rest > 0 else { return "\(sign)\(whole)" }
    var digits = String(rest + UInt(scale)).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(sign)\(whole).\(digits)"
  }
}
