import CPango
import Layout
import Style

/// Filters (filter-effects-1): a group is drawn as pixels, which the primitives change. If a PDF shows the group itself
/// unchanged above its shadow, only the shadow is pixels.
extension SVGPainter {
  /// Draws the content of a group with its filter.
  /// - Parameters:
  ///   - box: around the content.
  ///   - range: the content in `operations`, after the beginning of its group.
  func draw(
    _ filter: SVGFilter, _ box: Rect, _ operations: [SVGDrawing.Operation], in range: Range<Int>
  ) {
    let ink = contentBox(ofGroupAt: range.lowerBound - 1, in: operations, .ink)
    let isOpaque = operations[range].allSatisfy { $0.isOpaque(drawing.gradients) }
    draw(filter, box, ink: ink, isOpaque: isOpaque) { other in
      let painter = other === canvas ? self : part(on: other, .identity)
      painter.draw(operations, in: range)
    }
  }

  /// Draws content with a filter.
  /// - Parameters:
  ///   - box: around the content.
  ///   - ink: where the content may draw; nil if it may draw anywhere.
  ///   - isOpaque: whether nothing below can be seen through what the content draws.
  ///   - content: draws it on a canvas.
  func draw(_ filter: SVGFilter, _ box: Rect, ink: Rect?, isOpaque: Bool, content: (any Canvas) -> Void) {
    guard !canvas.isInvisible, layers.beginFilter() else { return content(canvas) }
    defer { layers.endFilter() }
    if canvas.isVector, let below = filter.belowContent, !filter.isLinear || isOpaque {
      let plan = SVGFilterPlan(below, box: box, ink: ink, visible: canvas.visibleBox)
      draw(plan, content)
      canvas.save()
      if let ink, plan.region.intersection(ink) == ink {} else { clip(to: plan.region) }
      content(canvas)
      canvas.restore()
    } else {
      draw(SVGFilterPlan(filter, box: box, ink: ink, visible: canvas.visibleBox), content)
      canvas.showInvisibly { content(canvas) }
    }
  }

  private func clip(to region: Rect) {
    // The numbers of the region may be larger than those of a canvas.
    canvas.add(region.intersection(canvas.visibleBox))
    canvas.clip()
  }

  /// Draws the result of a filter.
  private func draw(_ plan: SVGFilterPlan, _ content: (any Canvas) -> Void) {
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
      let pixels = FilterSurface(width: Int(width), height: Int(height), isLinear: false)
    else { return }
    let grid = FilterGrid(area: area, scale: scale)
    draw(content, on: pixels, grid, region: plan.region)
    var runner = SVGFilterRunner(plan, content: pixels, grid) { image, region in
      let surface = pixels.blank()
      if let surface { self.draw({ self.part(on: $0, .identity).draw(image) }, on: surface, grid, region: region) }
      return surface
    }
    guard let result = runner.run(), let surface = cairo_surface_reference(result.surface) else { return }
    canvas.isolated {
      canvas.transform(AffineTransform(a: area.width, d: area.height, e: area.x, f: area.y))
      canvas.draw(RasterPicture(.surface(surface)))
    }
  }

  /// Draws content as pixels.
  private func draw(_ content: (any Canvas) -> Void, on surface: FilterSurface, _ grid: FilterGrid, region: Rect) {
    let canvas = RasterCanvas(surface: surface.surface, scale: grid.scale, budget: layers.pixelBudget)
    canvas.transform(.translation(-grid.area.x, -grid.area.y))
    canvas.add(region.intersection(grid.area))
    canvas.clip()
    content(canvas)
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
