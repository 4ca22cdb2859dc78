import Dates
import Diagnostics
import JSON
import PDF

/// Reads one Instant JSON annotation.
struct InstantAnnotationReader {
  let element: JSONElement
  /// Images by their ids.
  let attachments: JSONElement?
  /// The pictures that were read already, because many annotations may show the same one.
  var pictures: [String: StampPicture]
  var warnings: [Diagnostic] = []

  init(element: JSONElement, attachments: JSONElement?, pictures: [String: StampPicture]) {
    self.element = element
    self.attachments = attachments
    self.pictures = pictures
  }

  mutating func read(for base: PDFFile) throws(AnnotationError) -> Annotation {
    guard let index = try element.integer("pageIndex", in: 0...PDFLimits().pages) else {
      throw element.invalid("pageIndex", "pageIndex is missing")
    }
    let place = element.place("pageIndex")
    guard let page = try onBase(place, { () throws(PDFError) in try base.page(index) }) else {
      throw AnnotationError(.notFound, "the base has no page \(index + 1) (pageIndex counts from 0)", at: place)
    }
    let view = PageView(page)
    guard let type = try element.string("type") else { throw element.invalid("type", "type is missing") }
    let kind = try kind(type, view)
    var annotation = Annotation(kind, page: index, rectangle: try rectangle(of: kind, view))
    try readCommon(&annotation)
    warnOfUnknownMembers(type)
    try readColors(&annotation, type)
    try readBorder(&annotation, type, view)
    if annotation.rectangle == nil, !annotation.kind.hasOwnGeometry {
      throw element.invalid("bbox", "bbox is missing")
    }
    // The bounding box from a tablet can exclude part of the line width.
    if let box = annotation.rectangle, let drawn = annotation.drawnAround, !box.contains(drawn, tolerance: 0.01) {
      annotation.rectangle = box.union(drawn)
    }
    return annotation
  }

  // MARK: Common properties

  private mutating func readCommon(_ annotation: inout Annotation) throws(AnnotationError) {
    annotation.name = try element.string("name")
    if annotation.name == nil { annotation.name = try element.string("id") }
    annotation.author = try element.string("creatorName")
    annotation.subject = try element.string("subject")
    annotation.created = try Self.date(element, "createdAt")
    annotation.modified = try Self.date(element, "updatedAt") ?? annotation.created
    annotation.opacity = try element.number("opacity", in: 0...1) ?? 1
    annotation.flags = try flags()
    annotation.customData = try Self.customData(element)
    if let note = try element.string("note") { annotation.contents = note }
    let text = try Self.text(element, "text")
    if let plain = text.plain { annotation.contents = plain }
    annotation.richContents = text.rich
    if case .freeText = annotation.kind, text.isStyled {
      warnings.append(.uniformRichText(in: element.place("text")))
    }
  }

  /// Application data, kept as the exact JSON text.
  static func customData(_ element: JSONElement) throws(AnnotationError) -> String? {
    guard let data = element["customData"] else { return nil }
    guard case .object = data else {
      throw element.invalid("customData", "expected an object, found \(data.described)")
    }
    let text = data.text
    guard text.utf8.count <= element.limits.text else {
      throw AnnotationError(
        .limit, "customData is longer than \(element.limits.text) bytes", at: element.place("customData"))
    }
    return text
  }

  static func date(_ element: JSONElement, _ name: String) throws(AnnotationError) -> String? {
    switch element[name] {
    case nil: return nil
    case .number(let text):
      guard let date = Double(text).flatMap({ PDFDate.pdf(milliseconds: $0) }) else { break }
      return date
    case .string(let text):
      guard let date = PDFDate.pdf(iso8601: text) else { break }
      return date
    default: break
    }
    throw element.invalid(name, "expected a date (2026-11-20T09:14:00Z), found \(element[name]?.described ?? "")")
  }

