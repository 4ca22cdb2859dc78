import CPango
import Glibc

/// The functions of Poppler's GLib library that draw a page.
///
/// The library depends on 14 libraries that nothing else uses. The process that draws a page loads it before it gives
/// up the access to files; other processes start without it.
struct Poppler: Sendable {
  /// `poppler_document_new_from_bytes`: nil and an error if the file cannot be read.
  let openDocument:
    @convention(c) (
      _ bytes: OpaquePointer?, _ password: UnsafePointer<CChar>?, UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?
    )
      -> OpaquePointer?
  /// `poppler_document_get_n_pages`.
  let pageCount: @convention(c) (_ document: OpaquePointer) -> Int32
  /// `poppler_document_get_page`: the page with an index from 0, or nil.
  let page: @convention(c) (_ document: OpaquePointer, Int32) -> OpaquePointer?
  /// `poppler_page_get_size`: in points.
  let pageSize:
    @convention(c) (
      _ page: OpaquePointer, _ width: UnsafeMutablePointer<Double>, _ height: UnsafeMutablePointer<Double>
    ) -> Void
  /// `poppler_page_render`.
  let draw: @convention(c) (_ page: OpaquePointer, _ context: OpaquePointer?) -> Void
  /// `g_object_unref`: releases a document or a page.
  let release: @convention(c) (OpaquePointer) -> Void

  /// - Throws: `RenderingError` `.startFailed` if the library cannot be loaded.
  init() throws(RenderingError) {
    guard let library = dlopen("libpoppler-glib.so.8", RTLD_NOW | RTLD_LOCAL) else { throw Self.missing() }
    func function<Function>(_ name: String) throws(RenderingError) -> Function {
      guard let address = dlsym(library, name) else { throw Self.missing() }
      return unsafeBitCast(address, to: Function.self)
    }
    openDocument = try function("poppler_document_new_from_bytes")
    pageCount = try function("poppler_document_get_n_pages")
    page = try function("poppler_document_get_page")
    pageSize = try function("poppler_page_get_size")
    draw = try function("poppler_page_render")
    release = try function("g_object_unref")
  }

  private static func missing() -> RenderingError {
    RenderingError(
      code: .startFailed,
      message: "Poppler, which draws pictures of pages, cannot be loaded (Debian package libpoppler-glib8): "
        + (dlerror().map { String(cString: $0) } ?? "unknown cause"))
  }
}
