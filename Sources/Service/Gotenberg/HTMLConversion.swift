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
  /// Fields without effect: they concern scripts and the network, which are not used, or what is so in any case.
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
  /// By how much the finished pages are enlarged. The document is laid out on pages that are so much smaller.
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

  /// The size holds against that of the document, unless it is preferred; margins are defaults.
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

  /// As browsers print without backgrounds. The style sheet comes before those of the document; the declarations are important.
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

/// The content of a header or footer file. Elements of the classes `pageNumber`, `totalPages`, `date`, `title` and `url` get
/// their values.
struct RunningTemplate: Sendable {
  private let name: String
  private let body: String
  private let styles: [String]

  init(_ html: String, name: String) {
    self.name = name
    let (text, styles) = Self.withoutHiddenElements(html)
    self.styles = styles
    let tags = text.throughLastTag
    let shown = tags.replacing(
      /(?i)<!doctype[^>]*>|<\/?(html|head|body|meta|link|base)(?=[\s\/>])[^>]*>/, with: "")
    body = String(shown) + String(text[tags.endIndex...])
  }

  /// The text without `style`, `script` and `title` elements, and the style sheets in it. An element that does not end stays.
  ///
  /// An end tag that was not found is not looked for again, so that the time is proportional to the length of the text.
  private static func withoutHiddenElements(_ html: String) -> (text: String, styles: [String]) {
    var text = ""
    var styles: [String] = []
    var rest = html[...]
    var unclosed: Set<String> = []
    let startTag = /(?i)<(style|script|title)(?=[\s\/>])/
    let endTags: [String: Regex<Substring>] = [
      "style": /(?i)<\/style\s*>/, "script": /(?i)<\/script\s*>/, "title": /(?i)<\/title\s*>/,
    ]
    while let start = rest.firstMatch(of: startTag) {
      let name = start.output.1.lowercased()
      let content = rest[start.range.upperBound...]
      guard !unclosed.contains(name), let endTag = endTags[name], let end = content.firstMatch(of: endTag) else {
        unclosed.insert(name)
        text += rest[..<start.range.upperBound]
        rest = content
        continue
      }
      text += rest[..<start.range.lowerBound]
      let element = content[..<end.range.lowerBound]
      if name == "style", let bracket = element.firstIndex(of: ">") {
        styles.append(String(element[element.index(after: bracket)...]))
      }
      rest = content[end.range.upperBound...]
    }
    return (text + String(rest), styles)
  }

  var element: String { "<div id=\"\(name)\">\(body)</div>" }

  /// - Parameter place: `top` or `bottom`.
  func style(place: String, now: Date) -> String {
    let date = now.formatted(.iso8601.year().month().day())
    let own = styles.map { ScopedStyleSheet.scoped($0, to: "#" + name) }.joined(separator: "\n")
    return """
      #\(name) { position: running(\(name)); width: 100%; font-size: 10px }
      #\(name) .pageNumber::before { content: counter(page) }
      #\(name) .totalPages::before { content: counter(pages) }
      #\(name) .date::before { content: "\(date)" }
      @page { @\(place)-center { content: element(\(name)); width: 100% } }
      \(own)
      """
  }
}

/// A style sheet whose rules are limited to the descendants of an element.
enum ScopedStyleSheet {
  /// Prefixes each selector; `html`, `body` and `:root` become the element. Rules that begin with @ are left out.
  static func scoped(_ css: String, to scope: String) -> String {
    // A comment that does not end would be looked for at each of its characters.
    let lastComment = css.range(of: "*/", options: .backwards)?.upperBound ?? css.startIndex
    let text = String(css[..<lastComment].replacing(/(?s)\/\*.*?\*\//, with: "")) + String(css[lastComment...])
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      let selectors = rest[..<open].trimmingCharacters(in: .whitespacesAndNewlines)
      guard let close = end(of: rest[open...]) else { break }
      if !selectors.hasPrefix("@") {
        let scoped = selectors.split(separator: ",").map { prefixed($0.trimmingCharacters(in: .whitespaces), scope) }
        result += scoped.joined(separator: ", ") + " " + rest[open...close] + "\n"
      }
      rest = rest[rest.index(after: close)...]
    }
    return result
  }

  private static func prefixed(_ selector: String, _ scope: String) -> String {
    for root in ["html body", "html", "body", ":root"] where selector.lowercased().hasPrefix(root) {
      let after = selector.dropFirst(root.count)
      if after.first.map({ !$0.isLetter && !$0.isNumber && $0 != "-" && $0 != "_" }) ?? true { return scope + after }
    }
    return scope + " " + selector
  }

  /// The brace that closes the block at the start of `text`.
  private static func end(of text: Substring) -> Substring.Index? {
    var depth = 0
    var quote: Character?
    for index in text.indices {
      let character = text[index]
      if let open = quote {
        if character == open { quote = nil }
        continue
      }
      switch character {
      case "\"", "'": quote = character
      case "{": depth += 1
      case "}":
        depth -= 1
        if depth == 0 { return index }
      default: break
      }
    }
    return nil
  }
}

extension String {
  /// The text up to its last `>`, after which no tag can end: a search for tags then takes time in proportion to its length.
  fileprivate var throughLastTag: Substring { self[..<(lastIndex(of: ">").map { index(after: $0) } ?? startIndex)] }
}