  /// A string, or since version 2 an object with format and value.
  static func text(_ element: JSONElement, _ name: String) throws(AnnotationError) -> Text {
    guard let value = element[name] else { return Text() }
    guard case .object = value, let text = try element.element(name) else {
      return Text(plain: try element.string(name))
    }
    let plain = try text.string("value")
    guard try text.string("format") == "xhtml", let plain, let rich = RichText.read(plain) else {
      return Text(plain: plain)
    }
    return Text(plain: rich.plain ?? "", rich: rich.xhtml, isStyled: rich.hasStyles)
  }

  struct Text {
    var plain: String?
    /// XHTML
    var rich: String?
    var isStyled = false
  }

  private func flags() throws(AnnotationError) -> AnnotationFlags {
    var flags: AnnotationFlags = .print
    for (index, value) in (try element.array("flags") ?? []).enumerated() {
      guard case .string(let word) = value else {
        throw AnnotationError(
          .invalidValue, "expected a string, found \(value.described)",
          at: element.path.member("flags").element(index).description)
      }
      switch word {
      case "noPrint": flags.remove(.print)
      case "print": flags.insert(.print)
      default:
        guard let known = AnnotationFlags.names.first(where: { $0.name == word.lowercased() }) else {
          throw AnnotationError(
            .invalidValue, "\(Quotation.of(word)) is not a valid flag",
            at: element.path.member("flags").element(index).description)
        }
        flags.insert(known.flag)
      }
    }
    return flags
  }

  private func readColors(_ annotation: inout Annotation, _ type: String) throws(AnnotationError) {
    switch type {
    case "pspdfkit/text":
      annotation.color = try element.color("backgroundColor")
    case "pspdfkit/link":
      annotation.color = try element.color("borderColor")
    default:
      annotation.color = try element.color("strokeColor")
      if annotation.color == nil { annotation.color = try element.color("color") }
      annotation.interior = try element.color("fillColor")
      // A shape without a stroke colour has no stroke.
      if type.hasPrefix("pspdfkit/shape/"), annotation.color == nil { annotation.color = .transparent }
    }
  }

  private func readBorder(_ annotation: inout Annotation, _ type: String, _ view: PageView) throws(AnnotationError) {
    var width: Double?
    for name in ["strokeWidth", "lineWidth", "borderWidth"] where width == nil {
      width = try element.number(name, in: 0...10_000)
    }
    // Links and text have a border only if the source states one.
    if width == nil, type == "pspdfkit/link" || type == "pspdfkit/text" { width = 0 }
    if let width {
      annotation.border.width = view.length(width)
      annotation.border.isStated = true
    }
    if let dashes = try element.array("strokeDashArray"), !dashes.isEmpty {
      let lengths = try element.numbers("strokeDashArray", count: 1...32) ?? []
      guard lengths.allSatisfy({ $0 >= 0 }), lengths.contains(where: { $0 > 0 }) else {
        throw element.invalid("strokeDashArray", "must be lengths of 0 or more, and one more than 0")
      }
      annotation.border.dashes = lengths.map { view.length($0) }
      annotation.border.style = .dashed
      annotation.border.isStated = true
    }
    switch try element.string("borderStyle") {
    case "dashed", "dashed_1_1", "dashed_1_3", "dashed_3_3", "dashed_6_6": annotation.border.style = .dashed
    case "underline": annotation.border.style = .underline
    case "beveled": annotation.border.style = .beveled
    case "inset": annotation.border.style = .inset
    default: break
    }
    if let cloud = try element.number("cloudyBorderIntensity", in: 0...100), cloud > 0 {
      annotation.border.cloud = min(cloud, 2)
    }
  }
}

extension Annotation {
  /// Bounding box of ink and lines with line widths and endings; nil for other types.
  fileprivate var drawnAround: PDFRectangle? {
    switch kind {
    case .ink(let ink):
      let width = ink.strokes.reduce(border.width) { max($0, $1.widths.max() ?? 0) }
      return kind.bounds?.expanded(by: width / 2)
    case .line(let line): return kind.bounds?.expanded(by: margin(line.endings))
    case .polyline(_, let endings): return kind.bounds?.expanded(by: margin(endings))
    default: return nil
    }
  }

  private func margin(_ endings: LineEndings) -> Double {
    border.width / 2 + (endings == LineEndings() ? 0 : LineEnding.size(width: border.width) * 2)
  }
}
