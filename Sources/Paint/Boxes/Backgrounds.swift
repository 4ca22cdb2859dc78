import CPango
import Layout
import Resources
import Style

/// Backgrounds (css-backgrounds-3 §2): the colour, then the layers from the last to the first.
struct BackgroundPainter {
  let canvas: any Canvas
  let pictures: PictureCache
  let border: RoundedRect
  let padding: RoundedRect
  let content: RoundedRect
  /// The painted area if it is larger than the box; `background-clip` then has no effect.
  var area: RoundedRect?
  /// The positioning area of `background-attachment: fixed`, and the text of `background-clip: text`.
  var page: Rect?
  var addText: (() -> Void)?
  /// The positioning area of images, if it is not one of the box's areas.
  var positioning: Rect?
  /// `image-rendering` and `image-resolution`.
  var images = TextStyle.Images()

  func paint(color: Color, layers: [BackgroundLayer]) {
    if color.alpha > 0 {
      let clip = layers.last?.clip ?? .borderBox
      clipped(to: clip) {
        canvas.add(area ?? shape(clip))
        canvas.fill(color)
      }
    }
    for layer in layers.reversed() { paint(layer) }
  }

  /// Draws, clipped to the text for `background-clip: text` (css-backgrounds-4 §2.1).
  private func clipped(to area: BackgroundLayer.Area, _ draw: () -> Void) {
    guard area == .text, let addText else { return draw() }
    canvas.isolated {
      addText()
      canvas.clip()
      draw()
    }
  }

  private func shape(_ area: BackgroundLayer.Area) -> RoundedRect {
    switch area {
    case .borderBox, .text: border
    case .paddingBox: padding
    case .contentBox: content
    }
  }

  private func paint(_ layer: BackgroundLayer) {
    clipped(to: layer.clip) { paintTiles(of: layer) }
  }

  private func paintTiles(of layer: BackgroundLayer) {
    let area = (layer.isFixed ? page : nil) ?? positioning ?? shape(layer.origin).rect
    let clip = self.area ?? shape(layer.clip)
    guard clip.rect.width > 0, clip.rect.height > 0,
      let image = TileImage(layer.image, pictures, images)
    else { return }
    let tiling = Tiling(layer, area: area, natural: image.natural, clip: clip.rect)
    guard let tiling else { return }

    if tiling.count == 1, image.isGradient {
      image.fill(clip, tile: tiling.first, canvas)
    } else {
      canvas.isolated {
        canvas.add(clip)
        canvas.clip()
        if tiling.count <= Tiling.maximumDrawn {
          // `Tiling` does not conform to `Sequence`, so a `for` loop is not possible.
          // swift-format-ignore: ReplaceForEachWithForLoop
          tiling.forEach { image.draw($0, canvas, pictures) }
        } else {
          canvas.fill(clip.rect, tile: tiling.first, step: tiling.step) { image.draw($0, $1, pictures) }
        }
      }
    }
  }
}

/// The image of a background layer, drawn in each tile.
enum TileImage {
  case picture(ImageID, ImageInfo, isPixelated: Bool)
  case linear(LinearGradient)
  case radial(RadialGradient)
  case conic(ConicGradient)

  init?(_ image: BackgroundImage, _ pictures: PictureCache, _ images: TextStyle.Images = TextStyle.Images()) {
    switch image {
    case .none: return nil
    case .url(let address):
      guard let id = pictures.images.image(address) else { return nil }
      self = .picture(
        id, pictures.images.info(id).scaled(to: images.resolution), isPixelated: images.arePixelated)
    case .linearGradient(let gradient): self = .linear(gradient)
    case .radialGradient(let gradient): self = .radial(gradient)
    case .conicGradient(let gradient): self = .conic(gradient)
    }
  }

  var isGradient: Bool {
    if case .picture = self { return false }
    return true
  }

