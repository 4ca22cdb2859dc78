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
  /// Whether nothing is drawn outside its area.
  private let isClipped: Bool

  /// A size at which it is drawn, and what is drawn of it.
  struct Extent: Hashable {
    var size: Size
    /// The area that is drawn, from the upper left corner of the picture.
    var area: Rect
  }

  /// The form XObjects of a PDF.
  var forms: [Extent: Int] = [:]
  /// The areas that it covers at the sizes at which it was drawn, if it is not clipped.
  private var covered: [Size: Rect] = [:]

  /// Fails if the file is not well-formed.
  init?(_ file: [UInt8], size: Size? = nil, isClipped: Bool = true) {
    let bytes = DropShadowElements.replaced(in: file)
    guard let work = SVGWork(file: bytes), let handle = rsvg_handle_new_from_data(bytes, UInt(bytes.count), nil) else {
      return nil
    }
    self.work = work
    self.handle = handle
    self.size = size
    self.isClipped = isClipped
    rsvg_handle_set_dpi(handle, 96)
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(handle)) }

  /// - Parameter visible: where the canvas can be seen.
  func extent(in rect: Rect, visible: Rect) -> Extent {
    let size = Size(width: rect.width, height: rect.height)
    let own = Rect(x: 0, y: 0, width: rect.width, height: rect.height)
    guard !isClipped else { return Extent(size: size, area: own) }
    let shown = covered(at: size, own).intersection(visible.offset(x: -rect.x, y: -rect.y))
    let (left, top) = (shown.x.rounded(.down), shown.y.rounded(.down))
    return Extent(
      size: size,
      area: Rect(x: left, y: top, width: shown.maxX.rounded(.up) - left, height: shown.maxY.rounded(.up) - top))
  }

  private func covered(at size: Size, _ own: Rect) -> Rect {
    if let known = covered[size] { return known }
    var (viewport, ink) = (RsvgRectangle(x: 0, y: 0, width: size.width, height: size.height), RsvgRectangle())
    let isKnown = rsvg_handle_get_geometry_for_layer(handle, nil, &viewport, &ink, nil, nil) != 0
    let rect = isKnown ? own.union(Rect(x: ink.x, y: ink.y, width: ink.width, height: ink.height)) : own
    covered[size] = rect
    return rect
  }

  /// Draws the picture on a `cairo_t *`.
  func render(in rect: Rect, _ context: OpaquePointer?) {
    guard let context else { return }
    cairo_save(context)
    defer { cairo_restore(context) }
    var viewport = RsvgRectangle(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
    // The outermost svg clips its content (SVG 2 §3.9); librsvg leaves that to its caller.
    if isClipped {
      cairo_rectangle(context, rect.x, rect.y, rect.width, rect.height)
      cairo_clip(context)
    }
    if let size {
      cairo_translate(context, rect.x, rect.y)
      cairo_scale(context, rect.width / size.width, rect.height / size.height)
      viewport = RsvgRectangle(x: 0, y: 0, width: size.width, height: size.height)
    }
    rsvg_handle_render_document(handle, context, &viewport, nil)
  }
}
