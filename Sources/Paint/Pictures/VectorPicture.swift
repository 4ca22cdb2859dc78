import CPango
import CRsvg
import Layout

/// An SVG image. It has no base address, so librsvg loads nothing that it names, save `data:` URLs.
final class VectorPicture {
  private let handle: UnsafeMutablePointer<RsvgHandle>

  /// Nil where it is not well-formed.
  init?(_ bytes: [UInt8]) {
    guard let handle = rsvg_handle_new_from_data(bytes, UInt(bytes.count), nil) else { return nil }
    self.handle = handle
    rsvg_handle_set_dpi(handle, 96)
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(handle)) }

  func draw(in rect: Rect, on canvas: Canvas) {
    var viewport = RsvgRectangle(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
    rsvg_handle_render_document(handle, canvas.context, &viewport, nil)
  }
}
