import PDF

extension Annotation {
  /// The first property in which an annotation of a file differs from this one, as a source describes it: its type,
  /// rectangle, colour, contents, author or dates; nil if they agree.
  ///
  /// The rectangle of a line, a polygon, ink or a markup is computed, so it only has to contain the points.
  package func disagreement(with written: Annotation) -> String? {
    if written.kind.subtype != kind.subtype { return "type" }
    if written.page != page { return "page" }
    if !contains(written) { return "rectangle" }
    if !Self.areClose(color?.components, written.color?.components) { return "colour" }
    if contents != written.contents, !describes(written) { return "contents" }
    if author != written.author { return "author" }
    if modified != written.modified || created != written.created { return "dates" }
    return nil
  }

  /// Whether this annotation has no text, and the written one has the description of such an annotation in any
  /// language.
  private func describes(_ written: Annotation) -> Bool {
    guard contents?.isEmpty ?? true else { return false }
    return AnnotationPhrases.all.contains { alternative($0) == written.contents }
  }

  private func contains(_ written: Annotation) -> Bool {
    guard let box = written.rectangle else { return false }
    if let points = kind.bounds, !box.contains(points, tolerance: 1) { return false }
    guard let rectangle, rectangle.width > 0, rectangle.height > 0 else { return true }
    if kind.hasOwnGeometry { return box.contains(rectangle, tolerance: 1) }
    return Self.areClose(
      [rectangle.x0, rectangle.y0, rectangle.x1, rectangle.y1], [box.x0, box.y0, box.x1, box.y1])
  }

  private static func areClose(_ a: [Double]?, _ b: [Double]?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return a.count == b.count && zip(a, b).allSatisfy { ($0 - $1).magnitude < 0.01 }
  }
}