  var natural: NaturalSize {
    switch self {
    case .picture(_, let info, _): NaturalSize(info)
    case .linear, .radial, .conic: NaturalSize()
    }
  }

  func draw(_ tile: Rect, _ canvas: any Canvas, _ pictures: PictureCache) {
    switch self {
    case .picture(let id, _, let isPixelated):
      pictures.draw(id, in: tile, isPixelated: isPixelated, on: canvas)
    case .linear, .radial, .conic: fill(RoundedRect(tile), tile: tile, canvas)
    }
  }

  /// Fills the intersection of a gradient's only tile with a shape.
  func fill(_ shape: RoundedRect, tile: Rect, _ canvas: any Canvas) {
    if case .conic(let gradient) = self {
      return canvas.isolated {
        canvas.add(shape)
        canvas.clip()
        ConicPainter(canvas: canvas, gradient: gradient, box: tile)?.paint()
      }
    }
    let paint: BoxGradient.Paint? =
      switch self {
      case .picture, .conic: nil
      case .linear(let gradient): BoxGradient.make(gradient, in: tile)
      case .radial(let gradient): BoxGradient.make(gradient, in: tile)
      }
    guard let paint else { return }
    let isWhole = tile.contains(shape.rect)
    canvas.save()
    if !isWhole {
      canvas.add(shape)
      canvas.clip()
    }
    if isWhole { canvas.add(shape) } else { canvas.add(tile) }
    switch paint {
    case .color(let color): canvas.fill(color)
    case .gradient(let gradient):
      canvas.setGradient(gradient)
      canvas.fillWithSource()
    }
    canvas.restore()
  }
}

/// The natural dimensions of an image (css-images-3 §5.1).
struct NaturalSize {
  var width: Double?
  var height: Double?
  var ratio: Double?
  init() {}
  init(_ info: ImageInfo) {
    if info.hasOwnWidth { width = info.width }
    if info.hasOwnHeight { height = info.height }
    ratio = info.ratio
  }

  /// The default sizing algorithm (css-images-3 §5.3): a missing size is taken from the image, then from its ratio,
  /// then from `area`.
  func concrete(width: Double?, height: Double?, in area: Size) -> Size {
    switch (width, height) {
    case (let width?, let height?): return Size(width: width, height: height)
    case (let width?, nil): return Size(width: width, height: ratio.map { width / $0 } ?? self.height ?? area.height)
    case (nil, let height?): return Size(width: ratio.map { height * $0 } ?? self.width ?? area.width, height: height)
    case (nil, nil):
      if self.width == nil, self.height == nil { return fitted(in: area, covering: false) }
      return concrete(
        width: self.width ?? (ratio == nil ? area.width : nil),
        height: self.height ?? (ratio == nil ? area.height : nil),
        in: area)
    }
  }

  /// The largest size with the image's ratio within `area`, or the smallest that covers it.
  func fitted(in area: Size, covering: Bool) -> Size {
    guard let ratio, area.width > 0, area.height > 0 else { return area }
    let byWidth = Size(width: area.width, height: area.width / ratio)
    let byHeight = Size(width: area.height * ratio, height: area.height)
    return (byWidth.height <= area.height) != covering ? byWidth : byHeight
  }
}

/// The positions of a background layer's tiles (css-backgrounds-3 §2.4 to §2.9).
struct Tiling {
  /// Above this number of tiles a repeating pattern is used.
  static let maximumDrawn = 400
  /// One tile; all others are at multiples of `step` from it.
  private(set) var first: Rect
  private(set) var step: Size
  private var columns = 0...0
  private var rows = 0...0

  var count: Int {
    columns.count.multipliedReportingOverflow(by: rows.count).overflow ? .max : columns.count * rows.count
  }

