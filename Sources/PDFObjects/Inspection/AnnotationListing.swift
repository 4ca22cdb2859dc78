/// An annotation as it stands in a file (ISO 32000-1, 12.5.2).
package struct AnnotationSummary: Hashable, Sendable {
  /// Its page, from 0.
  package var page: Int
  /// Nil where it is written inside its page.
  package var reference: PDFReference?
  /// `/Subtype`: `Text`, `Ink`, `Highlight`.
  package var kind: String
  /// `/NM`, the name that XFDF knows it by.
  package var name: String?
  /// `/T`, by custom its author.
  package var author: String?
  /// `/Contents`.
  package var contents: String?
  /// `/M`, as it is written.
  package var modified: String?
  package var rectangle: PDFRectangle?
  package var hasAppearance = false
}

extension PDFFile {
  /// The annotations of a page in the order of `/Annots`. Entries that are no annotations are passed over.
  package func annotations(of page: PDFPage) throws(PDFError) -> [AnnotationSummary] {
    guard let reference = page.reference, let dictionary = try object(reference).dictionary,
      let items = try resolve(dictionary["Annots"]).array
    else { return [] }
    var found: [AnnotationSummary] = []
    for item in items {
      guard let annotation = try resolve(item).dictionary, let kind = annotation["Subtype"].name else { continue }
      var summary = AnnotationSummary(page: page.index, reference: item.reference, kind: printable(kind.bytes))
      summary.name = try text(annotation["NM"])
      summary.author = try text(annotation["T"])
      summary.contents = try text(annotation["Contents"])
      summary.modified = try text(annotation["M"])
      summary.rectangle = try rectangle(annotation["Rect"])
      summary.hasAppearance = try resolve(resolve(annotation["AP"]).dictionary?["N"] ?? .null).dictionary != nil
      found.append(summary)
    }
    return found
  }

  private func text(_ object: PDFObject) throws(PDFError) -> String? {
    guard let bytes = try resolve(object).string else { return nil }
    return PDFText.decode(bytes)
  }

  private func rectangle(_ object: PDFObject) throws(PDFError) -> PDFRectangle? {
    guard let items = try resolve(object).array, items.count == 4 else { return nil }
    var sides: [Double] = []
    for item in items {
      guard let side = try resolve(item).number else { return nil }
      sides.append(side)
    }
    return PDFRectangle(x0: sides[0], y0: sides[1], x1: sides[2], y1: sides[3])
  }
}

/// Text strings (ISO 32000-1, 7.9.2.2).
package enum PDFText {
  /// UTF-16 and UTF-8 by their byte order marks, else PDFDocEncoding.
  package static func decode(_ bytes: [UInt8]) -> String {
    if bytes.starts(with: [0xFE, 0xFF]) {
      var units: [UInt16] = []
      for index in stride(from: 2, to: bytes.count - 1, by: 2) {
        units.append(UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1]))
      }
      return String(decoding: units, as: UTF16.self)
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return String(decoding: bytes[3...], as: UTF8.self) }
    var scalars = String.UnicodeScalarView()
    for byte in bytes { scalars.append(scalar(byte)) }
    return String(scalars)
  }

  /// ISO 32000-1, Annex D.2.
  private static func scalar(_ byte: UInt8) -> Unicode.Scalar {
    switch byte {
    case 0x18...0x1F: accents[Int(byte) - 0x18]
    case 0x80...0xA0: others[Int(byte) - 0x80]
    default: Unicode.Scalar(byte)
    }
  }

  private static let accents: [Unicode.Scalar] = [
    "\u{2D8}", "\u{2C7}", "\u{2C6}", "\u{2D9}", "\u{2DD}", "\u{2DB}", "\u{2DA}", "\u{2DC}",
  ]
  private static let others: [Unicode.Scalar] = [
    "\u{2022}", "\u{2020}", "\u{2021}", "\u{2026}", "\u{2014}", "\u{2013}", "\u{192}", "\u{2044}", "\u{2039}",
    "\u{203A}", "\u{2212}", "\u{2030}", "\u{201E}", "\u{201C}", "\u{201D}", "\u{2018}", "\u{2019}", "\u{201A}",
    "\u{2122}", "\u{FB01}", "\u{FB02}", "\u{141}", "\u{152}", "\u{160}", "\u{178}", "\u{17D}", "\u{131}", "\u{142}",
    "\u{153}", "\u{161}", "\u{17E}", "\u{FFFD}", "\u{20AC}",
  ]
}
