import PDF

/// The bounds of what a content stream paints, with line widths, ignoring clipping.
struct BoundsTracker {
  /// It is nil before anything is painted.
  private(set) var bounds: PDFRectangle?
  /// Bounding box of the current path.
  private var path: PDFRectangle?
  private var lineWidth = 1.0
  private var matrix = PDFMatrix.identity
  private var saved: [(lineWidth: Double, matrix: PDFMatrix)] = []

  mutating func save() { saved.append((lineWidth, matrix)) }

  mutating func restore() { if let state = saved.popLast() { (lineWidth, matrix) = state } }

  mutating func concatenate(_ turn: PDFMatrix) { matrix = turn.followed(by: matrix) }

  mutating func setLineWidth(_ width: Double) { lineWidth = width }

  /// Adds a point to the current path.
  mutating func add(_ point: Point) {
    let point = matrix.apply(point)
    path = path?.including(point) ?? PDFRectangle(x0: point.x, y0: point.y, x1: point.x, y1: point.y)
  }

  mutating func add(_ points: [Point]) { for point in points { add(point) } }

  mutating func paintPath(isStroked: Bool) {
    if let box = path?.expanded(by: isStroked ? lineWidth / 2 : 0) { bounds = bounds?.union(box) ?? box }
    path = nil
  }

  mutating func endPath() { path = nil }
}
