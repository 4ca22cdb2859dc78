import Layout
import Markup

/// The work of drawing an SVG file with librsvg. A small file can repeat its content many times by references, paint
/// its whole area many times for masks and filters, and enlarge its content, so upper bounds of the work are computed
/// before the file is drawn.
struct SVGWork: Equatable {
  /// The bytes of attributes and texts, and 100 for each element, counted each time that they are drawn.
  var bytes: Double
  /// How often the whole area of the image is painted for masks and filters.
  var layers = 0.0
  /// How often the whole area of the image is painted for groups with an opacity or a blend mode, which are pixels only
  /// if the output is.
  var groups = 0.0
  /// The most layers and groups at the same time.
  var depth = 0.0
  /// The dashes of all lines. Those of vectors are computed as well, to find the areas of shapes.
  var dashes = 0.0
  /// The lines of all shapes, and the pairs of them that cross each other: Cairo finds all crossings of a shape to know
  /// its area.
  var lines = 0.0
  var crossings = 0.0
  /// Bytes for what takes time only on pixels: edges of shapes by the rows that they cross, intersections of clips.
  var pixelBytes = 0.0
  /// The largest coordinate of a curve, px.
  var farthest = 0.0
  /// The longest side of a shape, px.
  var side = 0.0
  /// The largest area of a tile of a pattern, px²; of a pattern whose size depends on a shape, times its side squared.
  var tile = 0.0
  var tileOfShape = 0.0
  /// The user units that are scaled to the smaller side of the image; nil if the file does not say it.
  var rootSide: Double?
  /// `bytes` without what is drawn for references.
  var ownBytes = 0.0

  /// The work that an output may take for repeated content: about 4 s and 400 MB.
  static let limit = Double(32 << 20)
  /// The repeated content of each image that is not counted, so that the number of images of a document is not limited.
  static let allowance = 4096.0
  /// A dash takes as long, and as much memory, as so many bytes.
  private static let bytesPerDash = 16.0
  /// The bytes that take as long as two lines that cross each other, whose strokes have four crossings.
  static let bytesPerCrossing = 16.0
  /// A pixel of a layer takes as long as so many bytes.
  private static let bytesPerPixel = 1.0 / 6
  /// The most pixels of all layers at the same time.
  private static let mostPixels = 48_000_000.0
  /// The layers of an image are made with fewer pixels if they would take longer than so many bytes.
  private static let fullResolution = Double(8 << 20)
  static let unlimited = SVGWork(bytes: .infinity)

  /// Pixels per px of layers in vectors: as many as are fine enough, if they are not too many.
  func scale(for size: Size) -> Double {
    let area = size.width * size.height
    guard layers > 0, area > 0 else { return 2 }
    let scale = min(2, max(1, (Self.fullResolution / (layers * area * Self.bytesPerPixel)).squareRoot()))
    return min(scale, (Self.mostPixels / (depth * area)).squareRoot())
  }

  /// The number of bytes that take as long to draw and as much memory.
  /// - Parameters:
  ///   - size: of the image, px.
  ///   - pixels: pixels per px; nil if vectors are drawn.
  func amount(for size: Size, pixels: Double? = nil) -> Double {
    let rootScale = rootSide.map { max(size.width, size.height) / $0 } ?? 1
    let scale = pixels ?? self.scale(for: size)
    let area = size.width * size.height * scale * scale
    let layers = pixels == nil ? layers : layers + groups
    var amount = bytes + dashes * Self.bytesPerDash + crossings * Self.bytesPerCrossing
    if layers > 0 { amount += layers * area * Self.bytesPerPixel }
    if pixels != nil || layers > 0 { amount += pixelBytes * max(1, rootScale * scale) }
    guard amount.isFinite, farthest * rootScale <= Self.farthest else { return .infinity }
    guard pixels != nil || layers > 0 else { return amount }
    let isLarge =
      scale < 0.25 || layers > 0 && depth * area > Self.mostPixels * 1.01
      || tile * rootScale * rootScale * scale * scale > Self.mostPixels / 2
    return isLarge ? .infinity : amount
  }

  /// px. Coordinates of maps are smaller; Cairo divides curves that are farther away for minutes.
  private static let farthest = 1e8

  /// Adds what is drawn besides.
  mutating func add(_ other: SVGWork, times: Double = 1) {
    bytes += other.bytes * times
    layers += other.layers * times
    groups += other.groups * times
    dashes += other.dashes * times
    lines += other.lines * times
    crossings += other.crossings * times
    pixelBytes += other.pixelBytes * times
    depth = max(depth, other.depth)
    farthest = max(farthest, other.farthest)
    side = max(side, other.side)
    tile = max(tile, other.tile)
  }

  /// The work for the content of an element with a transform.
  mutating func transform(scale: Double, shift: Double) {
    guard scale > 1 || shift > 0 else { return }
    farthest = farthest * scale + (farthest > 0 ? shift : 0)
    side *= scale
    tile *= scale * scale
    pixelBytes *= max(1, scale * scale.squareRoot())
  }
}

extension SVGWork {
  /// Fails if the file is not well-formed XML, or if librsvg would fail. The work is unlimited if its references are
  /// too many, circular or nested deeper than 64, if it has curves far away, or if it contains or refers to other files
  /// than pictures of pixels.
  init?(file: [UInt8]) {
    guard let markup = try? Document.parse(xml: file), !markup.documentElement.isNone else { return nil }
    guard !markup.nodes.indices.contains(where: { markup.hasLargeKernel(NodeID(UInt32($0))) }) else { return nil }
    let isUncountable = markup.nodes.indices.contains {
      let node = NodeID(UInt32($0))
      return markup.hasFarCurve(node) || markup.containsOtherFile(node)
    }
    guard !isUncountable, !markup.hasHiddenContent, var counter = SVGWorkCounter(markup) else {
      self = .unlimited
      return
    }
    let work = counter.work(of: markup.documentElement)
    guard work.bytes.isFinite else {
      self = .unlimited
      return
    }
    self = work
    rootSide = counter.bounds.rootSide
    ownBytes = counter.ownBytes
  }
}

extension Document {
  /// The beginnings of PNG, JPEG, GIF and WebP files in Base64.
  private static let pictures = ["iVBOR", "/9j/", "R0lG", "UklG"]

  /// Whether an element is a convolution with so many numbers that librsvg ends the process when it reads them.
  fileprivate func hasLargeKernel(_ node: NodeID) -> Bool {
    guard name(node) == "feConvolveMatrix", let order = attribute(node, "order") else { return false }
    let numbers = SVGScanner.numbers(SVGValue(order), most: 2) ?? []
    return (numbers.first ?? 3) * (numbers.last ?? 3) > 400
  }

  /// Whether an element contains a file in a `data:` URL that may be SVG, whose work is not counted, or includes one
  /// (XInclude).
  fileprivate func containsOtherFile(_ node: NodeID) -> Bool {
    if name(node) == "include" { return true }
    guard ["image", "feImage"].contains(name(node)) else { return false }
    return ["href", "xlink:href"].compactMap { attribute(node, $0) }.contains { address in
      guard address.drop(while: \.isWhitespace).prefix(5).lowercased() == "data:" else { return false }
      guard let start = address.prefix(64).range(of: "base64,")?.upperBound else { return true }
      return !Self.pictures.contains { address[start...].hasPrefix($0) }
    }
  }
}
