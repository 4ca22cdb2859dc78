import Diagnostics
import Markup

/// Replaces the elements `pressrun-chart` and `pressrun-barcode` of a document by drawings (inline SVG).
///
/// The rest of the document keeps its bytes and its lines.
enum FigureExpander {
  /// More figures in one document are an error.
  static let maximumFigures = 500

  /// - Parameter source: UTF-8. A document in another encoding is returned unchanged.
  /// - Throws: `invalidValue` with the line of the element whose data cannot be drawn.
  static func expand(_ source: HTMLDocument, for medium: FigureMedium) throws(CompositionError) -> [UInt8] {
    guard FigureScanner.mayOccur(in: source.html) else { return source.html }
    var scanner = FigureScanner(source.html)
    var out: [UInt8] = []
    var (copied, line, count) = (0, 1, 0)
    while let found = scanner.next() {
      line += lines(in: source.html[copied..<found.range.lowerBound])
      count += 1
      do {
        guard count <= maximumFigures else {
          throw FigureError("a document can have \(maximumFigures) charts and barcodes")
        }
        guard found.isClosed else { throw FigureError("there is no end tag </\(found.name)>") }
        let markup = try draw(source.html[found.range], found.name, source, medium)
        let extra = max(0, lines(in: source.html[found.range]) - lines(in: Array(markup.utf8)[...]))
        out += source.html[copied..<found.range.lowerBound] + Array(markup.utf8)
        out += Array(repeating: 0x0A, count: extra)
      } catch {
        throw CompositionError(
          .invalidValue, "<\(found.name)>: \((error as? FigureError)?.message ?? "\(error)")",
          at: source.place(ofLine: line))
      }
      line += lines(in: source.html[found.range])
      copied = found.range.upperBound
    }
    return out + source.html[copied...]
  }

  /// About the width of the text, so that the labels of charts keep their size on small pages.
  private static func naturalWidth(_ source: HTMLDocument, _ medium: FigureMedium) -> Double {
    medium == .mail ? 600 : min(640, max(280, (source.pageSize.width * 0.81).rounded()))
  }

  private static func lines(in bytes: ArraySlice<UInt8>) -> Int { bytes.count { $0 == 0x0A } }

  private static func draw(
    _ bytes: ArraySlice<UInt8>, _ name: String, _ source: HTMLDocument, _ medium: FigureMedium
  ) throws -> String {
    guard let document = try? Document.parse(html: Array(bytes), charset: "utf-8"),
      let atom = document.names.find(name),
      let index = document.nodes.indices.first(where: { document.isElement(NodeID(UInt32($0)), atom) })
    else { throw FigureError("the element cannot be read") }
    let figure = FigureElement(document: document, node: NodeID(UInt32(index)))
    let language = figure.attribute("locale") ?? source.metadata.language
    guard let format = LocalFormat(identifier: language.isEmpty ? "en-US" : language) else {
      throw FigureError("unknown locale \(Quotation.of(language))")
    }
    return name == "pressrun-chart"
      ? try ChartFigure.markup(
        figure, format: format, naturalWidth: naturalWidth(source, medium), isTagged: source.isTagged, medium: medium)
      : try BarcodeFigure.markup(figure)
  }
}

/// The medium for which a figure is drawn.
enum FigureMedium { case print, mail }

/// An error in a figure.
struct FigureError: Error {
  let message: String
  init(_ message: String) { self.message = message }
}

/// The element of a figure.
struct FigureElement {
  let document: Document
  let node: NodeID

  /// Returns nil if absent or empty.
  func attribute(_ name: String) -> String? {
    document.attribute(node, name).flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
  }

  func has(_ name: String) -> Bool { document.attribute(node, name) != nil }

  /// Refuses attributes that do not exist, since they are usually misspelt. `data-*`, `class`, `id`, `style`, `lang`
  /// and `dir` may be on any element.
  func allow(only known: Set<String>) throws {
    let global: Set<String> = ["class", "id", "style", "lang", "dir", "title", "alt", "locale"]
    for attribute in document.attributes(of: node) {
      let name = document.names[attribute.name]
      guard !known.contains(name), !global.contains(name), !name.hasPrefix("data-") else { continue }
      let all = known.union(["title", "alt", "locale"]).sorted().joined(separator: ", ")
      throw FigureError("unknown attribute \(Quotation.of(name)); the known ones are \(all)")
    }
  }

  /// A length in px: `320`, `320px`, `80mm`, `8cm`, `3in`, `200pt`.
  func length(_ name: String, in range: ClosedRange<Double>) throws -> Double? {
    guard let text = attribute(name) else { return nil }
    let units: [(suffix: String, px: Double)] = [
      ("px", 1), ("mm", 96 / 25.4), ("cm", 960 / 25.4), ("in", 96), ("pt", 96 / 72.0), ("", 1),
    ]
    for unit in units where text.hasSuffix(unit.suffix) {
      guard let number = Double(text.dropLast(unit.suffix.count)), number.isFinite else { break }
      let px = number * unit.px
      guard range.contains(px) else {
        throw FigureError("\(name) must be from \(Int(range.lowerBound)) to \(Int(range.upperBound)) px")
      }
      return px
    }
    throw FigureError("\(name): expected a length such as 80mm, found \(Quotation.of(text))")
  }

  /// The attributes of the generated element, so that style sheets apply to it.
  /// - Parameter style: declarations that precede the element's own.
  func globalAttributes(adding name: String, style: String? = nil) -> String {
    let classes = [name] + (attribute("class").map { [$0] } ?? [])
    var text = " class=\"\(Escaping.html.escape(classes.joined(separator: " ")))\""
    let styles = [style, attribute("style")].compactMap(\.self)
    if !styles.isEmpty { text += " style=\"\(Escaping.html.escape(styles.joined(separator: "; ")))\"" }
    for name in ["id", "lang", "dir"] {
      if let value = attribute(name) { text += " \(name)=\"\(Escaping.html.escape(value))\"" }
    }
    return text
  }
}
