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
    package var stamps: [PageStamp] = []
    /// The name of the document's file, with which links may refer to the document itself; empty for none.
    package var fileName = ""
    /// Whether the file is read again at once, so that its objects need not be compressed.
    package var isIntermediate = false

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
    _ = try size(ofPage: 0)
    let recorder = structure.map(StructureRecorder.init)
    let drawing = PDFDrawing(conformance: options.conformance)
    let painted = try paintPages(on: drawing, recorder, options.stamps, maximumBytes: maximumBytes)
    var contents = DocumentContents(document, structure: structure, pointsPerPx: pointsPerPx)
    contents.metadata = options.metadata
    contents.schemas = options.schemas
    contents.attachments = options.attachments
    contents.isIntermediate = options.isIntermediate
    contents.metadata.producer = "Pressrun"
    var links = DocumentLinks(
      document, fileName: options.fileName, structure: structure, artifacts: recorder?.marginElements ?? [],
      pointsPerPx: pointsPerPx)
    for page in document.pages.indices {
      contents.pages[page].links = links.annotations(ofPage: page, drawn: painted.links[page])
    }
    contents.structure = recorder?.tree
    let file: [UInt8]
    do throws(PDFError) {
      file = try DocumentWriter.write(contents, drawing: drawing)
    } catch {
      throw PaintError(code: .badPageSize, message: error.message)
    }
    guard file.count <= maximumBytes else { throw Self.tooLarge(maximumBytes) }
    return PaintedFile(
      bytes: file, diagnostics: painted.diagnostics + links.diagnostics + (structure?.diagnostics ?? []))
  }

  private var pointsPerPx: Double { 0.75 * pageScale }

  private static func tooLarge(_ limit: Int) -> PaintError {
    PaintError(code: .tooLarge, message: "The PDF would hold more than \(limit) bytes.")
  }

  /// Draws all pages and the fonts that they use.
  /// - Returns: also the links of the drawings of each page.
  private func paintPages(
    on drawing: PDFDrawing, _ recorder: StructureRecorder?, _ stamps: [PageStamp], maximumBytes: Int
  ) throws(PaintError) -> (diagnostics: [Diagnostic], links: [[LinkArea]]) {
    let faces = FaceCache(fonts)
    let drawnFonts = DrawnFonts(drawing, faces, preparedImages)
    let gradients = DrawnGradients(drawing)
    let colors = DrawnColors(drawing, colorProfiles)
    let pictures = PictureCache(
      images: images, fonts: faces, prepared: preparedImages, drawing: drawing,
      inks: colorProfiles.entries[.deviceCMYK])
    let drawnStamps: DrawnStamps
    do throws(PDFError) { drawnStamps = try DrawnStamps(stamps, in: drawing) } catch {
      throw PaintError(code: .badStamp, message: error.message)
    }
    var (diagnostics, links): ([Diagnostic], [[LinkArea]]) = ([], [])
    for page in document.pages.indices {
      let canvas = PDFCanvas(
        drawing, drawnFonts, gradients, colors, size: try size(ofPage: page), scale: pointsPerPx,
        isTagged: recorder != nil)
      let tags = recorder.map { PageTags($0, page: page, of: document, traits: traits, canvas: canvas) }
      drawnStamps.draw(on: canvas, page: page, below: true, pointsPerPx: pointsPerPx)
      let (_, problems) = try diagnosing(page: page, pictures) { () throws(PaintError) in
        paint(page: page, on: canvas, fonts: faces, pictures: pictures, tags)
      }
      diagnostics += problems
      drawnStamps.draw(on: canvas, page: page, below: false, pointsPerPx: pointsPerPx)
      canvas.finishPage()
      links.append(canvas.links)
      guard drawing.byteCount <= maximumBytes else { throw Self.tooLarge(maximumBytes) }
    }
    drawnFonts.finish()
    return (diagnostics + colors.diagnostics + pictures.limitDiagnostics, links)
  }
}
