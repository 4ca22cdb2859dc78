import Diagnostics
import PDF

/// Reads the annotations of a file.
package struct AnnotationReader {
  private let file: PDFFile
  private let limits: AnnotationLimits
  /// Page numbers for link destinations; computed when first needed.
  private var indexOfPage: [PDFReference: Int]?
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

  // MARK: Kinds

  private mutating func kind(_ subtype: PDFName, _ entries: DictionaryReader) throws(AnnotationError) -> AnnotationKind
  {
    let known: AnnotationKind? =
      switch subtype {
      case "Text": .note(Note(icon: entries.name("Name")?.text ?? "Note", isOpen: entries.boolean("Open") ?? false))
      case "Highlight": markup(.highlight, entries)
      case "Underline": markup(.underline, entries)
      case "Squiggly": markup(.squiggly, entries)
      case "StrikeOut": markup(.strikeOut, entries)
      case "Square": .square(inset: entries.insets("RD"))
      case "Circle": .circle(inset: entries.insets("RD"))
      case "Polygon": entries.points("Vertices").map { .polygon($0) }
      case "PolyLine": entries.points("Vertices").map { .polyline($0, endings: entries.endings) }
      case "Line": line(entries).map { .line($0) }
      case "FreeText": .freeText(freeText(entries))
      case "Stamp": .stamp(stamp(entries))
      case "Caret": .caret(caret(entries))
      case "Ink": ink(entries).map { .ink($0) }
      case "Link": .link(try link(entries))
      default: nil
      }
    return known ?? .other(subtype, entries.dictionary)
  }

  private func stamp(_ entries: DictionaryReader) -> Stamp {
    var stamp = Stamp(icon: entries.name("Name")?.text ?? "Draft", rotation: entries.number("Rotate") ?? 0)
    stamp.picture = picture(entries)
    return stamp
  }

  /// The image of a stamp whose appearance contains one image and no text, either directly or in a nested form.
  private func picture(_ entries: DictionaryReader) -> StampPicture? {
    var form = value(entries.dictionary("AP")?.dictionary["N"])?.dictionary
    for _ in 0..<2 {
      let resources = value(form?["Resources"])?.dictionary
      guard resources?["Font"].isNull ?? false, let objects = value(resources?["XObject"])?.dictionary,
        objects.entries.count == 1, let object = value(objects.entries[0].value)?.stream
      else { return nil }
      guard value(object.dictionary["Subtype"])?.name == "Image" else {
        form = object.dictionary
        continue
      }
      guard let width = object.dictionary["Width"].integer, let height = object.dictionary["Height"].integer,
        (1...30_000).contains(width), (1...30_000).contains(height)
      else { return nil }
      var picture = StampPicture(image: object, width: width, height: height)
      picture.mask = value(object.dictionary["SMask"])?.stream
      picture.image.dictionary["SMask"] = .null
      return picture
    }
    return nil
  }

  private func value(_ object: PDFObject?) -> PDFObject? { object.flatMap { try? file.resolve($0) } }

  /// Nil if there are neither quadrilaterals nor a rectangle.
  private func markup(_ markup: TextMarkup, _ entries: DictionaryReader) -> AnnotationKind? {
    let quadrilaterals = quadrilaterals(entries)
    return quadrilaterals.isEmpty && entries.rectangle("Rect") == nil ? nil : .markup(markup, quadrilaterals)
  }

  private func quadrilaterals(_ entries: DictionaryReader) -> [Quadrilateral] {
    let points = entries.points("QuadPoints") ?? []
    return stride(from: 0, to: points.count - points.count % 4, by: 4)
      .map { Quadrilateral(points[$0], points[$0 + 1], points[$0 + 2], points[$0 + 3]) }
  }

  private func ink(_ entries: DictionaryReader) -> Ink? {
    guard let lists = entries.array("InkList") else { return nil }
    let strokes = lists.compactMap { entries.points($0) }.filter { !$0.isEmpty }
    return strokes.isEmpty ? nil : Ink(strokes: strokes.map { Ink.Stroke($0) })
  }

  private func line(_ entries: DictionaryReader) -> LineAnnotation? {
    guard let ends = entries.points("L"), ends.count == 2 else { return nil }
    var line = LineAnnotation(start: ends[0], end: ends[1])
    line.endings = entries.endings
    line.leaderLength = entries.number("LL") ?? 0
    line.leaderExtension = max(0, entries.number("LLE") ?? 0)
    line.leaderOffset = max(0, entries.number("LLO") ?? 0)
    line.hasCaption = entries.boolean("Cap") ?? false
    line.isCaptionOnTop = entries.name("CP") == "Top"
    line.captionOffset = entries.points("CO")?.first ?? Point(0, 0)
    return line
  }

  private func freeText(_ entries: DictionaryReader) -> FreeText {
    var text = FreeText()
    text.defaultAppearance = entries.text("DA")
    text.defaultStyle = entries.text("DS")
    text.justification = entries.integer("Q").flatMap { FreeText.Justification(rawValue: $0) } ?? .left
    if let callout = entries.points("CL"), (2...3).contains(callout.count) { text.callout = callout }
    text.calloutEnding = entries.name("LE").flatMap { LineEnding(rawValue: $0.text) } ?? .none
    text.inset = entries.insets("RD")
    let rotation = entries.integer("Rotate") ?? 0
    if rotation.isMultiple(of: 90) { text.rotation = (rotation % 360 + 360) % 360 }
    return text
  }

  private func caret(_ entries: DictionaryReader) -> Caret {
    var caret = Caret()
    caret.isParagraph = entries.name("Sy") == "P"
    caret.inset = entries.insets("RD")
    return caret
  }

  private mutating func link(_ entries: DictionaryReader) throws(AnnotationError) -> Link {
    var link = Link(quadrilaterals: quadrilaterals(entries), highlight: entries.name("H")?.text)
    if let action = entries.dictionary("A") {
      if action.name("S") == "URI", let uri = action.string("URI") {
        link.action = .uri(String(decoding: uri, as: UTF8.self))
      } else if action.name("S") == "GoTo" {
        link.action = try destination(action, "D")
      }
    } else {
      link.action = try destination(entries, "Dest")
    }
    return link
  }

  private mutating func destination(_ entries: DictionaryReader, _ key: PDFName) throws(AnnotationError) -> Link.Action?
  {
    if let name = entries.text(key) { return .named(name) }
    if let name = entries.name(key) { return .named(name.text) }
    guard let array = entries.array(key), let reference = array.first?.reference else { return nil }
    let pages: [PDFReference: Int]
    if let known = indexOfPage {
      pages = known
    } else {
      let file = file
      pages = try onBase("") { () throws(PDFError) in
        var tree = try PageTree(file)
        var found: [PDFReference: Int] = [:]
        while let page = try tree.next() { if let reference = page.reference { found[reference] = page.index } }
        return found
      }
      indexOfPage = pages
    }
    guard let page = pages[reference] else { return nil }
    func number(_ index: Int) -> Double? { index < array.count && array[1].name == "XYZ" ? array[index].number : nil }
    return .page(page, left: number(2), top: number(3), zoom: number(4))
  }
}
