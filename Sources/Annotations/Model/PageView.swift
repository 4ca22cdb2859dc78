import PDF

/// A page as people see it: the crop box, turned as the page says, its origin at the top left and y downwards.
///
/// Tablets record in this view; it turns their places into default user space.
struct PageView {
  private let page: PDFPage
  /// User space units to a unit of the view.
  let unitX, unitY: Double

  /// The view in points: one is 1/72 inch, whatever the page's `/UserUnit`.
  init(_ page: PDFPage) {
    self.page = page
    (unitX, unitY) = (1 / page.userUnit, 1 / page.userUnit)
  }

  /// The view on a screen where the whole page is `width` by `height`.
  init(_ page: PDFPage, width: Double, height: Double) {
    self.page = page
    unitX = page.width / page.userUnit / width
    unitY = page.height / page.userUnit / height
  }

  /// A length that goes in no direction, such as a line's width.
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

  /// The same for an icon that does not turn with the page: readers hold the corner that is the top left one in user
  /// space (ISO 32000-1, 12.5.3), so that corner stands where the reader's top left one is to be.
  func uprightRectangle(left: Double, top: Double, width: Double, height: Double) -> PDFRectangle {
    let corner = point(left, top)
    return PDFRectangle(x0: corner.x, y0: corner.y - height * unitY, x1: corner.x + width * unitX, y1: corner.y)
  }

  /// The corners as the reader sees them, so that what is under text is under it on turned pages too.
  func quadrilateral(left: Double, top: Double, width: Double, height: Double) -> Quadrilateral {
    Quadrilateral(
      point(left, top), point(left + width, top), point(left, top + height), point(left + width, top + height))
  }

  // MARK: Back into the view

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

  /// The same of what is around points; zeros without any.
  func box(around points: some Sequence<Point>) -> [Double] {
    guard let box = PDFRectangle(around: points.lazy.map { place($0) }.map { Point($0[0], $0[1]) }) else {
      return [0, 0, 0, 0]
    }
    return [box.x0, box.y0, box.width, box.height]
  }

  /// What `uprightRectangle` makes the rectangle of.
  func uprightBox(_ rectangle: PDFRectangle) -> [Double] {
    place(Point(rectangle.x0, rectangle.y1)) + [rectangle.width / unitX, rectangle.height / unitY]
  }

  /// Counterclockwise degrees that make something upright for the reader.
  var uprightRotation: Int { page.rotation }
}
