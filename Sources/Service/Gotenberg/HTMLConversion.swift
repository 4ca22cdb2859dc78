import Composition
import Foundation

/// The fields of `/forms/chromium/convert/html` as a document.
///
/// The defaults are Gotenberg's: Letter, margins of 0.39 in, no background.
struct HTMLConversion: Sendable {
  /// Fields that are read, of versions 8 and 9.
  private static let read: Set<String> = [
    "paperWidth", "paperHeight", "marginTop", "marginBottom", "marginLeft", "marginRight", "landscape", "scale",
    "preferCssPageSize", "printBackground", "nativePageRanges", "generateTaggedPdf", "metadata", "pdfa", "pdfua",
    "singlePage", "emulatedMediaType",
  ]
  /// Fields without effect: they concern scripts and the network, which are not used, or behaviour that is always on.
  private static let withoutEffect: Set<String> = [
    "omitBackground", "generateDocumentOutline", "nativeBookmarks", "waitDelay", "skipNetworkIdleEvent",
    "skipNetworkAlmostIdleEvent", "userAgent", "extraHttpHeaders", "cookies", "failOnHttpStatusCodes",
    "failOnResourceHttpStatusCodes", "ignoreResourceHttpStatusDomains", "failOnResourceLoadingFailed",
    "failOnConsoleExceptions", "performanceMode",
  ]
  static let known = read.union(withoutEffect)

  var document: DocumentRequest
  var ranges: PageRanges?
  var metadata: MetadataField?
  /// The factor by which the finished pages are enlarged. The document is laid out on pages that are smaller by this
  /// factor.
  var scale = 1.0

  /// - Parameter html: the main document.
  /// - Throws: `FormError`.
  init(_ form: GotenbergForm, html: [UInt8], now: Date = Date()) throws {
    try Self.checkUnsupported(form)
    var size = (
      width: try form.length("paperWidth", default: 8.5), height: try form.length("paperHeight", default: 11)
    )
    guard size.width >= 38, size.height >= 38 else {
      throw FormError.field("paperWidth", "and paperHeight must be at least 1 cm")
    }
    if try form.flag("landscape") { swap(&size.width, &size.height) }
    scale = try Self.scale(form)
    document = DocumentRequest(html: html)
    document.pageSize = PaperSize(width: size.width / scale, height: size.height / scale)
    document.isTagged = try form.flag("generateTaggedPdf")
    document.conformance = try Self.conformance(form)
    document.stylesheets = [try Self.pageStyle(form, size, scale)]
    if try !form.flag("printBackground") { document.stylesheets.append(Self.withoutBackgrounds) }
    document.files = Dictionary(
      uniqueKeysWithValues: form.files.filter { !Self.ownFiles.contains($0.name) }.map { ($0.name, $0.bytes) })
    ranges = try form.text("nativePageRanges").map { try PageRanges($0) }
    metadata = try form.text("metadata").map { try MetadataField($0) }
    try addRunningElements(form, now)
  }

  private static let ownFiles: Set<String> = ["index.html", "header.html", "footer.html"]

  /// The profiles of `pdfa` and `pdfua`; nil if there are none.
  private static func conformance(_ form: GotenbergForm) throws(FormError) -> String? {
    var names: [String] = []
    if let profile = form.text("pdfa"), profile.lowercased() != "none" { names.append(profile) }
    if try form.flag("pdfua") { names.append("pdf/ua-1") }
    guard !names.isEmpty else { return nil }
    for name in ["nativePageRanges", "metadata"] where form.text(name) != nil {
      throw .field(name, "cannot be used with pdfa and pdfua: it would change the finished PDF")
    }
    do throws(CompositionError) {
      _ = try ConformanceRequest(named: names.joined(separator: ","))
    } catch {
      throw .field("pdfa", "is invalid (\(error.message))")
    }
    return names.joined(separator: ",")
  }

  private static func checkUnsupported(_ form: GotenbergForm) throws(FormError) {
    if try form.flag("singlePage") {
      throw .field("singlePage", "is not supported: set the height with paperHeight, or with CSS: @page { size: … }")
    }
    if let media = form.text("emulatedMediaType"), media.lowercased() != "print" {
      throw .field("emulatedMediaType", "must be print: style sheets for screens are not used")
    }
  }

  private static func scale(_ form: GotenbergForm) throws(FormError) -> Double {
    guard let text = form.text("scale") else { return 1 }
    guard let scale = Double(text), (0.1...2).contains(scale) else {
      throw .field("scale", "is invalid (expected a number from 0.1 to 2)")
    }
    if scale != 1, try conformance(form) != nil {
      throw .field("scale", "must be 1 with pdfa and pdfua: set font-size on the root element, and lengths in rem")
    }
    if scale != 1, try form.flag("generateTaggedPdf") {
      throw .field("scale", "must be 1 with generateTaggedPdf: set font-size on the root element, and lengths in rem")
    }
    return scale
  }

  /// The size overrides the document's, unless the document's is preferred; margins are defaults.
  private static func pageStyle(
    _ form: GotenbergForm, _ size: (width: Double, height: Double), _ scale: Double
  ) throws(FormError) -> String {
    let margins = try [
      form.length("marginTop", default: 0.39), form.length("marginRight", default: 0.39),
      form.length("marginBottom", default: 0.39), form.length("marginLeft", default: 0.39),
    ]
    guard margins[1] + margins[3] < size.width else {
      throw .field("marginLeft", "and marginRight leave no space on the page")
    }
    guard margins[0] + margins[2] < size.height else {
      throw .field("marginTop", "and marginBottom leave no space on the page")
    }
    let lengths = margins.map { "\($0 / scale)px" }.joined(separator: " ")
    let important = try form.flag("preferCssPageSize") ? "" : " !important"
    return """
      @page { size: \(size.width / scale)px \(size.height / scale)px\(important); margin: \(lengths) }
      """
  }

  /// Removes backgrounds, which browsers do not print by default. The style sheet precedes the document's; the
  /// declarations are important.
  private static let withoutBackgrounds = """
    *, *::before, *::after { background-color: transparent !important; background-image: none !important }
    """

  // MARK: Header and footer

  /// Header and footer are running elements (css-gcpm-3 §2): their content is put into the margin of each page.
  private mutating func addRunningElements(_ form: GotenbergForm, _ now: Date) throws {
    var elements = ""
    for (file, place) in [("header.html", "top"), ("footer.html", "bottom")] {
      guard let bytes = form.file(file) else { continue }
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw FormError("Invalid form data: '\(file)' is not UTF-8")
      }
      let template = RunningTemplate(text, name: "pressrun-\(place)")
      document.stylesheets.append(template.style(place: place, now: now))
      elements += template.element
    }
    guard !elements.isEmpty else { return }
    guard var html = String(validating: document.content, as: UTF8.self) else {
      throw FormError("Invalid form data: 'index.html' must be UTF-8 if there is a header or a footer")
    }
    let places = [/(?i)<body(?=[\s\/>])[^>]*>/, /(?i)<\/head\s*>/, /(?i)<!doctype[^>]*>/]
    let tags = html.throughLastTag
    let place = places.lazy.compactMap { tags.firstRange(of: $0)?.upperBound }.first ?? html.startIndex
    html.insert(contentsOf: elements, at: place)
    document.content = Array(html.utf8)
  }
}
