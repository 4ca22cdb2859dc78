// Section numbers are those of ISO 32000-1 unless another standard is named.

import PDF

/// Creates annotation dictionaries (ISO 32000-1, 12.5.2). The caller adds `/AP`, `/P`, `/Popup` and `/IRT`, which refer
/// to other objects.
enum AnnotationDictionary {
  /// Keys that the model represents. They are replaced when an annotation is modified; other entries are kept.
  static let ownKeys: Set<PDFName> = [
    "Type", "Subtype", "Rect", "NM", "T", "Subj", "Contents", "RC", "M", "CreationDate", "C", "IC", "CA", "BS", "BE",
    "Border", "F", "IT", "State", "StateModel", "RT", "IRT", "AP", "AS", "QuadPoints", "InkList", "Vertices", "L", "LE",
    "LL", "LLE", "LLO", "Cap", "CP", "CO", "DA", "DS", "Q", "CL", "RD", "Rotate", "Name", "Open", "Sy", "A", "Dest",
    "H",
    "PA", customDataKey,
  ]

  static let customDataKey: PDFName = "XXCustomData"

  static func make(_ annotation: Annotation, rectangle: PDFRectangle) -> PDFDictionary {
    var dictionary: PDFDictionary = [
      "Type": .name("Annot"), "Subtype": .name(annotation.kind.subtype), "Rect": .rectangle(rectangle),
    ]
    dictionary["NM"] = .text(annotation.name)
    dictionary["T"] = .text(annotation.author)
    dictionary["Subj"] = .text(annotation.subject)
    dictionary["Contents"] = .text(annotation.contents)
    dictionary["RC"] = .text(annotation.richContents)
    dictionary["M"] = .text(annotation.modified)
    dictionary["CreationDate"] = .text(annotation.created)
    if let color = annotation.color { dictionary["C"] = .numbers(color.components) }
    if let interior = annotation.interior { dictionary["IC"] = .numbers(interior.components) }
    if annotation.opacity < 1 { dictionary["CA"] = .decimal(annotation.opacity) }
    dictionary[customDataKey] = .text(annotation.customData)
    dictionary["IT"] = annotation.intent.map { .name(PDFName(ascii: $0)) } ?? .null
    dictionary["RT"] = annotation.reply?.kind == .group ? .name("Group") : .null
    if let state = annotation.state {
      dictionary["State"] = .text(state.state)
      dictionary["StateModel"] = .text(state.model)
    }
    setBorder(annotation.border, in: &dictionary)
    var flags = annotation.flags
    // "Text annotations … shall behave as if NoZoom and NoRotate were always set" (12.5.6.4), which some readers
    // ignore.
    if case .note = annotation.kind { flags.formUnion([.noZoom, .noRotate]) }
    if !flags.isEmpty { dictionary["F"] = .integer(flags.rawValue) }
    setGeometry(annotation, in: &dictionary)
    return dictionary
  }

  private static func setBorder(_ border: AnnotationBorder, in dictionary: inout PDFDictionary) {
    if border.isStated {
      var style: PDFDictionary = ["Type": .name("Border"), "W": .decimal(border.width)]
      style["S"] = .name(PDFName(ascii: border.style.rawValue))
      if !border.dashes.isEmpty { style["D"] = .numbers(border.dashes) }
      dictionary["BS"] = .dictionary(style)
    }
    if let cloud = border.cloud { dictionary["BE"] = .dictionary(["S": .name("C"), "I": .decimal(cloud)]) }
  }

