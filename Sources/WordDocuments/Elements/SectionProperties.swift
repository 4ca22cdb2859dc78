import Style

/// A section (CT_SectPr): consecutive pages with the same geometry, headers and footers.
struct SectionProperties {
  /// Twips.
  var width, height: Int
  var margins: Sides<Int>
  /// Twips from the edge of the page to the header and footer.
  var headerDistance = 720
  var footerDistance = 720
  /// Indices of the header and footer parts.
  var headers: [HeaderKind: Int] = [:]
  var footers: [HeaderKind: Int] = [:]
  var hasOwnFirstPage = false
  var isRightToLeft = false
  var restartsFootnotesByPage = false
  /// The number of the first page, if it is set.
  var firstPageNumber: Int?
  /// ST_NumberFormat of page numbers.
  var numberFormat: String?
  /// ST_SectionMark: `nextPage`, `oddPage` or `evenPage`.
  var start = "nextPage"

  enum HeaderKind: String, CaseIterable { case `default`, first, even }

  /// - Parameter reference: the relationship of a header or footer part, by its index.
  func write(to xml: inout XMLWriter, header: (Int) -> String, footer: (Int) -> String) {
    xml.open("w:sectPr")
    for kind in [HeaderKind.default, .first, .even] {
      if let index = headers[kind] { Self.write("w:headerReference", kind, header(index), to: &xml) }
    }
    for kind in [HeaderKind.default, .first, .even] {
      if let index = footers[kind] { Self.write("w:footerReference", kind, footer(index), to: &xml) }
    }
    if restartsFootnotesByPage { xml.element("w:footnotePr") { $0.value("w:numRestart", "eachPage") } }
    xml.value("w:type", start)
    xml.open("w:pgSz")
    xml.attribute("w:w", width)
    xml.attribute("w:h", height)
    if width > height { xml.attribute("w:orient", "landscape") }
    xml.close("w:pgSz")
    xml.open("w:pgMar")
    xml.attribute("w:top", margins.top)
    xml.attribute("w:right", margins.right)
    xml.attribute("w:bottom", margins.bottom)
    xml.attribute("w:left", margins.left)
    xml.attribute("w:header", headerDistance)
    xml.attribute("w:footer", footerDistance)
    xml.attribute("w:gutter", 0)
    xml.close("w:pgMar")
    if firstPageNumber != nil || numberFormat != nil {
      xml.open("w:pgNumType")
      if let numberFormat { xml.attribute("w:fmt", numberFormat) }
      if let firstPageNumber { xml.attribute("w:start", firstPageNumber) }
      xml.close("w:pgNumType")
    }
    xml.open("w:cols")
    xml.attribute("w:space", 720)
    xml.close("w:cols")
    if hasOwnFirstPage { xml.empty("w:titlePg") }
    if isRightToLeft { xml.empty("w:bidi") }
    xml.close("w:sectPr")
  }

  private static func write(_ name: StaticString, _ kind: HeaderKind, _ relationship: String, to xml: inout XMLWriter) {
    xml.open(name)
    xml.attribute("w:type", kind.rawValue)
    xml.attribute("r:id", relationship)
    xml.close(name)
  }
}
