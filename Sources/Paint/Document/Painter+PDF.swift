import CPango
import Layout

extension Painter {
  /// The whole document as a PDF.
  /// - Parameter maximumBytes: more output than this is `tooLarge`.
  package func pdf(_ metadata: PDFMetadata = PDFMetadata(), maximumBytes: Int = 1 << 30) throws(PaintError) -> PaintedFile {
    let sink = ByteSink(limit: maximumBytes)
    let first = try size(ofPage: 0)
    guard
      let surface = cairo_pdf_surface_create_for_stream(
        ByteSink.write, sink.closure, first.width * Self.pointsPerPx, first.height * Self.pointsPerPx)
    else { throw PaintError(status: CAIRO_STATUS_NO_MEMORY) }
    var warnings: [PaintWarning] = []
    do throws(PaintError) {
      defer { cairo_surface_destroy(surface) }
      warnings = try paint(metadata, on: surface)
    } catch {
      throw sink.isFull ? Self.tooLarge(maximumBytes) : error
    }
    let bytes = withExtendedLifetime(sink) { sink.bytes }
    guard !sink.isFull else { throw Self.tooLarge(maximumBytes) }
    return PaintedFile(bytes: bytes, warnings: warnings)
  }

  static let pointsPerPx = 0.75

  private static func tooLarge(_ limit: Int) -> PaintError {
    PaintError(code: .tooLarge, message: "The PDF would hold more than \(limit) bytes.")
  }

  private func paint(_ metadata: PDFMetadata, on surface: OpaquePointer) throws(PaintError) -> [PaintWarning] {
    metadata.apply(to: surface)
    let fonts = FaceCache(fonts)
    let pictures = PictureCache(images: images, keepsEncoded: true)
    var tags = LinkTagger(document)
    for page in document.pages.indices {
      let size = try size(ofPage: page)
      cairo_pdf_surface_set_size(surface, size.width * Self.pointsPerPx, size.height * Self.pointsPerPx)
      let failuresBefore = pictures.failures.count
      let canvas = try paint(
        page: page, on: surface, scale: Self.pointsPerPx, isVector: true, fonts: fonts, pictures: pictures)
      tags.warnings += pictures.failures[failuresBefore...].map { PaintWarning(message: $0, page: page) }
      tags.add(page: page, to: canvas)
      if let label = document.pages[page].label { cairo_pdf_surface_set_page_label(surface, label) }
      cairo_show_page(canvas.context)
      guard canvas.status == CAIRO_STATUS_SUCCESS else { throw PaintError(status: canvas.status, page: page) }
    }
    addOutline(to: surface)
    cairo_surface_finish(surface)
    let status = cairo_surface_status(surface)
    guard status == CAIRO_STATUS_SUCCESS else { throw PaintError(status: status) }
    return tags.warnings
  }

  /// The outline's tree from its levels: an entry is a child of the last one before it of a lower level.
  private func addOutline(to surface: OpaquePointer) {
    var open: [(level: Int, id: Int32)] = []
    for item in document.outline where document.pages.indices.contains(item.destination.page) {
      while let last = open.last, last.level >= item.level { open.removeLast() }
      let x = item.destination.point.x * Self.pointsPerPx
      let y = item.destination.point.y * Self.pointsPerPx
      let place = "page=\(item.destination.page + 1) pos=[\(TagAttributes.number(x)) \(TagAttributes.number(y))]"
      let flags = item.isOpen ? CAIRO_PDF_OUTLINE_FLAG_OPEN : cairo_pdf_outline_flags_t(0)
      let id = cairo_pdf_surface_add_outline(surface, open.last?.id ?? 0, item.title, place, flags)
      open.append((item.level, id))
    }
  }
}

extension PDFMetadata {
  fileprivate func apply(to surface: OpaquePointer) {
    let entries = [
      (CAIRO_PDF_METADATA_TITLE, title), (CAIRO_PDF_METADATA_AUTHOR, author), (CAIRO_PDF_METADATA_SUBJECT, subject),
      (CAIRO_PDF_METADATA_KEYWORDS, keywords), (CAIRO_PDF_METADATA_CREATOR, creator),
      (CAIRO_PDF_METADATA_CREATE_DATE, created), (CAIRO_PDF_METADATA_MOD_DATE, modified),
    ]
    for (kind, value) in entries where !value.isEmpty { cairo_pdf_surface_set_metadata(surface, kind, value) }
  }
}
