import Layout
import PDF
import TextShaping

extension PDFCanvas {
  /// Shows the glyphs of a font of pictures, such as emoji, as images.
  func showPictures(
    _ batch: borrowing GlyphBatch, _ face: FaceID, _ font: DrawnFont, _ fonts: FaceCache, _ size: Double, hasText: Bool
  ) {
    let isUpright = fonts.drawable(face)?.isUpright == true
    endText()
    setGraphics(opacity: 1)
    var clusters = batch.clusters
    while let (glyphs, utf8) = clusters.next() {
      if hasText { beginReplacement(utf8) }
      for glyph in glyphs {
        guard let picture = self.fonts.picture(of: UInt32(glyph.index), fonts.plain(face), font) else { continue }
        let frame = picture.frame
        hasTransparency = true
        stream.append("q ")
        let upright = AffineTransform(
          a: frame.width * size, d: -frame.height * size, e: frame.x * size, f: frame.maxY * size)
        let placed =
          isUpright
          ? AffineTransform(a: 0, b: -upright.a, c: upright.d, d: 0, e: glyph.x + upright.f, f: glyph.y - upright.e)
          : AffineTransform(a: upright.a, d: upright.d, e: glyph.x + upright.e, f: glyph.y + upright.f)
        stream.append(placed.pdf)
        stream.append("cm ")
        show(object: picture.number)
        stream.append("Q\n")
      }
      if hasText { stream.append("EMC\n") }
    }
  }
}
