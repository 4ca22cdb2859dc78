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
  /// The border box, less half of the border where the border is opaque: behind its antialiased outer edge, the
  /// background would be visible as a thin line.
  var uncovered: RoundedRect?
  /// The painted area if it is larger than the box; `background-clip` then has no effect.
  var area: RoundedRect?
  /// The positioning area of `background-attachment: fixed`, and the text of `background-clip: text`.
  var page: Rect?
  var addText: (() -> Void)?
  /// Paints the border of `background-clip: border-area` in black.
  var paintBorder: ((any Canvas) -> Void)?
  /// The positioning area of images, if it is not one of the box's areas.
  var positioning: Rect?
  /// `image-rendering` and `image-resolution`.
  var images = TextStyle.Images()

  func paint(color: Color, layers: [BackgroundLayer]) {
    // Layers are not blended with what is below the box.
    let isGroup = layers.contains { $0.blendMode != nil }
    if isGroup { canvas.beginGroup() }
    paintLayers(color, layers)
    if isGroup { canvas.endGroup(opacity: 1) }
  }

  private func paintLayers(_ color: Color, _ layers: [BackgroundLayer]) {
    if color.alpha > 0 {
      let clip = layers.last?.clip ?? .borderBox
      clipped(to: clip) {
        canvas.add(paintedShape(clip))
        canvas.fill(color)
      }
    }
    for layer in layers.prefix(pictures.layerBudget.take(layers.count)).reversed() { paint(layer) }
  }

  /// Draws, clipped to the text or to the painted border if `background-clip` says so (css-backgrounds-4 §2.1).
  private func clipped(to area: BackgroundLayer.Area, _ draw: () -> Void) {
    if area == .borderArea, let paintBorder {
      canvas.beginGroup()
      draw()
      return canvas.endGroup(maskIsLuminance: false) { paintBorder($0) }
    }
    guard area == .text, let addText else { return draw() }
    canvas.isolated {
      addText()
      canvas.clip()
      draw()
    }
  }

  private func paintedShape(_ clip: BackgroundLayer.Area) -> RoundedRect {
    area ?? (clip == .borderBox ? uncovered : nil) ?? shape(clip)
  }

  private func shape(_ area: BackgroundLayer.Area) -> RoundedRect {
    switch area {
    case .borderBox, .text, .borderArea: border
    case .paddingBox: padding
    case .contentBox: content
    }
  }

  private func paint(_ layer: BackgroundLayer) {
    clipped(to: layer.clip) {
      guard let blendMode = layer.blendMode else { return paintTiles(of: layer) }
      canvas.beginGroup()
      paintTiles(of: layer)
      canvas.endGroup(opacity: 1, blendMode)
    }
  }

  private func paintTiles(of layer: BackgroundLayer) {
    let area = (layer.isFixed ? page : nil) ?? positioning ?? shape(layer.origin).rect
    let clip = paintedShape(layer.clip)
    guard clip.rect.width > 0, clip.rect.height > 0,
      let image = TileImage(layer.image, pictures, images)
    else { return }
    let tiles = Tiling(layer, area: area, natural: image.natural, clip: clip.rect)
    guard let tiling = tiles?.joined(columns: image.hasOneColumn, rows: image.hasOneRow) else { return }

    if tiling.count == 1, image.isGradient {
      image.fill(clip, tile: tiling.first, canvas, pictures)
    } else {
      canvas.isolated {
        canvas.add(clip)
        canvas.clip()
        if tiling.count <= image.maximumDrawn {
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
      guard let id = pictures.images.drawing(at: address) ?? pictures.images.image(address) else { return nil }
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

  /// Whether it has one pixel along an axis.
  var hasOneColumn: Bool { pixels.width == 1 }
  var hasOneRow: Bool { pixels.height == 1 }

  /// The size in pixels as it is displayed; 0 for what is not made of pixels.
  private var pixels: Size {
    guard case .picture(_, let info, _) = self else { return .zero }
    let (width, height) = (Double(info.pixelWidth), Double(info.pixelHeight))
    return info.orientation.swapsAxes ? Size(width: height, height: width) : Size(width: width, height: height)
  }

  var natural: NaturalSize {
    switch self {
    case .picture(_, let info, _): NaturalSize(info)
    case .linear, .radial, .conic: NaturalSize()
    }
  }

  /// The most tiles that are drawn one by one. A gradient with transparent colours has a mask for each.
  var maximumDrawn: Int {
    let stops: [GradientStop] =
      switch self {
      case .picture, .conic: []
      case .linear(let gradient): gradient.stops
      case .radial(let gradient): gradient.stops
      }
    return stops.contains { $0.color.alpha < 1 } ? Tiling.maximumMasked : Tiling.maximumDrawn
  }

  func draw(_ tile: Rect, _ canvas: any Canvas, _ pictures: PictureCache) {
    switch self {
    case .picture(let id, _, let isPixelated):
      pictures.draw(id, in: tile, isPixelated: isPixelated, on: canvas)
    case .linear, .radial, .conic: fill(RoundedRect(tile), tile: tile, canvas, pictures)
    }
  }

  /// Fills the intersection of a gradient's only tile with a shape.
  func fill(_ shape: RoundedRect, tile: Rect, _ canvas: any Canvas, _ pictures: PictureCache) {
    if case .conic(let gradient) = self {
      return canvas.isolated {
        canvas.add(shape)
        canvas.clip()
        guard let painter = ConicPainter(canvas: canvas, gradient: gradient, box: tile) else { return }
        if pictures.conicBudget.take(sectors: painter.sectorCount) { painter.paint() } else { painter.paintOneColor() }
      }
    }
    let paint: BoxGradient.Paint? =
      switch self {
      case .picture, .conic: nil
      case .linear(let gradient): BoxGradient.make(gradient, in: tile, stripes: pictures.stripeBudget)
      case .radial(let gradient): BoxGradient.make(gradient, in: tile)
      }
    switch paint {
    case nil: break
    case .stripes(let stripes):
      canvas.clipped(to: shape, tile) { stripes.paint(tile, on: canvas) }
    case .color(let color):
      canvas.fillIntersection(of: shape, tile) { canvas.fill(color) }
    case .gradient(let gradient):
      canvas.fillIntersection(of: shape, tile) {
        canvas.setGradient(gradient)
        canvas.fillWithSource()
      }
    }
  }
}

extension Canvas {
  /// Draws within a shape and a tile.
  fileprivate func clipped(to shape: RoundedRect, _ tile: Rect, _ draw: () -> Void) {
    isolated {
      add(shape)
      clip()
      if shape.isRounded || !tile.contains(shape.rect) {
        add(tile)
        clip()
      }
      draw()
    }
  }

  /// Adds the intersection of a shape and a tile to the path and fills it.
  fileprivate func fillIntersection(of shape: RoundedRect, _ tile: Rect, _ fill: () -> Void) {
    guard !tile.contains(shape.rect) else {
      add(shape)
      return fill()
    }
    isolated {
      add(shape)
      clip()
      add(tile)
      fill()
    }
  }
}
