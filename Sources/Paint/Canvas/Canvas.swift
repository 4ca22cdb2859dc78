import CPango
import Layout
import Style

/// The drawing operations of painting, on one Cairo context. Units are px.
///
/// Cairo keeps the first error of a context and ignores all further operations, so nothing is checked here. `Painter`
/// checks the status once per page.
final class Canvas {
  /// `cairo_t *`.
  let context: OpaquePointer
  /// Whether the surface keeps vectors and encoded images, as PDF does, instead of pixels.
  let isVector: Bool

  /// - Parameters:
  ///   - scale: units of the surface per px.
  ///   - top: units from the upper edge of the surface to the origin.
  init(surface: OpaquePointer, scale: Double, top: Double = 0, isVector: Bool) {
    context = cairo_create(surface)
    self.isVector = isVector
    if top != 0 { cairo_translate(context, 0, top) }
    cairo_scale(context, scale, scale)
  }

  deinit { cairo_destroy(context) }

  var status: cairo_status_t { cairo_status(context) }

  // MARK: State

  func save() { cairo_save(context) }
  func restore() { cairo_restore(context) }

  /// Calls `draw` and restores the previous state.
  func isolated(_ draw: () -> Void) {
    save()
    draw()
    restore()
  }

  /// Whether anything drawn with the transform would have an area. Nested transforms can be singular together although
  /// none is alone, and Cairo would then fail for the whole page.
  func canApply(_ transform: AffineTransform) -> Bool {
    var matrix = cairo_matrix_t()
    cairo_get_matrix(context, &matrix)
    return transform.isInvertible && AffineTransform(matrix).concatenating(transform).isInvertible
  }

  func transform(_ matrix: AffineTransform) {
    var matrix = matrix.cairo
    cairo_transform(context, &matrix)
  }

  /// Begins a transparency group, which lasts until `endGroup`.
  func beginGroup() { cairo_push_group(context) }
  func endGroup(opacity: Double, _ blend: BlendMode? = nil) {
    cairo_pop_group_to_source(context)
    if let blend { cairo_set_operator(context, blend.cairo) }
    cairo_paint_with_alpha(context, opacity)
    if blend != nil { cairo_set_operator(context, CAIRO_OPERATOR_OVER) }
  }

  /// Whether the current transform leaves a font at a size that FreeType can draw. A larger one would fail the whole page, as would
  /// a font of pictures that is smaller than can be seen.
  func canShow(_ font: OpaquePointer) -> Bool {
    var fontMatrix = cairo_matrix_t()
    cairo_scaled_font_get_font_matrix(font, &fontMatrix)
    let size = max(abs(fontMatrix.xx), abs(fontMatrix.yy))
    return size * leastScale >= 0.01 && size * greatestScale < 20_000
  }

  /// The largest number of surface units per px in any direction.
  private var greatestScale: Double {
    var matrix = cairo_matrix_t()
    cairo_get_matrix(context, &matrix)
    return max(abs(matrix.xx), abs(matrix.xy), abs(matrix.yx), abs(matrix.yy))
  }

  /// The number of surface units per px along the axis that the transform shortens more.
  private var leastScale: Double {
    var matrix = cairo_matrix_t()
    cairo_get_matrix(context, &matrix)
    return min(max(abs(matrix.xx), abs(matrix.yx)), max(abs(matrix.xy), abs(matrix.yy)))
  }

  // MARK: Paths

  func add(_ rect: Rect) {
    cairo_rectangle(context, bounded(rect.x), bounded(rect.y), bounded(rect.width), bounded(rect.height))
  }

  func move(to point: Point) { cairo_move_to(context, bounded(point.x), bounded(point.y)) }
  func line(to point: Point) { cairo_line_to(context, bounded(point.x), bounded(point.y)) }
  func curve(_ control1: Point, _ control2: Point, to end: Point) {
    cairo_curve_to(
      context, bounded(control1.x), bounded(control1.y), bounded(control2.x), bounded(control2.y), bounded(end.x),
      bounded(end.y))
  }
  func closePath() { cairo_close_path(context) }

  func add(polygon points: [Point]) {
    guard let first = points.first else { return }
    move(to: first)
    for point in points.dropFirst() { line(to: point) }
    closePath()
  }

  // MARK: Painting

  enum FillRule { case winding, evenOdd }

  /// Fills the path and clears it.
  func fill(_ color: Color, rule: FillRule = .winding) {
    setColor(color)
    fillWithSource(rule: rule)
  }

  /// Fills the path with the current source. The path is cleared unless `keepsPath`.
  func fillWithSource(rule: FillRule = .winding, keepsPath: Bool = false) {
    cairo_set_fill_rule(context, rule == .winding ? CAIRO_FILL_RULE_WINDING : CAIRO_FILL_RULE_EVEN_ODD)
    if keepsPath { cairo_fill_preserve(context) } else { cairo_fill(context) }
  }

