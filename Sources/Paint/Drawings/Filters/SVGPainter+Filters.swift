import CPango
import Layout
import Style

/// Filters (filter-effects-1): a group is drawn as pixels, which the primitives change. If a PDF shows the group itself
/// unchanged above its shadow, only the shadow is pixels.
extension SVGPainter {
  /// Draws the content of a group with its filter.
  /// - Parameters:
  ///   - box: around the content.
  ///   - range: the content in `operations`.
  func draw(
    _ filter: SVGFilter, _ box: Rect, _ operations: [SVGDrawing.Operation], in range: Range<Int>
  ) {
    guard !canvas.isInvisible, layers.beginFilter() else { return draw(operations, in: range) }
    defer { layers.endFilter() }
    let ink = SVGInkBox(fonts).box(of: operations, in: range)
    if canvas.isVector, let below = filter.belowContent,
      !filter.isLinear || operations[range].allSatisfy(\.isOpaque)
    {
      let plan = SVGFilterPlan(below, box: box, ink: ink, visible: canvas.visibleBox)
      draw(plan, operations, in: range)
      canvas.save()
      if let ink, plan.region.intersection(ink) == ink {} else { clip(to: plan.region) }
      draw(operations, in: range)
      canvas.restore()
    } else {
      draw(SVGFilterPlan(filter, box: box, ink: ink, visible: canvas.visibleBox), operations, in: range)
      canvas.showInvisibly { draw(operations, in: range) }
    }
  }

  private func clip(to region: Rect) {
    // The numbers of the region may be larger than those of a canvas.
    canvas.add(region.intersection(canvas.visibleBox))
    canvas.clip()
  }

  /// Draws the result of a filter.
  private func draw(_ plan: SVGFilterPlan, _ operations: [SVGDrawing.Operation], in range: Range<Int>) {
    guard !plan.area.isNothing else { return }
    let matrix = canvas.matrix
    let finest = canvas.isVector ? canvas.greatestScale / 72 * 300 : canvas.greatestScale
    // A few pixels per standard deviation suffice for a blurred picture.
    let wanted = plan.deviation > 0 ? min(finest, max(4 / plan.deviation, 0.05)) : finest
    let scale = layers.filters.scale(for: plan.area, wanted: wanted, work: plan.work)
    // The pixels are those of the output if it has as many.
    let area = plan.area.onPixels(scale, x: scale == matrix.a ? matrix.e : 0, y: scale == matrix.d ? matrix.f : 0)
    let (width, height) = ((area.width * scale).rounded(), (area.height * scale).rounded())
    guard width >= 1, height >= 1, width <= 30_000, height <= 30_000,
      let content = FilterSurface(width: Int(width), height: Int(height), isLinear: false)
    else { return }
    draw(operations, in: range, on: content, at: area, scale: scale, region: plan.region)
    var runner = SVGFilterRunner(plan, content: content, area: area, scale: scale)
    guard let result = runner.run(), let surface = cairo_surface_reference(result.surface) else { return }
    canvas.isolated {
      canvas.transform(AffineTransform(a: area.width, d: area.height, e: area.x, f: area.y))
      canvas.draw(RasterPicture(.surface(surface)))
    }
  }

  /// Draws the content as pixels.
  private func draw(
    _ operations: [SVGDrawing.Operation], in range: Range<Int>, on surface: FilterSurface, at area: Rect,
    scale: Double, region: Rect
  ) {
    let canvas = RasterCanvas(surface: surface.surface, scale: scale, budget: layers.pixelBudget)
    canvas.transform(.translation(-area.x, -area.y))
    canvas.add(region.intersection(area))
    canvas.clip()
    part(on: canvas, .identity).draw(operations, in: range)
    cairo_surface_flush(surface.surface)
  }
}

extension Rect {
  /// The box of whole pixels around a rectangle.
  /// - Parameters:
  ///   - scale: pixels per px.
  ///   - x: of the origin, in pixels.
  fileprivate func onPixels(_ scale: Double, x originX: Double, y originY: Double) -> Rect {
    func place(_ value: Double, _ origin: Double, _ rule: FloatingPointRoundingRule) -> Double {
      ((value * scale + origin).rounded(rule) - origin) / scale
    }
    let (left, top) = (place(x, originX, .down), place(y, originY, .down))
    return Rect(
      x: left, y: top, width: place(maxX, originX, .up) - left, height: place(maxY, originY, .up) - top)
  }
}

extension SVGDrawing.Operation {
  /// Whether nothing below can be seen through what it draws.
  fileprivate var isOpaque: Bool {
    switch self {
    case .beginGroup(let group): group.opacity == 1 && group.masks.isEmpty && group.blend == nil && group.filter == nil
    case .shape(_, let style): style.isOpaque
    case .text(let text): text.opacity == 1 && text.segments.allSatisfy { $0.style.isOpaque }
    case .endGroup, .beginViewport, .endViewport, .image: true
    }
  }
}

extension SVGStyle {
  fileprivate var isOpaque: Bool {
    opacity == 1 && (fill.isNone || fillOpacity == 1 && fill.isOpaque)
      && (stroke.isNone || strokeOpacity == 1 && stroke.isOpaque)
  }
}

extension SVGStyle.Paint {
  fileprivate var isOpaque: Bool { if case .color(let color) = self { color.alpha == 1 } else { true } }
}
