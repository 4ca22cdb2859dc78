import Diagnostics
import PDF

/// An incremental update that adds, modifies and deletes annotations.
///
/// Other page entries are kept. A modified annotation keeps its object number and the entries that the model does not
/// represent. Older revisions remain in the file.
package struct AnnotationUpdate {
  package private(set) var warnings: [Diagnostic] = []
  var writer: AppendWriter
  private let limits: AnnotationLimits
  private var touched: [Int: PageAnnotations] = [:]
  /// Annotations to write; nil for those that a later edit deleted.
  private var drafts: [Draft?] = []
  private var draftOfObject: [PDFReference: Int] = [:]
  /// Page numbers by annotation name and object number; computed when a deletion does not state the page.
  private var places: (names: [String: Int], objects: [Int: Int])?
  /// The profile of PDF/A that the base claims, and that annotations keep if they can.
  private let claim: PDFAClaim?
  /// The structure of a tagged base, in which annotations get elements; nil for other bases.
  var tags: AnnotationTags?
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
    var keepsLook: Bool {
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

  // MARK: Lists

  mutating func annotations(ofPage index: Int, _ place: String) throws(AnnotationError) -> PageAnnotations {
    if let known = touched[index] { return known }
    guard let page = try onBase(place, { () throws(PDFError) in try writer.base.page(index) }) else {
      throw AnnotationError(.notFound, "the base has no page \(index + 1) (page=\"\(index)\" counts from 0)", at: place)
    }
    let annotations = try onBase(place) { () throws(PDFError) in try PageAnnotations(page, in: writer) }
    touched[index] = annotations
    return annotations
  }

  /// Index in `/Annots` of the annotation with the same name.
  private mutating func index(of annotation: Annotation, _ place: String) throws(AnnotationError) -> Int? {
    let annotations = try annotations(ofPage: annotation.page, place)
    return annotation.name.flatMap { annotations.index(ofName: $0) }
  }

  /// Index in `/Annots` of the annotation with that object number, or the same name.
  private mutating func index(
    of annotation: Annotation, object: Int?, _ place: String
  ) throws(AnnotationError) -> Int? {
    guard let object else { return try index(of: annotation, place) }
    return try annotations(ofPage: annotation.page, place).index(ofObject: object)
  }

  private mutating func append(_ annotation: Annotation, _ place: String) throws(AnnotationError) {
    _ = try annotations(ofPage: annotation.page, place)
    let reference = try onBase(place) { () throws(PDFError) in try writer.add(.null) }
    touched[annotation.page]?.append(.reference(reference), name: annotation.name)
    add(Draft(annotation: annotation, reference: reference, old: nil, place: place))
  }

  private mutating func replace(_ index: Int, with annotation: Annotation, _ place: String) throws(AnnotationError) {
    let item = try annotations(ofPage: annotation.page, place).items[index]
    guard !item.isNew else {
      throw AnnotationError(.conflict, "the source has \(Quotation.of(annotation.name ?? "")) twice", at: place)
    }
    let object = item.object
    guard let old = try onBase(place, { () throws(PDFError) in try writer.resolve(object) }).dictionary else {
      throw AnnotationError(.base, "the annotation to modify is no dictionary", at: place)
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

  private mutating func add(_ draft: Draft) {
    draftOfObject[draft.reference] = drafts.count
    if let name = draft.annotation.name, places?.names[name] == nil { places?.names[name] = draft.annotation.page }
    drafts.append(draft)
  }

  // MARK: Deleting

  private mutating func delete(_ target: AnnotationTarget, _ place: String) throws(AnnotationError) {
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

  private mutating func find(_ target: AnnotationTarget, _ place: String) throws(AnnotationError) -> (
    page: Int, index: Int
  )? {
    if case .name(let name, let page?) = target {
      return try annotations(ofPage: page, place).index(ofName: name).map { (page, $0) }
    }
    let places: (names: [String: Int], objects: [Int: Int])
    if let known = self.places { places = known } else { places = try findPlaces(place) }
    self.places = places
    switch target {
    case .name(let name, _):
      guard let page = places.names[name] else { return nil }
      return try annotations(ofPage: page, place).index(ofName: name).map { (page, $0) }
    case .object(let number):
      guard let page = places.objects[number] else { return nil }
      return try annotations(ofPage: page, place).index(ofObject: number).map { (page, $0) }
    }
  }

  private mutating func findPlaces(_ place: String) throws(AnnotationError) -> (
    names: [String: Int], objects: [Int: Int]
  ) {
    var names: [String: Int] = [:]
    var objects: [Int: Int] = [:]
    var page = 0
    while try onBase(place, { () throws(PDFError) in try writer.base.page(page) }) != nil {
      let annotations = try annotations(ofPage: page, place)
      for item in annotations.items {
        if let name = item.name, names[name] == nil { names[name] = page }
        if let number = item.object.reference?.number, objects[number] == nil { objects[number] = page }
      }
      // Pages that were only read are discarded.
      if !annotations.isChanged { touched[page] = nil }
      page += 1
    }
    return (names, objects)
  }

  /// Deletes an annotation with its pop-up and all direct and indirect replies, which are displayed only with it
  /// (12.5.6.2). Members of its group are kept.
  private mutating func delete(_ index: Int, ofPage page: Int, _ place: String) throws(AnnotationError) {
    var waiting = [index]
    while let index = waiting.popLast() {
      let object = try annotations(ofPage: page, place).items[index].object
      guard !object.isNull else { continue }
      let dictionary = try onBase(place) { () throws(PDFError) in try writer.resolve(object) }.dictionary
      guard dictionary?["Subtype"].name != "Widget" else {
        throw AnnotationError(.forbidden, "a form field is no annotation to delete", at: place)
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

  // MARK: Finishing

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

  private mutating func write(_ draft: Draft, _ forms: inout AppearanceForms) throws(AnnotationError) {
    var annotation = draft.annotation
    let place = draft.place
    if let claim { keep(claim, &annotation, place) }
    let keepsLook = draft.keepsLook
    let drawn = try forms.draw(annotation, at: place)
    if !keepsLook { warnings += drawn.warnings.map { Diagnostic("incomplete_appearance", $0, in: place) } }
    var dictionary = AnnotationDictionary.make(annotation, rectangle: drawn.rectangle)
    for (key, value) in draft.old?.entries ?? [] where !AnnotationDictionary.ownKeys.contains(key) {
      dictionary[key] = value
    }
    if tags != nil, annotation.contents?.isEmpty ?? true { dictionary["Contents"] = .text(annotation.alternative) }
    let page = try annotations(ofPage: annotation.page, place)
    dictionary["P"] = page.page.reference.map { .reference($0) } ?? .null
    if let reply = annotation.reply {
      guard let index = page.index(ofName: reply.name), page.items[index].object.reference != nil else {
        throw AnnotationError(
          .notFound,
          "page \(annotation.page + 1) has no annotation \(Quotation.of(reply.name)) that this one could answer",
          at: place)
      }
      guard page.items[index].object.reference != draft.reference else {
        throw AnnotationError(.conflict, "an annotation cannot answer itself", at: place)
      }
      dictionary["IRT"] = page.items[index].object
    }
    if case .link(let link) = annotation.kind { try setDestination(link, &dictionary, place) }
    if let popup = annotation.popup { try write(popup, of: draft, &dictionary) }
    try tag(draft, &dictionary)
    try onBase(place) { () throws(PDFError) in
      dictionary["AP"] =
        keepsLook
        ? draft.old?["AP"] ?? .null : .dictionary(["N": .reference(try forms.form(drawn, annotation, in: &writer))])
      try writer.replace(draft.reference, with: .dictionary(dictionary))
    }
  }

  private mutating func setDestination(
    _ link: Link, _ dictionary: inout PDFDictionary, _ place: String
  ) throws(AnnotationError) {
    guard case .page(let index, let left, let top, let zoom) = link.action else { return }
    guard let page = try onBase(place, { () throws(PDFError) in try writer.base.page(index) }),
      let reference = page.reference
    else { throw AnnotationError(.notFound, "the base has no page \(index + 1) for the link to lead to", at: place) }
    dictionary["Dest"] = .array(
      [.reference(reference), .name("XYZ")] + [left, top, zoom].map { $0.map { .decimal($0) } ?? .null })
  }

  /// Writes a pop-up. An existing pop-up object is replaced.
  private mutating func write(_ popup: Popup, of draft: Draft, _ dictionary: inout PDFDictionary)
    throws(AnnotationError)
  {
    var object: PDFDictionary = [
      "Type": .name("Annot"), "Subtype": .name("Popup"), "Rect": .rectangle(popup.rectangle),
      "Parent": .reference(draft.reference), "P": dictionary["P"],
    ]
    if popup.isOpen { object["Open"] = .boolean(true) }
    if !popup.flags.isEmpty { object["F"] = .integer(popup.flags.rawValue) }
    // Readers show the text of its parent (Table 183).
    if tags != nil { object["Contents"] = dictionary["Contents"] }
    let page = draft.annotation.page
    try onBase(draft.place) { () throws(PDFError) in
      if let old = dictionary["Popup"].reference, let former = try writer.object(old).dictionary,
        former["Subtype"].name == "Popup"
      {
        object["StructParent"] = former["StructParent"]
        try writer.replace(old, with: .dictionary(object))
      } else {
        let reference = try writer.add(.dictionary(object))
        dictionary["Popup"] = .reference(reference)
        touched[page]?.append(.reference(reference), name: nil)
      }
    }
  }
}
