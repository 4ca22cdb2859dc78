import CPango
import Layout
import PDF
import TextShaping

/// A step of an outline on a canvas, px.
enum PathStep {
  case move(Point)
  case line(Point)
  case curve(Point, Point, Point)
  case close
}

extension FaceCache {
  /// The outline of a glyph, in 1/1000 em with y upwards; empty if it cannot be drawn.
  func outline(of glyph: UInt32, in face: FaceID) -> [GlyphOutlineStep] {
    let size = size(face)
    guard size > 0 else { return [] }
    let scale = 1000 / size
    var steps: [GlyphOutlineStep] = []
    [cairo_glyph_t(index: UInt(glyph), x: 0, y: 0)].withUnsafeBufferPointer { glyphs in
      forEachStep(of: glyphs, face) { step in
        switch step {
        case .move(let point): steps.append(.move(x: point.x * scale, y: -point.y * scale))
        case .line(let point): steps.append(.line(x: point.x * scale, y: -point.y * scale))
        case .curve(let a, let b, let end):
          steps.append(
            .curve(
              x1: a.x * scale, y1: -a.y * scale, x2: b.x * scale, y2: -b.y * scale, x: end.x * scale,
              y: -end.y * scale))
        case .close: break
        }
      }
    }
    return steps
  }

  /// Calls `body` with the steps of the outlines of all glyphs, as Cairo has them.
  func forEachStep(of batch: borrowing GlyphBatch, _ face: FaceID, _ body: (PathStep) -> Void) {
    forEachStep(of: batch.glyphs, face, body)
  }

  private func forEachStep(of glyphs: UnsafeBufferPointer<cairo_glyph_t>, _ face: FaceID, _ body: (PathStep) -> Void) {
    // Cairo leaves out glyphs that are far outside of a surface; this one has no bounds.
    guard let font = scaledFont(face), let surface = cairo_recording_surface_create(CAIRO_CONTENT_ALPHA, nil) else {
      return
    }
    defer { cairo_surface_destroy(surface) }
    guard let context = cairo_create(surface) else { return }
    defer { cairo_destroy(context) }
    // Cairo keeps coordinates of paths as multiples of 1/256 unit of the surface.
    let scale = min(64, max(1, 2000 / size(face)))
    cairo_scale(context, scale, scale)
    cairo_set_scaled_font(context, font)
    cairo_glyph_path(context, glyphs.baseAddress, Int32(glyphs.count))
    guard cairo_status(context) == CAIRO_STATUS_SUCCESS, let path = cairo_copy_path(context) else { return }
    defer { cairo_path_destroy(path) }
    guard path.pointee.status == CAIRO_STATUS_SUCCESS, let data = path.pointee.data else { return }
    var index = 0
    let count = Int(path.pointee.num_data)
    while index < count {
      let header = data[index].header
      guard header.length > 0, index + Int(header.length) <= count else { return }
      func point(_ number: Int) -> Point { Point(x: data[index + number].point.x, y: data[index + number].point.y) }
      switch header.type {
      case CAIRO_PATH_MOVE_TO: body(.move(point(1)))
      case CAIRO_PATH_LINE_TO: body(.line(point(1)))
      case CAIRO_PATH_CURVE_TO: body(.curve(point(1), point(2), point(3)))
      default: body(.close)
      }
      index += Int(header.length)
    }
  }
}
