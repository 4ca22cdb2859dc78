import PDF

/// The main entries of an annotation dictionary (ISO 32000-1, 12.5.2).
package struct AnnotationSummary: Hashable, Sendable {
  /// Page number, from 0.
  package var page: Int
  /// The object of the annotation; nil if it is a direct object in `/Annots`.
  package var reference: PDFReference?
  /// `/Subtype`: `Text`, `Ink`, `Highlight`.
  package var kind: String
  /// `/NM`, the name used by XFDF.
  package var name: String?
  /// `/T`, conventionally the author.
  package var author: String?
  /// `/Contents`.
  package var contents: String?
  /// `/M`, unparsed.
  package var modified: String?
  package var rectangle: PDFRectangle?
  /// Whether it has an appearance stream, so that all viewers show the same.
  package var hasAppearance = false
}

extension PDFFile {
  /// The annotations of a page in the order of `/Annots`. Entries that are not annotations are skipped.
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
    return TextString.decode(bytes)
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
