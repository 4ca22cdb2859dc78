// Section numbers are those of ISO 32000-1 unless another standard is named.

import Diagnostics
import PDF

/// Additions, replacements and deletions, before they are written.
extension AnnotationUpdate {
  mutating func append(_ annotation: Annotation, _ place: String) throws(AnnotationError) {
    _ = try annotations(ofPage: annotation.page, place)
    let reference = try onBase(place) { () throws(PDFError) in try writer.add(.null) }
    touched[annotation.page]?.append(.reference(reference), name: annotation.name)
    add(Draft(annotation: annotation, reference: reference, old: nil, place: place))
  }

  mutating func replace(_ index: Int, with annotation: Annotation, _ place: String) throws(AnnotationError) {
    let item = try annotations(ofPage: annotation.page, place).items[index]
    guard !item.isNew else {
      throw AnnotationError(.conflict, "the source has \(Quotation.of(annotation.name ?? "")) twice", at: place)
    }
    let object = item.object
    guard let old = try onBase(place, { () throws(PDFError) in try writer.resolve(object) }).dictionary else {
      throw AnnotationError(.base, "the annotation to modify is not a dictionary", at: place)
    }
    guard old["Subtype"].name == annotation.kind.subtype else {
      throw AnnotationError(
        .conflict, "an annotation of another kind cannot become \(annotation.kind.subtype)", at: place)
    }
    // A direct object in the array becomes an indirect object.
    let reference = try onBase(place) { () throws(PDFError) in
      if let reference = object.reference { return reference }
      return try writer.add(.null)
    }
    touched[annotation.page]?.replace(index, with: .reference(reference), name: annotation.name)
    add(Draft(annotation: annotation, reference: reference, old: old, place: place))
  }

  mutating func add(_ draft: Draft) {
    draftOfObject[draft.reference] = drafts.count
    if let name = draft.annotation.name, places?.names[name] == nil { places?.names[name] = draft.annotation.page }
    drafts.append(draft)
  }

  mutating func delete(_ target: AnnotationTarget, _ place: String) throws(AnnotationError) {
    guard let (page, index) = try find(target, place) else {
      let name: String =
        switch target {
        case .name(let name, _): Quotation.of(name)
        case .object(let number): "object \(number)"
        }
      throw AnnotationError(.notFound, "there is no annotation \(name) to delete", at: place)
    }
    try delete(index, ofPage: page, place)
  }

  /// Deletes an annotation with its pop-up and all direct and indirect replies, which are displayed only with it
  /// (12.5.6.2). Members of its group are kept.
  mutating func delete(_ index: Int, ofPage page: Int, _ place: String) throws(AnnotationError) {
    var waiting = [index]
    while let index = waiting.popLast() {
      let object = try annotations(ofPage: page, place).items[index].object
      guard !object.isNull else { continue }
      let dictionary = try onBase(place) { () throws(PDFError) in try writer.resolve(object) }.dictionary
      guard dictionary?["Subtype"].name != "Widget" else {
        throw AnnotationError(.forbidden, "form fields cannot be deleted", at: place)
      }
      waiting += try annotations(ofPage: page, place).dependents(of: index)
      touched[page]?.remove(index)
      guard let reference = object.reference else { continue }
      if let draft = draftOfObject[reference] {
        drafts[draft] = nil
        writer.withdraw(reference)
      }
      tags?.remove(reference)
    }
  }
}
