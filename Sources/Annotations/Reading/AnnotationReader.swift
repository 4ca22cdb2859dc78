import Diagnostics
import PDF

/// Reads the annotations of a file.
package struct AnnotationReader {
  let file: PDFFile
  private let limits: AnnotationLimits
  /// Page numbers for link destinations; computed when first needed.
  var indexOfPage: [PDFReference: Int]?
  /// Whether entries that the model does not represent produce a warning. They are lost when the annotations are
  /// written in another format.
  private let namesLosses: Bool

  package init(_ file: PDFFile, limits: AnnotationLimits = AnnotationLimits(), namesLosses: Bool = false) {
    self.file = file
    self.limits = limits
    self.namesLosses = namesLosses
  }

  /// The annotations of one page in page order; pop-ups are properties of their parents.
  ///
  /// Unreadable annotations are left out, with a warning. Form fields are not included.
  /// - Throws: `base` if the page's `/Annots` cannot be read; `limit`.
  package mutating func annotations(
    of page: PDFPage
  ) throws(AnnotationError) -> (annotations: [Annotation], warnings: [Diagnostic]) {
    let items = try onBase("page \(page.index + 1)") { () throws(PDFError) in try list(page) }
    guard items.count <= limits.annotations else {
      throw AnnotationError(.limit, "page \(page.index + 1) has more than \(limits.annotations) annotations")
    }
    var annotations: [Annotation] = []
    var warnings: [Diagnostic] = []
    for (index, item) in items.enumerated() {
      let place =
        item.reference.map { "page \(page.index + 1), object \($0.number)" }
        ?? "page \(page.index + 1), annotation \(index + 1)"
      guard let resolved = try? file.resolve(item), case .dictionary(let dictionary) = resolved else {
        warnings.append(Diagnostic("unreadable_annotation", "the annotation cannot be read", in: place))
        continue
      }
      guard let annotation = try annotation(dictionary, page: page.index) else { continue }
      let entries = DictionaryReader(file: file, dictionary: dictionary, limit: limits.text)
      if namesLosses, let losses = losses(of: annotation, entries) {
        warnings.append(Diagnostic("unsupported_entries", "left out: \(losses)", in: place))
      }
      annotations.append(annotation)
    }
    return (annotations, warnings)
  }

  /// The annotation that a dictionary describes; nil for pop-ups and form fields.
  package mutating func annotation(
    _ dictionary: PDFDictionary, page: Int
  ) throws(AnnotationError) -> Annotation? {
    guard let subtype = name(dictionary, "Subtype"), subtype != "Popup", subtype != "Widget" else { return nil }
    let entries = DictionaryReader(file: file, dictionary: dictionary, limit: limits.text)
    var annotation = Annotation(try kind(subtype, entries), page: page, rectangle: entries.rectangle("Rect"))
    readCommon(entries, &annotation)
    return annotation
  }

  private func list(_ page: PDFPage) throws(PDFError) -> [PDFObject] {
    guard let reference = page.reference, let dictionary = try file.object(reference).dictionary else { return [] }
    switch try file.resolve(dictionary["Annots"]) {
    case .array(let items): return items
    default: return []
    }
  }

  private func name(_ dictionary: PDFDictionary, _ key: PDFName) -> PDFName? {
    (try? file.resolve(dictionary[key]))?.name
  }

  // MARK: Unsupported entries

  /// Entries that are redundant or have meaning only within this file.
  private static let implied: Set<PDFName> = ["P", "Popup", "Parent", "StructParent"]

  /// Entries of the dictionary that the model does not represent; nil if there are none.
  private func losses(of annotation: Annotation, _ entries: DictionaryReader) -> String? {
    if case .other = annotation.kind { return nil }
    var losses = entries.dictionary.entries.map(\.key)
      .filter { !AnnotationDictionary.ownKeys.contains($0) && !Self.implied.contains($0) }
      .map { "/\($0.text)" }.sorted()
    if annotation.reply == nil, entries.dictionary("IRT") != nil {
      losses.append("the annotation that it answers, which has no name")
    }
    if case .link(let link) = annotation.kind, link.action == nil {
      if entries.dictionary("A") != nil { losses.append("an action that leads to no page or address") }
      if entries.array("Dest") != nil { losses.append("a destination that is not a page") }
    }
    return losses.isEmpty ? nil : losses.prefix(20).joined(separator: ", ")
  }

  // MARK: Common properties

  private func readCommon(_ entries: DictionaryReader, _ annotation: inout Annotation) {
    annotation.name = entries.text("NM")
    annotation.author = entries.text("T")
    annotation.subject = entries.text("Subj")
    annotation.contents = entries.text("Contents")
    annotation.richContents = entries.text("RC")
    annotation.modified = entries.text("M")
    annotation.created = entries.text("CreationDate")
    annotation.color = entries.numbers("C").flatMap { AnnotationColor(components: $0) }
    annotation.interior = entries.numbers("IC").flatMap { AnnotationColor(components: $0) }
    annotation.opacity = entries.number("CA").map { min(max($0, 0), 1) } ?? 1
    annotation.flags = AnnotationFlags(rawValue: (entries.integer("F") ?? 0) & 0x3FF)
    annotation.intent = entries.name("IT")?.text
    annotation.customData = entries.text(AnnotationDictionary.customDataKey)
    if let state = entries.text("State"), let model = entries.text("StateModel") {
      annotation.state = ReviewState(state: state, model: model)
    }
    if let parent = entries.dictionary("IRT"), let name = parent.text("NM") {
      annotation.reply = AnnotationReply(name: name, kind: entries.name("RT") == "Group" ? .group : .reply)
    }
    if let popup = entries.dictionary("Popup"), popup.name("Subtype") == "Popup", let box = popup.rectangle("Rect") {
      annotation.popup = Popup(
        rectangle: box, isOpen: popup.boolean("Open") ?? false,
        flags: AnnotationFlags(rawValue: (popup.integer("F") ?? 0) & 0x3FF))
    }
    readBorder(entries, &annotation.border)
  }

  private func readBorder(_ entries: DictionaryReader, _ border: inout AnnotationBorder) {
    if let style = entries.dictionary("BS") {
      border.isStated = true
      border.width = max(0, style.number("W") ?? 1)
      border.style = style.name("S").flatMap { AnnotationBorder.Style(rawValue: $0.text) } ?? .solid
      border.dashes = style.numbers("D").map { $0.filter { $0 >= 0 } } ?? []
    } else if let array = entries.array("Border"), array.count >= 3, let width = array[2].number {
      border.isStated = true
      border.width = max(0, width)
      if array.count > 3, let dashes = array[3].array, !dashes.isEmpty {
        border.style = .dashed
        border.dashes = dashes.compactMap(\.number).filter { $0 >= 0 }
      }
    }
    if let effect = entries.dictionary("BE"), effect.name("S") == "C" {
      border.cloud = min(max(effect.number("I") ?? 0, 0), 2)
    }
  }
}
