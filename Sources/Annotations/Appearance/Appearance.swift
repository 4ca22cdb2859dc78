import PDF

/// The content of an annotation's appearance stream (ISO 32000-1, 12.5.5), in page coordinates.
struct Appearance {
  var content: ContentStream
  /// Whether the annotation uses the Multiply blend mode, so that the text below it remains readable.
  var multiplies = false
  /// Indices of fonts in `glyphs`.
  private(set) var glyphFonts: [Int] = []
  private(set) var images: [StampPicture] = []
  private(set) var warnings: [String] = []
  /// Source of the glyphs of text.
  let glyphs: GlyphSource

  /// - Parameter limit: bytes of the content stream.
  init(glyphs: GlyphSource, limit: Int = .max) {
    self.glyphs = glyphs
    content = ContentStream(limit: limit)
  }

  mutating func warn(_ message: String) { warnings.append(message) }

  mutating func use(glyphFont index: Int) -> PDFName {
    if !glyphFonts.contains(index) { glyphFonts.append(index) }
    return Self.name(ofGlyphFont: index)
  }

  static func name(ofGlyphFont index: Int) -> PDFName { PDFName(ascii: "Own\(index)") }

  mutating func use(_ image: StampPicture) -> PDFName {
    images.append(image)
    return Self.name(ofImage: images.count - 1)
  }

  private static func name(ofImage index: Int) -> PDFName { PDFName(ascii: "Im\(index)") }

  /// `/Resources` of the form.
  /// - Parameters:
  ///   - glyphFont: returns the font object for an index in the glyph source.
  ///   - image: returns the object of a picture.
  func resources(
    glyphFont: (Int) throws(PDFError) -> PDFReference, image: (StampPicture) throws(PDFError) -> PDFReference
  ) throws(PDFError) -> PDFDictionary {
    var resources = PDFDictionary()
    var named = PDFDictionary()
    for index in glyphFonts { named[Self.name(ofGlyphFont: index)] = .reference(try glyphFont(index)) }
    if !named.entries.isEmpty { resources["Font"] = .dictionary(named) }
    named = PDFDictionary()
    for (index, picture) in images.enumerated() {
      named[Self.name(ofImage: index)] = .reference(try image(picture))
    }
    if !named.entries.isEmpty { resources["XObject"] = .dictionary(named) }
    return resources
  }
}

extension Appearance {
  /// Draws `annotation`. `box` is the rectangle of annotations that fill one.
  mutating func draw(_ annotation: Annotation, in box: PDFRectangle) {
    switch annotation.kind {
    case .ink(let ink): draw(ink, annotation)
    case .markup(let markup, let quadrilaterals): draw(markup, quadrilaterals, annotation)
    case .square(let inset): drawSquare(annotation, in: box.inset(by: inset))
    case .circle(let inset): drawCircle(annotation, in: box.inset(by: inset))
    case .polygon(let points): drawPolygon(points, annotation)
    case .polyline(let points, let endings): drawPolyline(points, endings, annotation)
    case .line(let line): draw(line, annotation)
    case .note(let note): draw(note, annotation, in: box)
    case .freeText(let text): draw(text, annotation, in: box)
    case .stamp(let stamp): draw(stamp, annotation, in: box)
    case .caret(let caret): draw(caret, annotation, in: box.inset(by: caret.inset))
    case .link(let link): draw(link, annotation, in: box)
    case .other: break
    }
  }
}
