import CPango
import Layout

extension Painter {
  /// The whole document as a PDF.
  /// - Parameters:
  ///   - structure: the document's structure, for a tagged PDF; nil for one without tags.
  ///   - maximumBytes: more output than this is `tooLarge`.
  package func pdf(
    _ metadata: PDFMetadata = PDFMetadata(), structure: DocumentStructure? = nil, maximumBytes: Int = 1 << 30
  ) throws(PaintError) -> PaintedFile {
    let recorder = structure.map(StructureRecorder.init)
    let (bytes, warnings) = try paintPages(recorder, maximumBytes: maximumBytes)
    guard let source = CairoPDF(bytes, isTagged: recorder != nil), source.pages.count == document.pages.count else {
      throw PaintError(code: .cairo, message: "Cairo wrote a PDF of an unknown form.")
    }
    var file = PDFAssembly(source)
    var links = PDFLinks(document)
    var tree = recorder.map(StructureTree.init)
    links.addAnnotations(to: &file, &tree)
    PDFPageBoxes(document).addEntries(to: &file)
    let catalog =
      (tree?.catalogEntries(&file) ?? "") + links.catalogEntries(&file) + PDFOutline(document).catalogEntries(&file)
      + document.pageLabelEntries
      + metadata.catalogEntries
    let assembled = file.finish(catalog: catalog, info: metadata.infoEntries)
    guard assembled.count <= maximumBytes else { throw Self.tooLarge(maximumBytes) }
    return PaintedFile(bytes: assembled, warnings: warnings + links.warnings)
  }

  private static func tooLarge(_ limit: Int) -> PaintError {
    PaintError(code: .tooLarge, message: "The PDF would hold more than \(limit) bytes.")
  }

  /// Cairo's own file: pages, fonts and images.
  private func paintPages(_ recorder: StructureRecorder?, maximumBytes: Int) throws(PaintError) -> (
    [UInt8], [PaintWarning]
  ) {
    let sink = ByteSink(limit: maximumBytes)
    let first = try size(ofPage: 0)
    guard
      let surface = cairo_pdf_surface_create_for_stream(
        ByteSink.write, sink.closure, first.width * PDFPoint.perPx, first.height * PDFPoint.perPx)
    else { throw PaintError(status: CAIRO_STATUS_NO_MEMORY) }
    // 1.5 lets Cairo give ligatures the text they stand for (/ActualText). From 1.17.6 on it means object streams as well,
    // which `CairoPDF` does not read.
    let hasObjectStreams = cairo_version() >= 11706
    cairo_pdf_surface_restrict_to_version(surface, hasObjectStreams ? CAIRO_PDF_VERSION_1_4 : CAIRO_PDF_VERSION_1_5)
    var warnings: [PaintWarning] = []
    do throws(PaintError) {
      defer { cairo_surface_destroy(surface) }
      warnings = try paintPages(on: surface, recorder)
    } catch {
      throw sink.isFull ? Self.tooLarge(maximumBytes) : error
    }
    return (withExtendedLifetime(sink) { sink.bytes }, warnings)
  }

  private func paintPages(on surface: OpaquePointer, _ recorder: StructureRecorder?) throws(PaintError)
    -> [PaintWarning]
  {
    let fonts = FaceCache(fonts)
    let pictures = PictureCache(images: images, keepsEncoded: true)
    var warnings: [PaintWarning] = []
    for page in document.pages.indices {
      let size = try size(ofPage: page)
      cairo_pdf_surface_set_size(surface, size.width * PDFPoint.perPx, size.height * PDFPoint.perPx)
      let failuresBefore = pictures.failures.count
      let refusedBefore = images.failures.count
      let canvas = try paint(
        page: page, on: surface, scale: PDFPoint.perPx, isVector: true, fonts: fonts, pictures: pictures, recorder)
      warnings += pictures.failures[failuresBefore...].map {
        PaintWarning(message: $0.message, page: page, place: $0.place)
      }
      warnings += imageWarnings(since: refusedBefore, page: page)
      cairo_show_page(canvas.context)
      guard canvas.status == CAIRO_STATUS_SUCCESS else { throw PaintError(status: canvas.status, page: page) }
    }
    cairo_surface_finish(surface)
    let status = cairo_surface_status(surface)
    guard status == CAIRO_STATUS_SUCCESS else { throw PaintError(status: status) }
    return warnings
  }
}
