/// Copies pages of a file that this program or a library drew into a drawing, as form XObjects (ISO 32000-1, 8.10).
struct ImportedPages {
  private let file: PDFFile
  private let drawing: PDFDrawing
  private var numbers: [PDFReference: Int] = [:]
  private var waiting: [(reference: PDFReference, number: Int)] = []

  private init(_ file: PDFFile, _ drawing: PDFDrawing) {
    self.file = file
    self.drawing = drawing
  }

  /// The forms of the first pages.
  /// - Parameter count: nil for all pages.
  static func forms(of bytes: [UInt8], first count: Int?, in drawing: PDFDrawing) throws(PDFError) -> [PDFForm] {
    let file = try PDFFile(bytes: bytes)
    var pages = ImportedPages(file, drawing)
    var forms: [PDFForm] = []
    for page in try file.pages().prefix(count ?? .max) { forms.append(try pages.form(of: page)) }
    guard !forms.isEmpty else { throw PDFError(code: .pageTree, message: "The drawing has no page.") }
    return forms
  }

  private mutating func form(of source: PDFPage) throws(PDFError) -> PDFForm {
    guard let reference = source.reference, let page = try file.object(reference).dictionary,
      case .stream(let content) = try file.resolve(page["Contents"])
    else { throw PDFError(code: .pageTree, message: "The page has not one content stream.") }
    var dictionary: PDFDictionary = [
      "Type": .name("XObject"), "Subtype": .name("Form"), "BBox": .rectangle(source.mediaBox),
    ]
    for key in ["Filter", "DecodeParms", "Resources", "Group"] as [PDFName] {
      dictionary[key] = try copy(page[key].isNull ? content.dictionary[key] : page[key])
    }
    if source.displayMatrix != .identity { dictionary["Matrix"] = source.displayMatrix.object }
    let number = drawing.add(
      .stream(PDFStream(dictionary: dictionary, source: content.source, range: content.range)))
    while let next = waiting.popLast() { drawing.define(next.number, try copy(try file.object(next.reference))) }
    return PDFForm(number: number, height: source.height, hasTransparency: !page["Group"].isNull)
  }

  /// Recursion is as deep as the object, which the parser's limit on nesting bounds.
  private mutating func copy(_ object: PDFObject) throws(PDFError) -> PDFObject {
    switch object {
    case .reference(let reference):
      if let number = numbers[reference] { return .reference(to: number) }
      let number = drawing.reserve()
      numbers[reference] = number
      waiting.append((reference, number))
      return .reference(to: number)
    case .array(let items):
      var copies: [PDFObject] = []
      for item in items { copies.append(try copy(item)) }
      return .array(copies)
    case .dictionary(let dictionary): return .dictionary(try entries(dictionary))
    case .stream(let stream):
      var dictionary = stream.dictionary
      dictionary["Length"] = .null
      return .stream(PDFStream(dictionary: try entries(dictionary), source: stream.source, range: stream.range))
    default: return object
    }
  }

  /// A copy of a dictionary, with entries that the profiles require and Cairo omits: the selection of glyphs (ISO
  /// 19005-2, 6.2.11.3.2), and no smoothing of images (6.2.8).
  private mutating func entries(_ dictionary: PDFDictionary) throws(PDFError) -> PDFDictionary {
    var copy = PDFDictionary()
    for (key, value) in dictionary.entries { copy[key] = try self.copy(value) }
    if copy["Subtype"] == .name("CIDFontType2"), copy["CIDToGIDMap"].isNull { copy["CIDToGIDMap"] = .name("Identity") }
    if !drawing.allowsInterpolation, !copy["Interpolate"].isNull { copy["Interpolate"] = .boolean(false) }
    return copy
  }
}

/// A page that was copied into a drawing.
package struct PDFForm: Sendable {
  /// The number of the form XObject, whose coordinate space is the space of the displayed page.
  package var number: Int
  /// The height of the page as displayed, in points.
  package var height: Double
  /// Whether the page uses transparency, so that pages that show it need a transparency group.
  package var hasTransparency: Bool
}

extension PDFDrawing {
  /// Adds the first page of a file as a form XObject in the coordinate space of the page.
  /// - Returns: its number.
  /// - Throws: `PDFError` if the file cannot be read.
  package func add(firstPageOf file: [UInt8]) throws(PDFError) -> Int {
    try ImportedPages.forms(of: file, first: 1, in: self)[0].number
  }

  /// Adds all pages of a file as form XObjects.
  /// - Throws: `PDFError` if the file cannot be read, or a page has not exactly one content stream.
  package func add(pagesOf file: [UInt8]) throws(PDFError) -> [PDFForm] {
    try ImportedPages.forms(of: file, first: nil, in: self)
  }
}
