import Layout

extension LaidOutDocument {
  /// The number of the first page with text of which no character has a glyph; nil if there is none. Page headers and
  /// footers do not count, since page numbers have glyphs in most fonts.
  func firstPageWithoutGlyphs() -> Int? {
    pages.indices.first { hasOnlyMissingGlyphs(pages[$0]) }.map { $0 + 1 }
  }

  private func hasOnlyMissingGlyphs(_ page: Page) -> Bool {
    var isMissing = false
    for index in page.fragments.indices where !page.marginBoxes.contains(index) {
      guard case .text(let slice) = page.fragments[index].content else { continue }
      let text = texts[Int(slice.text)]
      for position in slice.glyphs {
        let glyph = text.glyphs[Int(position)]
        if glyph.id == 0 {
          isMissing = true
        } else if !text.boundaries[Int(glyph.cluster)].contains(.space) {
          return false
        }
      }
    }
    return isMissing
  }
}
