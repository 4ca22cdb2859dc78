import Diagnostics
import PDF

/// An incremental update that adds, modifies and deletes annotations.
///
/// Other page entries are kept. A modified annotation keeps its object number and the entries that the model does not
/// represent. Older revisions remain in the file.
package struct AnnotationUpdate {
  package internal(set) var warnings: [Diagnostic] = []
  var writer: AppendWriter
  let limits: AnnotationLimits
  var touched: [Int: PageAnnotations] = [:]
  /// Annotations to write; nil for those that a later edit deleted.
  var drafts: [Draft?] = []
  var draftOfObject: [PDFReference: Int] = [:]
  /// Page numbers by annotation name and object number; computed when a deletion does not state the page.
  var places: (names: [String: Int], objects: [Int: Int])?
  /// The profile of PDF/A that the base claims, and that annotations keep if they can.
  let claim: PDFAClaim?
  /// The structure of a tagged base, in which annotations get elements; nil for other bases.
  var tags: AnnotationTags?
  /// Texts that describe annotations without text on a tagged base, in the language of the base.
  let phrases: AnnotationPhrases
  /// The pages of annotations that got elements.
  var taggedPages: Set<Int> = []

  /// An annotation that has a position in `/Annots` but no dictionary yet.
  struct Draft {
    var annotation: Annotation
    var reference: PDFReference
    /// The dictionary that it replaces.
    var old: PDFDictionary?
    var place: String

    /// Whether a modified stamp keeps its old appearance, which can be a picture. This requires that its name and
    /// rotation are unchanged.
    var keepsAppearance: Bool {
      guard case .stamp(let stamp) = annotation.kind, stamp.picture == nil, let old, !old["AP"].isNull else {
        return false
      }
      return old["Name"].name.map { $0.text == stamp.icon } ?? true && (old["Rotate"].number ?? 0) == stamp.rotation
    }
  }

  /// - Throws: `base` if nothing may be appended to the file or its pages cannot be read.
  package init(base: PDFFile, limits: AnnotationLimits = AnnotationLimits()) throws(AnnotationError) {
    self.limits = limits
    writer = try onBase("") { () throws(PDFError) in try AppendWriter(base: base) }
    claim = base.pdfAClaim()
    phrases = AnnotationPhrases.of(language: try onBase("") { () throws(PDFError) in try base.language() })
    do throws(PDFError) {
      tags = try AnnotationTags(base)
    } catch {
      guard error.code == .structure else { throw AnnotationError(error) }
      warn(
        Diagnostic(
          "untagged_annotations", "\(error.message) The annotations are not in the structure of the document.", in: ""))
    }
  }

  /// Applies all edits of `source` in order.
  package mutating func apply(_ source: AnnotationSource) throws(AnnotationError) {
    warnings += source.warnings
    for (edit, place) in source.edits {
      guard drafts.count < limits.annotations else {
        throw AnnotationError(.limit, "there are more than \(limits.annotations) annotations", at: place)
      }
      switch edit {
      case .put(let annotation):
        if let index = try index(of: annotation, place) {
          try replace(index, with: annotation, place)
        } else {
          try append(annotation, place)
        }
      case .add(let annotation):
        guard try index(of: annotation, place) == nil else {
          throw AnnotationError(
            .conflict, "page \(annotation.page + 1) has an annotation \(Quotation.of(annotation.name ?? "")) already",
            at: place)
        }
        try append(annotation, place)
      case .modify(let annotation, let object):
        guard let index = try index(of: annotation, object: object, place) else {
          let name = object.map { "object \($0)" } ?? Quotation.of(annotation.name ?? "")
          throw AnnotationError(.notFound, "page \(annotation.page + 1) has no annotation \(name) to modify", at: place)
        }
        try replace(index, with: annotation, place)
      case .delete(let target): try delete(target, place)
      }
    }
  }

  mutating func warn(_ warning: Diagnostic) { warnings.append(warning) }

  /// The bytes of the update, to be appended to the base; empty if nothing changes.
  package mutating func segment() throws(AnnotationError) -> [UInt8] {
    var forms = AppearanceForms(limit: limits.appearances)
    for case let draft? in drafts { try write(draft, &forms) }
    try onBase("") { () throws(PDFError) in
      try forms.finish(in: &writer)
      try tags?.finish(in: &writer)
    }
    drafts.removeAll()
    draftOfObject.removeAll()
    for (page, annotations) in touched.sorted(by: { $0.key < $1.key })
    where annotations.isChanged || taggedPages.contains(page) {
      try onBase("") { () throws(PDFError) in
        try writer.set(
          annotations: annotations.remaining, of: annotations.page, isTagged: taggedPages.contains(page))
      }
    }
    guard !writer.isEmpty else { return [] }
    return try onBase("") { () throws(PDFError) in try writer.segment() }
  }
}
