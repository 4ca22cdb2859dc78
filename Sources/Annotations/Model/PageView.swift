import PDF

/// A page as displayed: the crop box, rotated by `/Rotate`, with the origin at the top left and y pointing down.
///
/// Tablets record in this coordinate system; it is converted to default user space.
struct PageView {
  private let page: PDFPage
  /// User space units per unit of the view.
  let unitX, unitY: Double

  /// A view in points of 1/72 inch, regardless of `/UserUnit`.
  init(_ page: PDFPage) {
    self.page = page
    (unitX, unitY) = (1 / page.userUnit, 1 / page.userUnit)
  }

  /// A view in which the whole page is `width` by `height`. If it is a picture of the page, whose height was rounded to
  /// whole pixels, the width alone counts, so that a point of the picture is exactly that point of the page.
  init(_ page: PDFPage, width: Double, height: Double) {
    self.page = page
    let exact = width * page.height / page.width
    let isPicture = [width, height].allSatisfy { $0 >= 50 && $0.rounded() == $0 } && abs(height - exact) < 1
    unitX = page.width / page.userUnit / width
    unitY = page.height / page.userUnit / (isPicture ? exact : height)
  }

  /// Converts a length without direction, such as a line width.
  func length(_ length: Double) -> Double { length * (unitX * unitY).squareRoot() }

  func point(_ x: Double, _ y: Double) -> Point {
    let (u, v) = (x * unitX, y * unitY)
    let box = page.cropBox
    return switch page.rotation {
    case 90: Point(box.x0 + v, box.y0 + u)
    case 180: Point(box.x1 - u, box.y0 + v)
    case 270: Point(box.x1 - v, box.y1 - u)
    default: Point(box.x0 + u, box.y1 - v)
    }
  }

  func rectangle(left: Double, top: Double, width: Double, height: Double) -> PDFRectangle {
    let (a, b) = (point(left, top), point(left + width, top + height))
    return PDFRectangle(x0: a.x, y0: a.y, x1: b.x, y1: b.y)
  }

  /// The rectangle of an icon that does not rotate with the page: readers anchor it at its top left corner in user
  /// space (ISO 32000-1, 12.5.3).
  func uprightRectangle(left: Double, top: Double, width: Double, height: Double) -> PDFRectangle {
    let corner = point(left, top)
    return PDFRectangle(x0: corner.x, y0: corner.y - height * unitY, x1: corner.x + width * unitX, y1: corner.y)
  }

  /// The corners as displayed, so that underlines are below the text on rotated pages too.
  func quadrilateral(left: Double, top: Double, width: Double, height: Double) -> Quadrilateral {
    Quadrilateral(
      point(left, top), point(left + width, top), point(left, top + height), point(left + width, top + height))
  }

  // MARK: Conversion to the view

  func viewLength(_ length: Double) -> Double { length / (unitX * unitY).squareRoot() }

  /// x and y of a point.
  func place(_ point: Point) -> [Double] {
    let box = page.cropBox
    let (u, v) =
      switch page.rotation {
      case 90: (point.y - box.y0, point.x - box.x0)
      case 180: (box.x1 - point.x, point.y - box.y0)
      case 270: (box.y1 - point.y, box.x1 - point.x)
      default: (point.x - box.x0, box.y1 - point.y)
      }
    return [u / unitX, v / unitY]
  }

  /// Left, top, width and height.
  func box(_ rectangle: PDFRectangle) -> [Double] { box(around: rectangle.corners) }

  /// Left, top, width and height of the bounding box of points; zeros without points.
  func box(around points: some Sequence<Point>) -> [Double] {
    guard let box = PDFRectangle(around: points.lazy.map { place($0) }.map { Point($0[0], $0[1]) }) else {
      return [0, 0, 0, 0]
    }
    return [box.x0, box.y0, box.width, box.height]
  }

  /// The inverse of `uprightRectangle`.
  func uprightBox(_ rectangle: PDFRectangle) -> [Double] {
    place(Point(rectangle.x0, rectangle.y1)) + [rectangle.width / unitX, rectangle.height / unitY]
  }

  /// Counterclockwise rotation in degrees that makes content upright as displayed.
  var uprightRotation: Int { page.rotation }
}
