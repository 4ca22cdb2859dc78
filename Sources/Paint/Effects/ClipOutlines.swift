import Layout
import Style

/// The outlines of `clip-path`s that have many points, for one output. Each is computed once for all boxes that share a
/// style and a size, and a PDF has it as one form, through which the boxes are painted as through a mask.
final class ClipOutlines {
  private var known: [Key: ClipOutline?] = [:]
  private var knownPoints = 0
  /// Points to which content may still be clipped as pixels; the whole budget takes about two seconds.
  private var points: Int
  /// Whether content was clipped to the box around an outline only.
  private(set) var isExhausted = false

  /// The least number of points of a path that is kept.
  private static let fewestPoints = 500
  /// The least number of bytes of path data that may have so many points.
  private static let fewestBytes = 2000
  private static let pointsPerCrossing = 10.0
  /// The points of all outlines that are kept.
  private static let mostKnownPoints = 1_000_000

  init(points: Int = 10_000_000) { self.points = points }

  /// The outline of a path with many points; nil for other shapes.
  /// - Parameters:
  ///   - style: that of the box.
  ///   - size: that of the reference box, px.
  func outline(_ path: ClipPath, style: StyleID, size: Size) -> ClipOutline? {
    switch path.shape {
    case .polygon(let points, _) where points.count >= Self.fewestPoints: break
    case .commands(_, let commands, _) where commands.count >= Self.fewestPoints / 4: break
    case .path(let data, _, _) where data.utf8.count >= Self.fewestBytes: break
    default: return nil
    }
    let key = Key(style: style, size: size)
    if let known = known[key] { return known }
    var outline = ClipOutline(path, size: size)
    if let some = outline, some.path.segments.count < Self.fewestPoints { outline = nil }
    knownPoints += outline?.path.segments.count ?? 0
    if knownPoints > Self.mostKnownPoints {
      known.removeAll()
      knownPoints = outline?.path.segments.count ?? 0
    }
    known[key] = .some(outline)
    return outline
  }

  /// Whether pixels may be clipped to one more outline. Cairo computes all crossings of its lines.
  func take(_ outline: ClipOutline) -> Bool {
    points -= outline.path.segments.count + Int(outline.crossings * Self.pointsPerCrossing)
    if points < 0 { isExhausted = true }
    return points >= 0
  }

  private struct Key: Hashable {
    var style: StyleID
    var size: Size
  }
}

/// A path with many points, whose coordinates begin at the corner of the reference box, px.
final class ClipOutline {
  let path: SVGPath
  let rule: FillRule
  /// The box around all points.
  let box: Rect
  let form = PictureForm()
  /// The pairs of its lines that cross each other.
  lazy var crossings = SVGSegment.crossings(path.straightened(), width: 0)
  /// Whether a page was clipped to it. The first time the path itself is the clip, because most are used only once.
  private var isUsed = false

  fileprivate init?(_ path: ClipPath, size: Size) {
    switch path.shape {
    case .polygon(let points, let isEvenOdd):
      let area = Rect(x: 0, y: 0, width: size.width, height: size.height)
      let places = points.map { area.point($0) }
      self.path = SVGPath.lines(places.flatMap { [$0.x, $0.y] }, isClosed: true)
      rule = isEvenOdd ? .evenOdd : .winding
    case .path(let data, let isEvenOdd, let scale):
      guard let path = SVGPath(data: SVGValue(data)) else { return nil }
      self.path = path.transformed(by: .scale(scale, scale))
      rule = isEvenOdd ? .evenOdd : .winding
    case .commands(let start, let commands, let isEvenOdd):
      self.path = SVGPath(from: start, commands, in: Rect(x: 0, y: 0, width: size.width, height: size.height))
      rule = isEvenOdd ? .evenOdd : .winding
    default: return nil
    }
    box = self.path.box
    // The second use of the path is worth a form.
    form.isDrawn = true
  }

  /// Returns false the first time that it is called.
  func use() -> Bool {
    defer { isUsed = true }
    return isUsed
  }

  /// Paints the inside of the path with its reference box at `origin`.
  func paint(at origin: Point, on canvas: any Canvas) {
    canvas.draw(form, in: box.offset(x: origin.x, y: origin.y)) { rect, canvas in
      self.path.add(to: canvas, at: Point(x: rect.x - self.box.x, y: rect.y - self.box.y))
      canvas.fill(.black, rule: self.rule)
    }
  }
}
