import CPango
import CRsvg
import Layout

/// An SVG image. It has no base address, so librsvg loads nothing but `data:` URLs.
final class VectorPicture {
  private let handle: UnsafeMutablePointer<RsvgHandle>

  /// The size at which it is drawn before it is stretched; nil if it adapts to any size.
  private let size: Size?

  /// Nil if the file is not well-formed.
  init?(_ bytes: [UInt8], size: Size? = nil) {
    guard let handle = rsvg_handle_new_from_data(bytes, UInt(bytes.count), nil) else { return nil }
    self.handle = handle
    self.size = size
    rsvg_handle_set_dpi(handle, 96)
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(handle)) }

  func draw(in rect: Rect, on canvas: Canvas) {
    var viewport = RsvgRectangle(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
    // The outermost svg clips its content (SVG 2 §3.9); librsvg leaves that to its caller.
    canvas.add(rect)
    canvas.clip()
    if let size {
      canvas.transform(.translation(rect.x, rect.y))
      canvas.transform(.scale(rect.width / size.width, rect.height / size.height))
      viewport = RsvgRectangle(x: 0, y: 0, width: size.width, height: size.height)
    }
    rsvg_handle_render_document(handle, canvas.context, &viewport, nil)
  }
}