  private static func setGeometry(_ annotation: Annotation, in dictionary: inout PDFDictionary) {
    switch annotation.kind {
    case .note(let note):
      dictionary["Name"] = .name(PDFName(ascii: note.icon))
      if note.isOpen { dictionary["Open"] = .boolean(true) }
    case .ink(let ink): dictionary["InkList"] = .array(ink.strokes.map { .points($0.points) })
    case .markup(_, let quadrilaterals): dictionary["QuadPoints"] = .points(quadrilaterals.flatMap(\.all))
    case .square(let inset), .circle(let inset): dictionary["RD"] = .insets(inset)
    case .polygon(let points): dictionary["Vertices"] = .points(points)
    case .polyline(let points, let endings):
      dictionary["Vertices"] = .points(points)
      dictionary["LE"] = .endings(endings)
    case .line(let line): set(line, in: &dictionary)
    case .freeText(let text): set(text, in: &dictionary)
    case .stamp(let stamp):
      dictionary["Name"] = .name(PDFName(ascii: stamp.icon))
      if stamp.rotation != 0 { dictionary["Rotate"] = .decimal(stamp.rotation) }
    case .caret(let caret):
      dictionary["RD"] = .insets(caret.inset)
      if caret.isParagraph { dictionary["Sy"] = .name("P") }
    case .link(let link): set(link, in: &dictionary)
    case .other(_, let entries):
      for (key, value) in entries.entries where dictionary[key].isNull { dictionary[key] = value }
    }
  }

  private static func set(_ line: LineAnnotation, in dictionary: inout PDFDictionary) {
    dictionary["L"] = .points([line.start, line.end])
    dictionary["LE"] = .endings(line.endings)
    if line.leaderLength != 0 { dictionary["LL"] = .decimal(line.leaderLength) }
    if line.leaderExtension != 0 { dictionary["LLE"] = .decimal(line.leaderExtension) }
    if line.leaderOffset != 0 { dictionary["LLO"] = .decimal(line.leaderOffset) }
    guard line.hasCaption else { return }
    dictionary["Cap"] = .boolean(true)
    if line.isCaptionOnTop { dictionary["CP"] = .name("Top") }
    if line.captionOffset != Point(0, 0) { dictionary["CO"] = .points([line.captionOffset]) }
  }

  private static func set(_ text: FreeText, in dictionary: inout PDFDictionary) {
    // Required (Table 174).
    dictionary["DA"] = .text(text.defaultAppearance ?? "/Helv 12 Tf 0 g")
    dictionary["DS"] = .text(text.defaultStyle)
    if text.justification != .left { dictionary["Q"] = .integer(text.justification.rawValue) }
    if !text.callout.isEmpty { dictionary["CL"] = .points(text.callout) }
    if text.calloutEnding != .none { dictionary["LE"] = .name(PDFName(ascii: text.calloutEnding.rawValue)) }
    dictionary["RD"] = .insets(text.inset)
    if text.rotation != 0 { dictionary["Rotate"] = .integer(text.rotation) }
  }

  private static func set(_ link: Link, in dictionary: inout PDFDictionary) {
    if !link.quadrilaterals.isEmpty { dictionary["QuadPoints"] = .points(link.quadrilaterals.flatMap(\.all)) }
    dictionary["H"] = link.highlight.map { .name(PDFName(ascii: $0)) } ?? .null
    switch link.action {
    case .uri(let uri): dictionary["A"] = .dictionary(["S": .name("URI"), "URI": .string(LinkRules.encoded(uri))])
    case .named(let name): dictionary["Dest"] = .text(name)
    // The caller adds the reference to the page.
    case .page, nil: break
    }
  }
}

extension PDFObject {
  /// An integer if the value is whole, otherwise a real.
  package static func decimal(_ value: Double) -> PDFObject {
    value == value.rounded() && value.magnitude < 1e9 ? .integer(Int(value)) : .real(value)
  }

  static func numbers(_ values: some Sequence<Double>) -> PDFObject { .array(values.map { .decimal($0) }) }

  static func points(_ points: some Sequence<Point>) -> PDFObject { .numbers(points.flatMap { [$0.x, $0.y] }) }

  static func rectangle(_ rectangle: PDFRectangle) -> PDFObject {
    .numbers([rectangle.x0, rectangle.y0, rectangle.x1, rectangle.y1])
  }

  /// Returns null without text.
  static func text(_ text: String?) -> PDFObject { text.map { .string(TextString.encode($0)) } ?? .null }

  /// Returns null if all are 0.
  static func insets(_ insets: Insets) -> PDFObject {
    insets == .none ? .null : .numbers([insets.left, insets.top, insets.right, insets.bottom])
  }

  static func endings(_ endings: LineEndings) -> PDFObject {
    guard endings != LineEndings() else { return .null }
    return .array([endings.start, endings.end].map { .name(PDFName(ascii: $0.rawValue)) })
  }
}
