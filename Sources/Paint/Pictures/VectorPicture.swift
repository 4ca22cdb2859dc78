import CPango
import CRsvg
import Layout

/// An SVG image. It has no base address, so librsvg loads nothing but `data:` URLs.
final class VectorPicture {
  let work: SVGWork
  /// An `RsvgHandle *`.
  private let handle: OpaquePointer

  /// The size at which it is drawn before it is stretched; nil if it adapts to any size.
  private let size: Size?

  /// The form XObjects of a PDF, by size.
  var forms: [Size: Int] = [:]

  /// Nil if the file is not well-formed.
  init?(_ bytes: [UInt8], size: Size? = nil) {
    guard let work = SVGWork(file: bytes), let handle = rsvg_handle_new_from_data(bytes, UInt(bytes.count), nil) else {
      return nil
    }
    self.work = work
    self.handle = handle
    self.size = size
    rsvg_handle_set_dpi(handle, 96)
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(handle)) }

  /// Draws the picture on a `cairo_t *`.
  func render(in rect: Rect, _ context: OpaquePointer?) {
    guard let context else { return }
    cairo_save(context)
    defer { cairo_restore(context) }
    var viewport = RsvgRectangle(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
    // The outermost svg clips its content (SVG 2 §3.9); librsvg leaves that to its caller.
    cairo_rectangle(context, rect.x, rect.y, rect.width, rect.height)
    cairo_clip(context)
    if let size {
      cairo_translate(context, rect.x, rect.y)
      cairo_scale(context, rect.width / size.width, rect.height / size.height)
      viewport = RsvgRectangle(x: 0, y: 0, width: size.width, height: size.height)
    }
    rsvg_handle_render_document(handle, context, &viewport, nil)
  }
}
