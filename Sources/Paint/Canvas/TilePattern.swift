import CPango
import Layout

extension Canvas {
  /// Fills an area with equal tiles: one is recorded, and Cairo repeats it as a pattern.
  /// - Parameters:
  ///   - tile: one of the tiles.
  ///   - step: the distance between the origins of neighbouring tiles.
  ///   - draw: draws a tile on a canvas.
  func fill(_ area: Rect, tile: Rect, step: Size, draw: (Rect, Canvas) -> Void) {
    var extents = cairo_rectangle_t(x: 0, y: 0, width: step.width, height: step.height)
    guard let recording = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &extents) else { return }
    defer { cairo_surface_destroy(recording) }
    draw(
      Rect(x: 0, y: 0, width: tile.width, height: tile.height), Canvas(surface: recording, scale: 1, isVector: isVector)
    )
    guard let pattern = cairo_pattern_create_for_surface(recording) else { return }
    defer { cairo_pattern_destroy(pattern) }
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_REPEAT)
    var matrix = cairo_matrix_t(xx: 1, yx: 0, xy: 0, yy: 1, x0: -tile.x, y0: -tile.y)
    cairo_pattern_set_matrix(pattern, &matrix)
    cairo_set_source(context, pattern)
    add(area)
    fillWithSource()
  }
}
