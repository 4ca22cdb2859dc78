import CPango
import Diagnostics
import Layout
import PDF

extension Painter {
  /// What a PDF contains besides the pages.
  package struct PDFOptions: Sendable {
    package var metadata = PDFMetadata()
    /// The document's structure, for a tagged PDF; nil for one without tags.
    package var structure: DocumentStructure?
    /// The profiles that the file shall state.
    package var conformance: Conformance?
    package var schemas: [XMPSchema] = []
    package var attachments: [Attachment] = []

    package init(_ metadata: PDFMetadata = PDFMetadata(), structure: DocumentStructure? = nil) {
      self.metadata = metadata
      self.structure = structure
    }
  }

  /// The whole document as a PDF; tagged if it has a structure.
  /// - Parameters:
  ///   - structure: the document's structure, for a tagged PDF; nil for one without tags.
  ///   - maximumBytes: more output than this is `tooLarge`.
  package func pdf(
    _ metadata: PDFMetadata = PDFMetadata(), structure: DocumentStructure? = nil, maximumBytes: Int = 1 << 30
  ) throws(PaintError) -> PaintedFile {
    try pdf(PDFOptions(metadata, structure: structure), maximumBytes: maximumBytes)
  }

  /// The whole document as a PDF.
  package func pdf(_ options: PDFOptions, maximumBytes: Int = 1 << 30) throws(PaintError) -> PaintedFile {
    let structure = options.structure
    let recorder = structure.map(StructureRecorder.init)
    let fonts = FaceCache(fonts)
    let pictures = PictureCache(images: images, fonts: fonts, prepared: preparedImages)
    let (drawing, diagnostics) = try paintPages(recorder, fonts, pictures, maximumBytes: maximumBytes)
    var contents = DocumentContents(document, structure: structure, pointsPerPx: pointsPerPx)
    contents.metadata = options.metadata
    contents.conformance = options.conformance
    contents.schemas = options.schemas
    contents.attachments = options.attachments
    contents.metadata.producer = "Pressrun, cairo \(String(cString: cairo_version_string()))"
    var links = DocumentLinks(document, structure: structure, pointsPerPx: pointsPerPx)
    for page in document.pages.indices {
      contents.pages[page].links = links.annotations(ofPage: page)
      contents.pages[page].mediaBox = try CairoPage(size(ofPage: page), pointsPerPx: pointsPerPx).mediaBox
    }
    contents.images = pictures.embedded
    contents.structure = recorder?.tree
    let file: [UInt8]
    do throws(PDFError) {
      file = try DocumentWriter.write(contents, drawing: drawing)
    } catch {
      throw PaintError(code: .cairo, message: "Cairo wrote a PDF of an unknown form: \(error)")
    }
    guard file.count <= maximumBytes else { throw Self.tooLarge(maximumBytes) }
    return PaintedFile(bytes: file, diagnostics: diagnostics + links.diagnostics + (structure?.diagnostics ?? []))
  }

  private var pointsPerPx: Double { 0.75 * pageScale }

  private static func tooLarge(_ limit: Int) -> PaintError {
    PaintError(code: .tooLarge, message: "The PDF would hold more than \(limit) bytes.")
  }

  /// The file that Cairo writes: pages, fonts and JPEG images, with placeholders for other images.
  private func paintPages(
    _ recorder: StructureRecorder?, _ fonts: FaceCache, _ pictures: PictureCache, maximumBytes: Int
  ) throws(PaintError) -> (PDFBytes, [Diagnostic]) {
    let sink = ByteSink(limit: maximumBytes)
    let first = try CairoPage(size(ofPage: 0), pointsPerPx: pointsPerPx)
    guard
      let surface = cairo_pdf_surface_create_for_stream(ByteSink.write, sink.closure, first.width, first.height)
    else { throw PaintError(status: CAIRO_STATUS_NO_MEMORY) }
    // With 1.5 Cairo writes the text of ligatures (/ActualText). From Cairo 1.17.6 on it also writes object streams,
    // which `CairoFile` does not read.
    let hasObjectStreams = cairo_version() >= 11706
    cairo_pdf_surface_restrict_to_version(surface, hasObjectStreams ? CAIRO_PDF_VERSION_1_4 : CAIRO_PDF_VERSION_1_5)
    var diagnostics: [Diagnostic] = []
    do throws(PaintError) {
      defer { cairo_surface_destroy(surface) }
      diagnostics = try paintPages(on: surface, recorder, fonts, pictures)
    } catch {
      throw sink.isFull ? Self.tooLarge(maximumBytes) : error
    }
    return (PDFBytes(withExtendedLifetime(sink) { sink.bytes }), diagnostics)
  }

  private func paintPages(
    on surface: OpaquePointer, _ recorder: StructureRecorder?, _ fonts: FaceCache, _ pictures: PictureCache
  ) throws(PaintError) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    for page in document.pages.indices {
      let sheet = try CairoPage(size(ofPage: page), pointsPerPx: pointsPerPx)
      cairo_pdf_surface_set_size(surface, sheet.width, sheet.height)
      let (canvas, problems) = try diagnosing(page: page, pictures) { () throws(PaintError) in
        try paint(
          page: page, on: surface, scale: pointsPerPx, top: sheet.top, isVector: true, fonts: fonts,
          pictures: pictures, recorder)
      }
      diagnostics += problems
      cairo_show_page(canvas.context)
      guard canvas.status == CAIRO_STATUS_SUCCESS else { throw PaintError(status: canvas.status, page: page) }
    }
    cairo_surface_finish(surface)
    let status = cairo_surface_status(surface)
    guard status == CAIRO_STATUS_SUCCESS else { throw PaintError(status: status) }
    return diagnostics
  }
}

/// A page on Cairo's surface, in points. Cairo clips all drawing to the whole points of a page, so the surface is a fraction
/// of a point larger, and the drawing is at its lower left corner.
private struct CairoPage {
  let width, height: Double
  /// From the upper edge of the surface to that of the page.
  let top: Double
  /// The page on the surface; nil if they have the same size.
  let mediaBox: PDFRectangle?

  /// - Parameter size: px.
  init(_ size: Size, pointsPerPx: Double) {
    let (pageWidth, pageHeight) = (size.width * pointsPerPx, size.height * pointsPerPx)
    // The tolerance is that of the numbers in the file.
    width = (pageWidth - 0.0005).rounded(.up)
    height = (pageHeight - 0.0005).rounded(.up)
    top = max(0, height - pageHeight)
    let isWhole = abs(width - pageWidth) < 0.0005 && abs(height - pageHeight) < 0.0005
    mediaBox = isWhole ? nil : PDFRectangle(x0: 0, y0: 0, x1: pageWidth, y1: pageHeight)
  }
}
