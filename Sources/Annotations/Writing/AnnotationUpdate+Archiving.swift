import Diagnostics
import PDF

/// Annotations on a base that claims to conform to PDF/A.
extension AnnotationUpdate {
  /// Gives an annotation the flag Print, which PDF/A requires (ISO 19005-2, 6.3.2), and warns of what the profile
  /// forbids and the annotation states.
  mutating func keep(_ claim: PDFAClaim, _ annotation: inout Annotation, _ place: String) {
    annotation.flags.insert(.print)
    let faults = [
      (!annotation.flags.isDisjoint(with: [.invisible, .hidden, .noView, .toggleNoView]), "is hidden"),
      (claim.part == "1" && isTransparent(annotation), "is transparent"),
      (claim.part == "1" && !Self.firstKinds.contains(annotation.kind.subtype), "is of a kind that it does not have"),
    ]
    for (_, fault) in faults.filter(\.0) {
      warn(
        Diagnostic(
          "archiving_lost", "The annotation \(fault), so that the document does not conform to \(claim) any more.",
          in: place))
    }
  }

  /// Highlights are multiplied with the page, so that the text under them can be read.
  private func isTransparent(_ annotation: Annotation) -> Bool {
    if case .markup(.highlight, _) = annotation.kind { return true }
    return annotation.opacity < 1
  }

  /// The types of annotations that PDF/A-1 permits (ISO 19005-1, 6.5.2).
  private static let firstKinds: Set<PDFName> = [
    "Text", "Link", "FreeText", "Line", "Square", "Circle", "Highlight", "Underline", "Squiggly", "StrikeOut", "Stamp",
    "Ink",
  ]
}