  /// Nil if no tile is visible.
  init?(_ layer: BackgroundLayer, area: Rect, natural: NaturalSize, clip: Rect) {
    let areaSize = Size(width: area.width, height: area.height)
    var size: Size =
      switch layer.size {
      case .auto: natural.concrete(width: nil, height: nil, in: areaSize)
      case .contain: natural.fitted(in: areaSize, covering: false)
      case .cover: natural.fitted(in: areaSize, covering: true)
      case .lengths(let width, let height):
        natural.concrete(
          width: width.map { max(0, $0.resolve(against: area.width)) },
          height: height.map { max(0, $0.resolve(against: area.height)) }, in: areaSize)
      }
    // §2.9: `round` changes the size, and if the other one is auto, that too.
    let (autoWidth, autoHeight) = layer.size.autos
    if layer.repetition.x == .round, size.width > 0 {
      let rounded = area.width / max(1, (area.width / size.width).rounded())
      if autoHeight, layer.repetition.y != .round { size.height *= rounded / size.width }
      size.width = rounded
    }
    if layer.repetition.y == .round, size.height > 0 {
      let rounded = area.height / max(1, (area.height / size.height).rounded())
      if autoWidth, layer.repetition.x != .round { size.width *= rounded / size.height }
      size.height = rounded
    }
    // Smaller tiles are invisible, and dividing by their size would overflow.
    guard size.width > 1e-3, size.height > 1e-3, size.width.isFinite, size.height.isFinite else { return nil }

    let x = Self.axis(
      layer.repetition.x, layer.position.x, tile: size.width, start: area.x, length: area.width,
      clip: clip.x...clip.maxX)
    let y = Self.axis(
      layer.repetition.y, layer.position.y, tile: size.height, start: area.y, length: area.height,
      clip: clip.y...clip.maxY)
    guard let x, let y else { return nil }
    first = Rect(x: x.origin, y: y.origin, width: size.width, height: size.height)
    step = Size(width: x.step, height: y.step)
    columns = x.indices
    rows = y.indices
    if columns.count == 1 {
      first.x += Double(columns.lowerBound) * step.width
      columns = 0...0
    }
    if rows.count == 1 {
      first.y += Double(rows.lowerBound) * step.height
      rows = 0...0
    }
  }

  private static func axis(
    _ repetition: BackgroundLayer.Repetition, _ position: LengthPercentage, tile: Double, start: Double, length: Double,
    clip: ClosedRange<Double>
  ) -> (origin: Double, step: Double, indices: ClosedRange<Int>)? {
    var origin = start + position.resolve(against: length - tile)
    var step = tile
    var repeats = repetition != .noRepeat
    if repetition == .space {
      let whole = (length / tile + 1e-6).rounded(.down)
      if whole >= 2 {
        origin = start
        step = tile + (length - tile * whole) / (whole - 1)
      } else {
        repeats = false
      }
    }
    guard origin.isFinite, step.isFinite else { return nil }
    guard repeats else {
      return origin < clip.upperBound && origin + tile > clip.lowerBound ? (origin, step, 0...0) : nil
    }
    // A visible part of less than a hundredth of a pixel is a rounding error.
    let low = ((clip.lowerBound - origin - tile + 0.01) / step).rounded(.up)
    let high = ((clip.upperBound - origin - 0.01) / step).rounded(.down)
    guard low <= high, abs(low) < 1e9, abs(high) < 1e9 else { return nil }
    return (origin, step, Int(low)...Int(high))
  }

  func forEach(_ body: (Rect) -> Void) {
    for row in rows {
      for column in columns {
        body(
          Rect(
            x: first.x + Double(column) * step.width, y: first.y + Double(row) * step.height, width: first.width,
            height: first.height))
      }
    }
  }
}

extension BackgroundLayer.Size {
  /// Whether width and height are auto.
  fileprivate var autos: (Bool, Bool) {
    switch self {
    case .auto: (true, true)
    case .contain, .cover: (false, false)
    case .lengths(let width, let height): (width == nil, height == nil)
    }
  }
}