  func fill(_ rect: Rect, _ color: Color) {
    guard rect.width > 0, rect.height > 0 else { return }
    add(rect)
    fill(color)
  }

  struct Stroke {
    enum Cap: String { case butt, round, square }
    enum Join: String { case miter, round, bevel }
    var width: Double
    /// Alternating lengths of dashes and gaps; empty for a solid line.
    var dashes: [Double] = []
    var dashOffset = 0.0
    var cap = Cap.butt
    var join = Join.miter
    var miterLimit = 10.0
  }

  /// Strokes the path and clears it.
  func stroke(_ color: Color, _ stroke: Stroke) {
    setColor(color)
    strokeWithSource(stroke)
  }

  /// Strokes the path with the current source, and clears it.
  func strokeWithSource(_ stroke: Stroke) {
    cairo_set_line_width(context, stroke.width)
    cairo_set_line_cap(context, stroke.cap.cairo)
    cairo_set_line_join(context, stroke.join.cairo)
    cairo_set_miter_limit(context, stroke.miterLimit)
    // If one dash exceeds Cairo's coordinates (24 bits and a fraction), the line looks solid, and computing its dashes
    // may take all memory.
    let longest = greatestScale * (stroke.dashes.max() ?? 0)
    let isDashed = longest.isFinite && longest < 0x80_0000
    cairo_set_dash(context, stroke.dashes, isDashed ? Int32(stroke.dashes.count) : 0, stroke.dashOffset)
    cairo_stroke(context)
  }

  func clearPath() { cairo_new_path(context) }

  /// The bounding box of the path.
  var pathExtents: Rect {
    var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
    cairo_path_extents(context, &left, &top, &right, &bottom)
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Intersects the clip with the path, and clears the path. `restore` undoes it.
  func clip(rule: FillRule = .winding) {
    cairo_set_fill_rule(context, rule == .winding ? CAIRO_FILL_RULE_WINDING : CAIRO_FILL_RULE_EVEN_ODD)
    cairo_clip(context)
  }

  /// Whether nothing can be drawn, because the clip leaves nothing of the page.
  var isClippedOut: Bool {
    var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
    cairo_clip_extents(context, &left, &top, &right, &bottom)
    return left >= right || top >= bottom
  }

  /// Calls `body` without the clip if nothing can be drawn: Cairo then ignores the ends of tags too.
  func unclipped(_ body: () -> Void) {
    guard isClippedOut else { return body() }
    isolated {
      cairo_reset_clip(context)
      body()
    }
  }

  func setColor(_ color: Color) {
    cairo_set_source_rgba(context, Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha))
  }
}

extension Canvas.Stroke.Cap {
  fileprivate var cairo: cairo_line_cap_t {
    switch self {
    case .butt: CAIRO_LINE_CAP_BUTT
    case .round: CAIRO_LINE_CAP_ROUND
    case .square: CAIRO_LINE_CAP_SQUARE
    }
  }
}

extension Canvas.Stroke.Join {
  fileprivate var cairo: cairo_line_join_t {
    switch self {
    case .miter: CAIRO_LINE_JOIN_MITER
    case .round: CAIRO_LINE_JOIN_ROUND
    case .bevel: CAIRO_LINE_JOIN_BEVEL
    }
  }
}

extension BlendMode {
  fileprivate var cairo: cairo_operator_t {
    switch self {
    case .multiply: CAIRO_OPERATOR_MULTIPLY
    case .screen: CAIRO_OPERATOR_SCREEN
    case .overlay: CAIRO_OPERATOR_OVERLAY
    case .darken: CAIRO_OPERATOR_DARKEN
    case .lighten: CAIRO_OPERATOR_LIGHTEN
    case .colorDodge: CAIRO_OPERATOR_COLOR_DODGE
    case .colorBurn: CAIRO_OPERATOR_COLOR_BURN
    case .hardLight: CAIRO_OPERATOR_HARD_LIGHT
    case .softLight: CAIRO_OPERATOR_SOFT_LIGHT
    case .difference: CAIRO_OPERATOR_DIFFERENCE
    case .exclusion: CAIRO_OPERATOR_EXCLUSION
    case .hue: CAIRO_OPERATOR_HSL_HUE
    case .saturation: CAIRO_OPERATOR_HSL_SATURATION
    case .color: CAIRO_OPERATOR_HSL_COLOR
    case .luminosity: CAIRO_OPERATOR_HSL_LUMINOSITY
    }
  }
}

/// Clamps coordinates to Cairo's range of 24.8 fixed point, beyond which they would wrap around. No page is that large.
private let farthest = 1e6

private func bounded(_ value: Double) -> Double {
  // A NaN fails every comparison and becomes 0.
  value > -farthest ? (value < farthest ? value : farthest) : (value <= -farthest ? -farthest : 0)
}
