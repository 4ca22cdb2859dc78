import Diagnostics
import PDF
import TextShaping

/// The state of binding a binder.
struct Binding {
  let binder: ComposedBinder
  private(set) var parts: [Part] = []
  /// Cover and table of contents; nil without both.
  var front: RenderedDocument?
  /// A page for each part; nil without separators.
  var separators: RenderedDocument?
  var warnings: [Diagnostic]
  /// The fonts of the parts that are composed here, and of cover and contents.
  var fonts: Set<UsedFont> = []
  private var pages = 0

  struct Part {
    var title: String
    var file: PDFFile
    var pages: [PageMeasure]
    var stamps: [ComposedStamp]
    var place: String
  }

  private static let maximumPages = 100_000

  init(_ binder: ComposedBinder) {
    self.binder = binder
    warnings = binder.warnings
  }

  mutating func add(
    _ part: ComposedBinder.Part, by typesetter: Typesetter, _ progress: ((_ pages: Int) -> Void)?
  ) throws(CompositionError) {
    let before = pages
    var composed = part.document
    // A finished PDF is checked with the whole binder.
    if let conformance = binder.conformance, case .html = composed { try composed.conform(to: conformance) }
    let document = try Self.render(composed, at: part.place, by: typesetter) { progress?(before + $0) }
    warnings += document.warnings.map { warning in
      var warning = warning
      let own = warning.location.source
      warning.location.source =
        own.hasPrefix("$") ? part.place + own.dropFirst() : own.isEmpty ? part.place : "\(part.place), \(own)"
      return warning
    }
    fonts.formUnion(document.fonts)
    let (file, sizes, ownTitle) = try Self.open(document, at: part.place)
    pages += sizes.count
    guard pages <= Self.maximumPages else {
      throw CompositionError(.limitExceeded, "the binder has more than \(Self.maximumPages) pages", at: part.place)
    }
    let title = part.title.flatMap { $0.isEmpty ? nil : $0 } ?? ownTitle ?? "\(parts.count + 1)"
    parts.append(Part(title: title, file: file, pages: sizes, stamps: part.stamps, place: part.place))
  }

  static func render(
    _ document: ComposedDocument, at place: String, by typesetter: Typesetter,
    _ progress: ((_ pages: Int) -> Void)? = nil
  ) throws(CompositionError) -> RenderedDocument {
    do throws(CompositionError) {
      return try typesetter.render(document, progress: progress)
    } catch {
      throw CompositionError(error.code, error.message, at: error.place.isEmpty ? place : "\(place), \(error.place)")
    }
  }

  /// The file, page sizes and title of a document. Files that cannot be merged are refused here, before anything is
  /// laid out.
  static func open(
    _ document: RenderedDocument, at place: String
  ) throws(CompositionError) -> (PDFFile, [PageMeasure], title: String?) {
    try refusing(place) { () throws(PDFError) in
      let file = try PDFFile(bytes: document.pdf)
      guard !file.isEncrypted else {
        throw PDFError(code: .encrypted, message: "The file is encrypted. Remove the encryption first.")
      }
      let pages = try file.pages().map { PageMeasure(width: $0.width, height: $0.height) }
      guard !pages.isEmpty else { throw PDFError(code: .pageTree, message: "The file has no pages.") }
      return (file, pages, try file.title())
    }
  }

  static func refusing<Value>(
    _ place: String, _ body: () throws(PDFError) -> Value
  ) throws(CompositionError) -> Value {
    do throws(PDFError) {
      return try body()
    } catch {
      throw CompositionError(.partRefused, error.description, at: place)
    }
  }

  static func anchor(_ part: Int) -> String { "part-\(part + 1)" }

  /// The number of a page.
  /// - Parameters:
  ///   - page: its index in its part.
  ///   - index: its index in the binder.
  func label(part: Int, page: Int, of index: Int) -> String {
    binder.numbering == .perPart ? "\(part + 1)-\(page + 1)" : "\(index + 1)"
  }
}
