import CPango
import Layout
import Style

/// Box shadows (css-backgrounds-3 §6): vectors without blur, a picture of the shadow's alpha with it.
struct ShadowPainter {
  let canvas: Canvas
  let border: RoundedRect
  let padding: RoundedRect

  /// Shadows around the box, the last below.
  func paintOuter(_ shadows: [BoxShadow]) {
    for shadow in shadows.reversed() where !shadow.isInset && shadow.color.alpha > 0 && shadow.isFinite {
      let shape = border.outset(by: shadow.spread).offset(x: shadow.x, y: shadow.y)
      let area = shape.rect.inset(by: Sides(-shadow.blur * 1.5))
      guard shape.rect.width > 0, shape.rect.height > 0 else { continue }
      canvas.isolated {
        // Nothing shows under the box itself.
        canvas.add(area.union(border.rect).inset(by: Sides(-1)))
        canvas.add(border)
        canvas.clip(rule: .evenOdd)
        if shadow.blur > 0 {
          paintBlurred(shadow, area: area) { $0.add(shape) }
        } else {
          canvas.add(shape)
          canvas.fill(shadow.color)
        }
      }
    }
  }

  /// Shadows inside the padding edge, the last below.
  func paintInner(_ shadows: [BoxShadow]) {
    for shadow in shadows.reversed() where shadow.isInset && shadow.color.alpha > 0 && shadow.isFinite {
      let hole = padding.outset(by: -shadow.spread).offset(x: shadow.x, y: shadow.y)
      guard padding.rect.width > 0, padding.rect.height > 0 else { continue }
      let outside = padding.rect.union(hole.rect).inset(by: Sides(-shadow.blur * 1.5 - 1))
      canvas.isolated {
        canvas.add(padding)
        canvas.clip()
        if shadow.blur > 0 {
          paintBlurred(shadow, area: padding.rect) { target in
            target.add(outside)
            if hole.rect.width > 0, hole.rect.height > 0 { target.add(hole) }
          }
        } else {
          canvas.add(outside)
          if hole.rect.width > 0, hole.rect.height > 0 { canvas.add(hole) }
          canvas.fill(shadow.color, rule: .evenOdd)
        }
      }
    }
  }

  /// Draws a shape's blurred alpha in the shadow's colour over `area`.
  private func paintBlurred(_ shadow: BoxShadow, area: Rect, _ addShape: (Canvas) -> Void) {
    let sigma = shadow.blur / 2
    guard let mask = AlphaMask(area, sigma: sigma, addShape) else { return }
    canvas.setColor(shadow.color)
    mask.paint(on: canvas)
  }
}

extension BoxShadow {
  fileprivate var isFinite: Bool { x.isFinite && y.isFinite && blur.isFinite && spread.isFinite }
}

/// A small picture of a blurred shape's coverage.
struct AlphaMask {
  private let surface: OpaquePointer
  private let origin: Point
  private let scale: Double

  /// Enough for a page at the finest scale; larger areas get a coarser one.
  private static let maximumPixels = 2_000_000.0

  /// Nil where the area is empty or Cairo has no memory for it.
  init?(_ area: Rect, sigma: Double, rule: Canvas.FillRule = .evenOdd, _ addShape: (Canvas) -> Void) {
    // A blurred picture needs no more than a few pixels in each standard deviation.
    let wanted = min(2, max(4 / sigma, 0.01))
    let margin = sigma * 3
    let padded = area.inset(by: Sides(-margin))
    let size = padded.width * padded.height
    guard size.isFinite, size > 0 else { return nil }
    scale = min(wanted, (Self.maximumPixels / size).squareRoot())
    origin = padded.topLeft
    let width = (padded.width * scale).rounded(.up)
    let height = (padded.height * scale).rounded(.up)
    guard width <= 30_000, height <= 30_000,
      let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(max(width, 1)), Int32(max(height, 1)))
    else { return nil }
    self.surface = surface
    let canvas = Canvas(surface: surface, scale: scale, isVector: false)
    canvas.transform(.translation(-origin.x, -origin.y))
    addShape(canvas)
    canvas.fill(.black, rule: rule)
    cairo_surface_flush(surface)
    blur(sigma: sigma * scale)
    cairo_surface_mark_dirty(surface)
  }

  /// Consumes the mask.
  func paint(on canvas: Canvas) {
    canvas.isolated {
      canvas.transform(.translation(origin.x, origin.y))
      canvas.transform(.scale(1 / scale, 1 / scale))
      cairo_mask_surface(canvas.context, surface, 0, 0)
    }
    cairo_surface_destroy(surface)
  }

  /// Three box blurs in a row come close to a Gaussian one (SVG 1.1 §15.17).
  private func blur(sigma: Double) {
    let size = Int((sigma * 3 * (2 * Double.pi).squareRoot() / 4 + 0.5).rounded(.down))
    guard size > 1, let data = cairo_image_surface_get_data(surface) else { return }
    let width = Int(cairo_image_surface_get_width(surface))
    let height = Int(cairo_image_surface_get_height(surface))
    let stride = Int(cairo_image_surface_get_stride(surface))
    var line = [UInt8](repeating: 0, count: max(width, height))
    // An even box has no middle: one pass leans left, one right, and the third is one wider.
    let isEven = size & 1 == 0
    let passes = isEven ? [(size, size / 2), (size, size / 2 - 1), (size + 1, size / 2)] : Array(repeating: (size, size / 2), count: 3)
    for (size, before) in passes {
      for y in 0..<height { Self.boxBlur(data + y * stride, count: width, step: 1, size: size, before: before, &line) }
      for x in 0..<width { Self.boxBlur(data + x, count: height, step: stride, size: size, before: before, &line) }
    }
  }

  /// The mean of `size` pixels from `before` pixels back, for each pixel of a row or column; transparent outside.
  private static func boxBlur(
    _ pixels: UnsafeMutablePointer<UInt8>, count: Int, step: Int, size: Int, before: Int, _ line: inout [UInt8]
  ) {
    var sum = 0
    for index in 0..<count { line[index] = pixels[index * step] }
    for index in 0..<min(size - before, count) { sum += Int(line[index]) }
    for index in 0..<count {
      pixels[index * step] = UInt8((sum + size / 2) / size)
      let entering = index + size - before
      if entering < count { sum += Int(line[entering]) }
      let leaving = index - before
      if leaving >= 0 { sum -= Int(line[leaving]) }
    }
  }
}
