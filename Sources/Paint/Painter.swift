import CPango
import Diagnostics
import Layout
import Resources
import Style

/// Paints a laid-out document: the whole document as a PDF, or one page as a PNG.
///
/// The same input gives the same bytes.
package struct Painter {
  let document: LaidOutDocument
  let images: ImageStore
  let fonts: FontSource
  let preparedImages: PreparedImages
  let traits: ContiguousArray<StyleTraits>
  let sliced: SlicedBoxes
  /// How much larger than laid out the pages are painted.
  let pageScale: Double
  let colorProfiles: ColorProfiles

  /// - Parameters:
  ///   - preparedImages: encoded images of other documents.
  ///   - pageScale: how much larger than laid out the pages are painted, with everything on them.
  ///   - colorProfiles: the profiles of colours that are not in sRGB, for PDF output.
  package init(
    _ document: LaidOutDocument, images: ImageStore, fonts: FontSource,
    preparedImages: PreparedImages = PreparedImages(), pageScale: Double = 1,
    colorProfiles: ColorProfiles = ColorProfiles()
  ) {
    self.colorProfiles = colorProfiles
    self.preparedImages = preparedImages
    self.pageScale = pageScale
    self.document = document
    self.images = images
    self.fonts = fonts
    traits = ContiguousArray(document.styles.indices.map { StyleTraits(document.styles[$0]) })
    sliced = SlicedBoxes(document, traits: traits)
  }

  /// Paints a page on a canvas.
  func paint(
    page: Int, on canvas: any Canvas, fonts: FaceCache, pictures: PictureCache, _ tags: PageTags? = nil
  ) {
    PagePainter(
      document, page: page, traits: traits, canvas: canvas, fonts: fonts, pictures: pictures, sliced: sliced, tags: tags
    ).paint()
  }

  /// A page's size in px.
  /// - Throws: `noSuchPage` or `badPageSize`.
  func size(ofPage page: Int) throws(PaintError) -> Size {
    guard document.pages.indices.contains(page) else {
      throw PaintError(code: .noSuchPage, message: "There is no page \(page + 1).", page: page)
    }
    let size = document.pages[page].size
    guard size.width > 0, size.height > 0, size.width <= Self.maximumPageSide, size.height <= Self.maximumPageSide
    else {
      throw PaintError(
        code: .badPageSize, message: "A page of \(size.width) by \(size.height) px cannot be painted.", page: page)
    }
    return size
  }

  /// Paints a page with `body` and collects the images that cannot be loaded or decoded meanwhile. Backgrounds, for
  /// example, are loaded when they are first painted.
  func diagnosing<Result>(
    page: Int, _ pictures: PictureCache, _ body: () throws(PaintError) -> Result
  ) throws(PaintError) -> (Result, [Diagnostic]) {
    let decoded = pictures.failures.count
    let profiles = pictures.profiles.problems.count
    let loaded = images.failures.count
    let result = try body()
    let undecoded = pictures.failures.dropFirst(decoded).map {
      Diagnostic("image_not_decoded", $0.message, page: page, at: $0.location)
    }
    let unusable = pictures.profiles.problems.dropFirst(profiles).map {
      Diagnostic("unusable_color_profile", $0.message, page: page, at: $0.location)
    }
    let unloaded = images.failures.dropFirst(loaded).map {
      Diagnostic(
        $0.diagnostic.code, "\(Quotation.of($0.error.address)): \($0.error.message)", page: page, at: $0.location)
    }
    return (result, undecoded + unusable + unloaded)
  }

  /// px: 200 inches, the largest page that all PDF readers accept (ISO 32000-1, Annex C).
  static let maximumPageSide = 19_200.0
}

/// A painted file, and diagnostics of what had to be left out of it.
package struct PaintedFile: Sendable {
  package var bytes: [UInt8]
  package var diagnostics: [Diagnostic]
}

/// Collects the bytes that Cairo writes, up to a limit.
final class ByteSink {
  // Cairo writes a few bytes at a time, so that exclusivity checks would be made thousands of times; the bytes are read
  // only after it has finished.
  @exclusivity(unchecked) private(set) var bytes: [UInt8] = []
  private let limit: Int
  init(limit: Int) { self.limit = limit }

  /// The pointer for `cairo_write_func_t` closures; the sink must outlive the surface.
  var closure: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  static let write: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, UInt32) -> cairo_status_t = {
    closure, data, length in
    guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
    let sink = Unmanaged<ByteSink>.fromOpaque(closure).takeUnretainedValue()
    guard Int(length) <= sink.limit - sink.bytes.count else { return CAIRO_STATUS_WRITE_ERROR }
    sink.bytes.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(length)))
    return CAIRO_STATUS_SUCCESS
  }
}
