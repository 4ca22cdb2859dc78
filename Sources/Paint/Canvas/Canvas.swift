import CPango
import Layout
import Style

/// The drawing operations that painting needs, over one Cairo context: the only place besides `Pictures` and `Document`
/// that calls Cairo. Units are px.
///
/// Cairo keeps the first error of a context and ignores what follows, so nothing is checked here; `Painter` asks for the
/// status once a page.
final class Canvas {
  /// `cairo_t *`.
  let context: OpaquePointer
  /// True where pictures may keep their encoded form and stay sharp at any scale.
  let isVector: Bool

  /// - Parameter scale: units of the surface for each px.
  init(surface: OpaquePointer, scale: Double, isVector: Bool) {
    context = cairo_create(surface)
    self.isVector = isVector
    cairo_scale(context, scale, scale)
  }

  deinit { cairo_destroy(context) }

  var status: cairo_status_t { cairo_status(context) }

  // MARK: State

  func save() { cairo_save(context) }
  func restore() { cairo_restore(context) }

  /// Saves, draws, restores.
  func isolated(_ draw: () -> Void) {
    save()
    draw()
    restore()
  }

  /// False where nothing would be left of what is drawn: transforms in each other may flatten what each alone does not, and
  /// Cairo would fail the whole page.
  func canApply(_ transform: AffineTransform) -> Bool {
    var matrix = cairo_matrix_t()
    cairo_get_matrix(context, &matrix)
    return transform.isInvertible && AffineTransform(matrix).concatenating(transform).isInvertible
  }

  func transform(_ matrix: AffineTransform) {
    var matrix = matrix.cairo
    cairo_transform(context, &matrix)
  }

  /// What is drawn until `endGroup` becomes one picture.
  func beginGroup() { cairo_push_group(context) }
  func endGroup(opacity: Double, _ blend: BlendMode? = nil) {
    cairo_pop_group_to_source(context)
    if let blend { cairo_set_operator(context, blend.cairo) }
    cairo_paint_with_alpha(context, opacity)
    if blend != nil { cairo_set_operator(context, CAIRO_OPERATOR_OVER) }
  }

  /// False where transforms make a font larger than FreeType can measure: it would fail the whole page.
  func canShow(_ font: OpaquePointer) -> Bool {
    var fontMatrix = cairo_matrix_t()
    cairo_scaled_font_get_font_matrix(font, &fontMatrix)
    let size = greatestScale * max(abs(fontMatrix.xx), abs(fontMatrix.yy))
    return size.isFinite && size < 20_000
  }

  /// Units of the surface that one px may become, in whichever direction.
  private var greatestScale: Double {
    var matrix = cairo_matrix_t()
    cairo_get_matrix(context, &matrix)
    return max(abs(matrix.xx), abs(matrix.xy), abs(matrix.yx), abs(matrix.yy))
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

  /// Fills the path that was added, and clears it.
  func fill(_ color: Color, rule: FillRule = .winding) {
    setColor(color)
    fillWithSource(rule: rule)
  }

  /// Fills with the source that was set last.
  func fillWithSource(rule: FillRule = .winding) {
    cairo_set_fill_rule(context, rule == .winding ? CAIRO_FILL_RULE_WINDING : CAIRO_FILL_RULE_EVEN_ODD)
    cairo_fill(context)
  }

  func fill(_ rect: Rect, _ color: Color) {
    guard rect.width > 0, rect.height > 0 else { return }
    add(rect)
    fill(color)
  }

  struct Stroke {
    var width: Double
    /// Lengths of dashes and gaps in turn; empty for a solid line.
    var dashes: [Double] = []
    var dashOffset = 0.0
    var isRound = false
  }

  /// Strokes the path that was added, and clears it.
  func stroke(_ color: Color, _ stroke: Stroke) {
    setColor(color)
    cairo_set_line_width(context, stroke.width)
    cairo_set_line_cap(context, stroke.isRound ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT)
    cairo_set_line_join(context, stroke.isRound ? CAIRO_LINE_JOIN_ROUND : CAIRO_LINE_JOIN_MITER)
    // Where one dash reaches beyond Cairo's coordinates (24 bits and a fraction) the line is as good as solid, and counting
    // dashes there may take all memory.
    let longest = greatestScale * (stroke.dashes.max() ?? 0)
    let isDashed = longest.isFinite && longest < 0x80_0000
    cairo_set_dash(context, stroke.dashes, isDashed ? Int32(stroke.dashes.count) : 0, stroke.dashOffset)
    cairo_stroke(context)
  }

  /// Narrows the clip to the path that was added, and clears it. `restore` widens it again.
  func clip(rule: FillRule = .winding) {
    cairo_set_fill_rule(context, rule == .winding ? CAIRO_FILL_RULE_WINDING : CAIRO_FILL_RULE_EVEN_ODD)
    cairo_clip(context)
  }

  func setColor(_ color: Color) {
    cairo_set_source_rgba(context, Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha))
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

/// Cairo counts in 24.8 fixed point and wraps around beyond it; no page reaches this far.
private let farthest = 1e6

private func bounded(_ value: Double) -> Double {
  // A NaN fails every comparison and becomes 0.
  value > -farthest ? (value < farthest ? value : farthest) : (value <= -farthest ? -farthest : 0)
}
