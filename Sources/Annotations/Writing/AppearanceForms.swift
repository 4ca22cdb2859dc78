import PDF

/// Draws annotations and creates their form XObjects (ISO 32000-1, 12.5.5).
struct AppearanceForms {
  /// A drawn appearance with its rectangle.
  struct Drawing {
    var appearance: Appearance
    var rectangle: PDFRectangle
    var warnings: [String]
  }

  private let glyphs = GlyphSource()
  private var fontReferences: [Int: PDFReference] = [:]
  /// The pictures that are written already, with their objects.
  private var written: [[PDFStream.Identity]: (picture: StampPicture, reference: PDFReference)] = [:]
  private let limit: Int
  private var bytes = 0

  /// - Parameter limit: maximum size of all content streams together, in bytes.
  init(limit: Int) { self.limit = limit }

  /// - Throws: `invalidValue` if the annotation has no position; `limit`.
  mutating func draw(_ annotation: Annotation, at place: String) throws(AnnotationError) -> Drawing {
    var appearance = Appearance(glyphs: glyphs, limit: limit - bytes)
    let given = Self.box(of: annotation)
    guard given != nil || annotation.kind.hasOwnGeometry else {
      throw AnnotationError(.invalidValue, "the rectangle has no area", at: place)
    }
    appearance.draw(annotation, in: given ?? PDFRectangle(x0: 0, y0: 0, x1: 0, y1: 0))
    bytes += appearance.content.bytes.count
    guard bytes < limit, !appearance.content.isFull else {
      throw AnnotationError(.limit, "the drawing needs more than \(limit) bytes", at: place)
    }
    var warnings = appearance.warnings
    guard annotation.kind.hasOwnGeometry else {
      guard let given else { throw AnnotationError(.invalidValue, "the rectangle has no area", at: place) }
      return Drawing(appearance: appearance, rectangle: given, warnings: warnings)
    }
    // Use the given rectangle, unless points lie outside; it would clip them.
    let points = annotation.kind.bounds
    let drawn = appearance.content.bounds ?? points ?? given
    guard let drawn else { throw AnnotationError(.invalidValue, "there is nothing to draw", at: place) }
    guard let given else { return Drawing(appearance: appearance, rectangle: drawn.withArea, warnings: warnings) }
    if let points, !given.contains(points, tolerance: 0.5) {
      warnings.append("the rectangle does not hold all of the annotation's points and was made larger")
      return Drawing(appearance: appearance, rectangle: given.union(drawn), warnings: warnings)
    }
    return Drawing(appearance: appearance, rectangle: given, warnings: warnings)
  }

  /// The rectangle, if it is not empty. A note with an empty rectangle gets an icon of the usual size at that position.
  private static func box(of annotation: Annotation) -> PDFRectangle? {
    guard let box = annotation.rectangle else { return nil }
    if box.width > 0, box.height > 0 { return box }
    guard case .note = annotation.kind else { return nil }
    return PDFRectangle(x0: box.x0, y0: box.y1 - 20, x1: box.x0 + 20, y1: box.y1)
  }

  // MARK: Objects

  /// Creates the form XObject of a drawing. Transparent or multiplied content is put into a transparency group, so that
  /// overlapping parts do not show.
  mutating func form(
    _ drawing: Drawing, _ annotation: Annotation, in writer: inout AppendWriter
  ) throws(PDFError) -> PDFReference {
    let box = drawing.rectangle
    let resources = try drawing.appearance.resources(
      glyphFont: { (index) throws(PDFError) in
        if let known = fontReferences[index] { return known }
        let reference = try writer.add(.null)
        fontReferences[index] = reference
        return reference
      }, image: { (picture) throws(PDFError) in try object(of: picture, in: &writer) })
    var outer: PDFDictionary = [
      "Type": .name("XObject"), "Subtype": .name("Form"), "BBox": .rectangle(box),
      "Matrix": .numbers([1, 0, 0, 1, -box.x0, -box.y0]),
    ]
    guard annotation.opacity < 1 || drawing.appearance.multiplies else {
      outer["Resources"] = .dictionary(resources)
      return try writer.add(.stream(PDFStream(dictionary: outer, data: drawing.appearance.content.bytes).compressed))
    }
    let group: PDFDictionary = [
      "Type": .name("XObject"), "Subtype": .name("Form"), "BBox": .rectangle(box),
      "Group": .dictionary(["Type": .name("Group"), "S": .name("Transparency")]), "Resources": .dictionary(resources),
    ]
    let inner = try writer.add(.stream(PDFStream(dictionary: group, data: drawing.appearance.content.bytes).compressed))
    var state: PDFDictionary = ["Type": .name("ExtGState")]
    state["CA"] = .decimal(annotation.opacity)
    state["ca"] = .decimal(annotation.opacity)
    if drawing.appearance.multiplies { state["BM"] = .name("Multiply") }
    outer["Resources"] = .dictionary([
      "ExtGState": .dictionary(["Opacity": .dictionary(state)]), "XObject": .dictionary(["Group": .reference(inner)]),
    ])
    var content = AppearanceContent()
    content.setGraphicsState("Opacity")
    content.draw("Group")
    return try writer.add(.stream(PDFStream(dictionary: outer, data: content.bytes)))
  }

  /// The image XObject of a picture. Annotations that show the same one share it.
  private mutating func object(
    of picture: StampPicture, in writer: inout AppendWriter
  ) throws(PDFError) -> PDFReference {
    let key = [picture.image, picture.mask].compactMap(\.?.identity)
    if let known = written[key] { return known.reference }
    var image = picture.image
    if let mask = picture.mask { image.dictionary["SMask"] = .reference(try writer.add(.stream(mask))) }
    let reference = try writer.add(.stream(image))
    written[key] = (picture, reference)
    return reference
  }

  /// Writes the fonts used by the forms.
  mutating func finish(in writer: inout AppendWriter) throws(PDFError) {
    for (index, reference) in fontReferences.sorted(by: { $0.key < $1.key }) {
      try writer.replace(reference, with: .dictionary(Type3Font.dictionary(glyphs.fonts[index], in: &writer)))
    }
    fontReferences.removeAll()
    written.removeAll()
  }
}

extension AnnotationKind {
  /// Bounding box of its points; nil if it has none.
  var bounds: PDFRectangle? {
    switch self {
    case .ink(let ink): PDFRectangle(around: ink.strokes.lazy.flatMap(\.points))
    case .polygon(let points), .polyline(let points, _): PDFRectangle(around: points)
    case .markup(_, let quadrilaterals): PDFRectangle(around: quadrilaterals.lazy.flatMap(\.all))
    case .line(let line): PDFRectangle(around: [line.start, line.end])
    default: nil
    }
  }
}

extension PDFRectangle {
  /// The rectangle enlarged to at least one unit in each direction.
  var withArea: PDFRectangle {
    let (dx, dy) = (max(0, 1 - width) / 2, max(0, 1 - height) / 2)
    return PDFRectangle(x0: x0 - dx, y0: y0 - dy, x1: x1 + dx, y1: y1 + dy)
  }
}
