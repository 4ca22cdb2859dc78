import PDF
import TextShaping

/// The fonts of one PDF, with the glyphs that its pages use.
final class DrawnFonts {
  private let drawing: PDFDrawing
  private let faces: FaceCache
  private let prepared: PreparedImages
  // Read for each run of glyphs, many times a page. Exclusivity checks are not needed: no method passes these
  // properties to other code.
  @exclusivity(unchecked) private var fonts: [DrawnFont] = []
  @exclusivity(unchecked) private var byFace: [FaceID: DrawnFont] = [:]
  @exclusivity(unchecked) private var byFont: [ObjectIdentifier: DrawnFont] = [:]

  /// - Parameter prepared: the pictures of glyphs of other documents.
  init(_ drawing: PDFDrawing, _ faces: FaceCache, _ prepared: PreparedImages) {
    self.drawing = drawing
    self.faces = faces
    self.prepared = prepared
  }

  /// The font of a face; nil if it cannot be drawn.
  func font(_ face: FaceID) -> DrawnFont? {
    if let known = byFace[face] { return known }
    let plain = faces.plain(face)
    if plain != face {
      let font = font(plain)
      byFace[face] = font
      return font
    }
    let font: DrawnFont
    if let drawable = faces.drawable(face) {
      let known = byFont[ObjectIdentifier(drawable.font)]
      font = known ?? DrawnFont(drawing, faces, face, drawable.font)
      byFont[ObjectIdentifier(drawable.font)] = font
      if known == nil { fonts.append(font) }
    } else if faces.scaledFont(face) != nil {
      font = DrawnFont(drawing, faces, face, nil)
      fonts.append(font)
    } else {
      return nil
    }
    byFace[face] = font
    return font
  }

  /// A glyph of a font of pictures; nil if it shows nothing.
  func picture(of glyph: UInt32, _ face: FaceID, _ font: DrawnFont) -> GlyphPicture? {
    if let known = font.pictures[glyph] { return known }
    let picture = image(of: glyph, face).map { GlyphPicture(number: drawing.add($0.image), frame: $0.frame) }
    font.pictures[glyph] = .some(picture)
    return picture
  }

  private func image(of glyph: UInt32, _ face: FaceID) -> GlyphImage? {
    let size = faces.size(face)
    let make = { [faces] in faces.scaledFont(face).flatMap { GlyphImage.make(glyph, $0, size: size) } }
    guard let font = faces.drawable(face)?.font else { return make() }
    return prepared.glyph(glyph, of: font, size: size, prepare: make)
  }

  /// Writes the fonts. Glyphs of pictures are shown with a font only if they are not seen.
  func finish() {
    for font in fonts where !font.hasPictures || font.isCompositeUsed || font.isSimpleUsed {
      font.pdfFont().write(
        to: drawing, composite: font.isCompositeUsed ? font.number : nil, simple: font.isSimpleUsed ? font.simple : nil)
    }
  }
}
