import CPango
import Layout
import Style
import TextShaping

/// A canvas of pixels on a Cairo context.
///
/// Cairo keeps the first error of a context and ignores all further operations, so nothing is checked here. `Painter`
/// checks the status once per page.
final class RasterCanvas: Canvas {
  /// `cairo_t *`.
  let context: OpaquePointer
  private let budget: PixelBudget
  var isVector: Bool { false }

  /// - Parameters:
  ///   - scale: units of the surface per px.
  ///   - budget: of the output.
  init(surface: OpaquePointer, scale: Double, budget: PixelBudget = PixelBudget()) {
    self.budget = budget
    context = cairo_create(surface)
    cairo_scale(context, scale, scale)
  }

  deinit { cairo_destroy(context) }

  var status: cairo_status_t { cairo_status(context) }

  var matrix: AffineTransform {
    var matrix = cairo_matrix_t()
    cairo_get_matrix(context, &matrix)
    return AffineTransform(matrix)
  }

  var isClippedOut: Bool { visibleBox.width <= 0 || visibleBox.height <= 0 }

  var visibleBox: Rect {
    var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
    cairo_clip_extents(context, &left, &top, &right, &bottom)
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  func showInvisibly(_ draw: () -> Void) {}
  var isInvisible: Bool { false }

  // MARK: State

  func save() { cairo_save(context) }
  func restore() { cairo_restore(context) }

  func transform(_ matrix: AffineTransform) {
    var matrix = matrix.cairo
    cairo_transform(context, &matrix)
  }

  func beginGroup() { cairo_push_group(context) }

  func endGroup(opacity: Double, _ blend: BlendMode?) {
    cairo_pop_group_to_source(context)
    if let blend { cairo_set_operator(context, blend.cairo) }
    cairo_paint_with_alpha(context, opacity)
    if blend != nil { cairo_set_operator(context, CAIRO_OPERATOR_OVER) }
  }

  func endGroup(maskIsLuminance isLuminance: Bool, draw: (any Canvas) -> Void) {
    guard let content = cairo_pop_group(context) else { return }
    defer { cairo_pattern_destroy(content) }
    cairo_push_group(context)
    draw(self)
    guard let mask = cairo_pop_group(context) else { return }
    defer { cairo_pattern_destroy(mask) }
    var surface: OpaquePointer?
    if isLuminance, cairo_pattern_get_surface(mask, &surface) == CAIRO_STATUS_SUCCESS, let surface {
      GroupPixels.makeAlphaOfLuminance(surface)
    }
    cairo_set_source(context, content)
    cairo_mask(context, mask)
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
  func clearPath() { cairo_new_path(context) }

  var pathExtents: Rect {
    var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
    cairo_path_extents(context, &left, &top, &right, &bottom)
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  func clip(rule: FillRule) {
    cairo_set_fill_rule(context, rule.cairo)
    cairo_clip(context)
  }

  // MARK: Painting

  func setColor(_ color: Color) {
    cairo_set_source_rgba(context, Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha))
  }

  func setGradient(_ gradient: Gradient) {
    guard let pattern = gradient.cairoPattern else { return }
    cairo_set_source(context, pattern)
    cairo_pattern_destroy(pattern)
  }

  func fillWithSource(rule: FillRule, keepsPath: Bool) {
    cairo_set_fill_rule(context, rule.cairo)
    if keepsPath { cairo_fill_preserve(context) } else { cairo_fill(context) }
  }

  func fill(_ patches: [GradientPatch]) {
    guard budget.take(patches, scale: greatestScale) else {
      return fill(patches.first?.colors.first ?? .transparent)
    }
    guard let mesh = cairo_pattern_create_mesh() else { return clearPath() }
    defer { cairo_pattern_destroy(mesh) }
    for patch in patches {
      cairo_mesh_pattern_begin_patch(mesh)
      for (index, corner) in patch.corners.enumerated() {
        if index == 0 {
          cairo_mesh_pattern_move_to(mesh, corner.x, corner.y)
        } else {
          cairo_mesh_pattern_line_to(mesh, corner.x, corner.y)
        }
      }
      for (index, color) in patch.colors.enumerated() {
        cairo_mesh_pattern_set_corner_color_rgba(
          mesh, UInt32(index), Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha))
      }
      cairo_mesh_pattern_end_patch(mesh)
    }
    cairo_set_source(context, mesh)
    fillWithSource()
  }

  /// Px of the surface. Cairo draws round joins and caps, and curves, with a polygon whose number of vertices grows with
  /// the square root of the width; no page is that large.
  private static let greatestWidth = 100_000.0

  func strokeWithSource(_ stroke: Stroke) {
    cairo_set_line_width(context, min(stroke.width, Self.greatestWidth / max(greatestScale, .leastNormalMagnitude)))
    cairo_set_line_cap(context, stroke.cap.cairo)
    cairo_set_line_join(context, stroke.join.cairo)
    cairo_set_miter_limit(context, stroke.miterLimit)
    // If one dash exceeds Cairo's coordinates (24 bits and a fraction), the line looks solid, and computing its dashes
    // may take all memory. Too many dashes are drawn as a solid line, too.
    let longest = greatestScale * (stroke.dashes.max() ?? 0)
    let isDashed =
      !stroke.dashes.isEmpty && longest.isFinite && longest < 0x80_0000 && budget.take(stroke.dashes, context)
    cairo_set_dash(context, stroke.dashes, isDashed ? Int32(stroke.dashes.count) : 0, stroke.dashOffset)
    cairo_stroke(context)
  }

  /// One tile is recorded, and Cairo repeats it as a pattern.
  func fill(_ area: Rect, tile: Rect, step: Size, draw: (Rect, any Canvas) -> Void) {
    var extents = cairo_rectangle_t(x: 0, y: 0, width: step.width, height: step.height)
    guard let recording = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &extents) else { return }
    defer { cairo_surface_destroy(recording) }
    draw(
      Rect(x: 0, y: 0, width: tile.width, height: tile.height),
      RasterCanvas(surface: recording, scale: 1, budget: budget))
    guard let pattern = cairo_pattern_create_for_surface(recording) else { return }
    defer { cairo_pattern_destroy(pattern) }
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_REPEAT)
    var matrix = cairo_matrix_t(xx: 1, yx: 0, xy: 0, yy: 1, x0: -tile.x, y0: -tile.y)
    cairo_pattern_set_matrix(pattern, &matrix)
    cairo_set_source(context, pattern)
    add(area)
    fillWithSource()
  }

  // MARK: Text and pictures

  /// Pixels per em up to which Cairo draws glyphs, whose pixels it keeps: hundreds of megabytes for some large ones.
  /// Larger glyphs are filled as paths.
  private static let largestCachedGlyph = 256.0

  func show(_ batch: borrowing GlyphBatch, _ face: FaceID, _ fonts: FaceCache, hasText: Bool) {
    let isLarge = fonts.size(face) * greatestScale > Self.largestCachedGlyph
    guard !isLarge || fonts.drawable(face)?.font.hasPictures == true else {
      cairo_new_path(context)
      addPath(of: batch, face, fonts)
      cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
      return cairo_fill(context)
    }
    let glyphs = batch.glyphs
    withFont(face, fonts) { cairo_show_glyphs(context, glyphs.baseAddress, Int32(glyphs.count)) }
  }

  func addPath(of batch: borrowing GlyphBatch, _ face: FaceID, _ fonts: FaceCache) {
    let glyphs = batch.glyphs
    withFont(face, fonts) { cairo_glyph_path(context, glyphs.baseAddress, Int32(glyphs.count)) }
  }

  private func withFont(_ face: FaceID, _ fonts: FaceCache, _ body: () -> Void) {
    guard let font = fonts.scaledFont(face), canShow(fonts.size(face)) else { return }
    cairo_set_scaled_font(context, font)
    body()
  }

  func draw(_ picture: RasterPicture) {
    guard case .surface(let surface) = picture.pixels else { return }
    let width = Double(cairo_image_surface_get_width(surface))
    let height = Double(cairo_image_surface_get_height(surface))
    transform(.scale(1 / width, 1 / height))
    cairo_set_source_surface(context, surface, 0, 0)
    if picture.isPixelated, isEnlarged { cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_NEAREST) }
    // Without it, transparent pixels around the image would be mixed into its edges.
    cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
    cairo_rectangle(context, 0, 0, width, height)
    cairo_fill(context)
  }

  /// Whether a pixel of an image in the units of the canvas is at least as large as one of the surface. An image that
  /// is reduced is smoothed in any case (css-images-3 §5.3).
  var isEnlarged: Bool {
    var (x, y) = (1.0, 1.0)
    cairo_user_to_device_distance(context, &x, &y)
    return min(abs(x), abs(y)) >= 1
  }

  func draw(_ picture: VectorPicture, in rect: Rect) { picture.render(in: rect, context) }

  func draw(_ form: PictureForm, in rect: Rect, draw: (Rect, any Canvas) -> Void) { draw(rect, self) }
}
