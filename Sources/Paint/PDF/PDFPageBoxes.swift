import Layout

/// What a page's dictionary says of the page on its sheet (ISO 32000-1 §14.11.2): where it is cut, how far it bleeds, and how
/// it is turned.
struct PDFPageBoxes {
  let document: LaidOutDocument

  init(_ document: LaidOutDocument) { self.document = document }

  func addEntries(to file: inout PDFAssembly) {
    for (number, page) in document.pages.enumerated() {
      if page.rotation != 0 { file.extendPage(number, "/Rotate \(page.rotation)") }
      guard let trim = page.trim else { continue }
      let bleed = Rect(
        x: trim.x - page.bleed, y: trim.y - page.bleed, width: trim.width + 2 * page.bleed,
        height: trim.height + 2 * page.bleed)
      file.extendPage(number, "/BleedBox \(box(bleed, on: page)) /TrimBox \(box(trim, on: page))")
    }
  }

  /// A rectangle in points from the sheet's lower left corner.
  private func box(_ rect: Rect, on page: Page) -> String {
    let corners = [rect.x, page.size.height - rect.maxY, rect.maxX, page.size.height - rect.y]
    return "[" + corners.map { PDFSyntax.number($0 * PDFPoint.perPx) }.joined(separator: " ") + "]"
  }
}
