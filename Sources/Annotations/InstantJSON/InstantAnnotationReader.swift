import JSON
import PDFObjects

/// Reads one annotation of Instant JSON.
struct InstantAnnotationReader {
  let element: JSONElement
  /// Images by their ids.
  let attachments: JSONElement?
  var warnings: [AnnotationWarning] = []

  init(element: JSONElement, attachments: JSONElement?) {
    self.element = element
    self.attachments = attachments
  }

  mutating func read(_ pages: inout PageList) throws(AnnotationError) -> Annotation {
    guard let index = try element.integer("pageIndex", in: 0...PDFLimits().pages) else {
      throw element.invalid("pageIndex", "pageIndex is missing")
    }
    let place = element.place("pageIndex")
    guard let page = try onBase(place, { () throws(PDFError) in try pages.page(index) }) else {
      throw AnnotationError(.notFound, "the base has no page \(index + 1) (pageIndex counts from 0)", at: place)
    }
    let view = PageView(page)
    guard let type = try element.string("type") else { throw element.invalid("type", "type is missing") }
    let kind = try kind(type, view)
    var annotation = Annotation(kind, page: index, rectangle: try rectangle(of: kind, view))
    try readCommon(&annotation)
    noteUnknownMembers(type)
    try readColors(&annotation, type)
    try readBorder(&annotation, type, view)
    if annotation.rectangle == nil, !annotation.kind.hasOwnGeometry {
      throw element.invalid("bbox", "bbox is missing")
    }
    // A tablet's box may cut off the width of what is drawn.
    if let box = annotation.rectangle, let drawn = annotation.drawnAround, !box.contains(drawn, tolerance: 0.01) {
      annotation.rectangle = box.union(drawn)
    }
    return annotation
  }

  // MARK: What all have

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
      warnings.append(
        AnnotationWarning(
          "its rich text is kept, and drawn in the style of the whole annotation", at: element.place("text")))
    }
  }

  /// What a program keeps for itself, to the letter of what it is in JSON.
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
      guard let date = Double(text).flatMap({ AnnotationDate.pdf(milliseconds: $0) }) else { break }
      return date
    case .string(let text):
      guard let date = AnnotationDate.pdf(iso8601: text) else { break }
      return date
    default: break
    }
    throw element.invalid(name, "expected a date (2026-11-20T09:14:00Z), found \(element[name]?.described ?? "")")
  }

  /// A string, or, since version 2, an object with format and value.
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
            .invalidValue, "\"\(JSONValue.shortened(word))\" is no flag",
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
      // A shape without a stroke's colour has no stroke.
      if type.hasPrefix("pspdfkit/shape/"), annotation.color == nil { annotation.color = .transparent }
    }
  }

  private func readBorder(_ annotation: inout Annotation, _ type: String, _ view: PageView) throws(AnnotationError) {
    var width: Double?
    for name in ["strokeWidth", "lineWidth", "borderWidth"] where width == nil {
      width = try element.number(name, in: 0...10_000)
    }
    // Links and text have a border where the file says so only.
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

  // MARK: Kinds

  private mutating func kind(_ type: String, _ view: PageView) throws(AnnotationError) -> AnnotationKind {
    switch type {
    case "pspdfkit/ink": return .ink(try ink(view))
    case "pspdfkit/markup/highlight": return .markup(.highlight, try quadrilaterals(view))
    case "pspdfkit/markup/underline": return .markup(.underline, try quadrilaterals(view))
    case "pspdfkit/markup/squiggly": return .markup(.squiggly, try quadrilaterals(view))
    case "pspdfkit/markup/strikeout": return .markup(.strikeOut, try quadrilaterals(view))
    case "pspdfkit/note", "pspdfkit/comment-marker": return .note(Note(icon: try icon()))
    case "pspdfkit/text": return .freeText(try freeText(view))
    case "pspdfkit/shape/line": return .line(try line(view))
    case "pspdfkit/shape/rectangle": return .square(inset: try cloudInset(view))
    case "pspdfkit/shape/ellipse": return .circle(inset: try cloudInset(view))
    case "pspdfkit/shape/polygon": return .polygon(try vertices(view))
    case "pspdfkit/shape/polyline": return .polyline(try vertices(view), endings: try caps())
    case "pspdfkit/stamp": return .stamp(try stamp(view))
    case "pspdfkit/image": return .stamp(try image(view))
    case "pspdfkit/link": return .link(Link(action: try action()))
    case "pspdfkit/media", "pspdfkit/widget", "pspdfkit/markup/redaction":
      throw AnnotationError(
        .forbidden, "an archive takes no \(type.dropFirst("pspdfkit/".count))", at: element.place("type"))
    default:
      throw element.invalid("type", "\"\(JSONValue.shortened(type))\" is no kind of annotation")
    }
  }

  private func rectangle(of kind: AnnotationKind, _ view: PageView) throws(AnnotationError) -> PDFRectangle? {
    guard let box = try element.numbers("bbox", count: 4...4) else { return nil }
    if case .note = kind { return view.uprightRectangle(left: box[0], top: box[1], width: box[2], height: box[3]) }
    return view.rectangle(left: box[0], top: box[1], width: box[2], height: box[3])
  }

  private func ink(_ view: PageView) throws(AnnotationError) -> Ink {
    guard let lines = try element.element("lines") else { throw element.invalid("lines", "lines is missing") }
    let width = view.length(try element.number("lineWidth", in: 0...10_000) ?? 1)
    let isNatural = try element.flag("isDrawnNaturally") ?? false
    let intensities = try lines.array("intensities") ?? []
    var strokes: [Ink.Stroke] = []
    for (index, line) in (try lines.array("points") ?? []).enumerated() {
      let path = lines.path.member("points").element(index)
      guard case .array(let items) = line else {
        throw AnnotationError(
          .invalidValue, "expected an array of points, found \(line.described)", at: path.description)
      }
      guard items.count <= element.limits.points else {
        throw AnnotationError(.limit, "there are more than \(element.limits.points) points", at: path.description)
      }
      var points: [Point] = []
      points.reserveCapacity(items.count)
      for (number, item) in items.enumerated() {
        let place = try lines.numbers(item, count: 2...2, at: path.element(number))
        points.append(view.point(place[0], place[1]))
      }
      guard !points.isEmpty else { continue }
      var widths: [Double] = []
      if isNatural, index < intensities.count {
        let forces = try lines.numbers(
          intensities[index], count: 0...points.count, at: lines.path.member("intensities").element(index))
        if forces.count == points.count { widths = PenWidth.widths(forces: forces, nominal: width) }
      }
      strokes.append(Ink.Stroke(points, widths: widths))
    }
    guard !strokes.isEmpty else { throw lines.invalid("points", "ink needs a line with a point") }
    return Ink(strokes: strokes)
  }

  private func quadrilaterals(_ view: PageView) throws(AnnotationError) -> [Quadrilateral] {
    let rectangles = try element.numberGroups("rects", count: 4)
    guard !rectangles.isEmpty else { throw element.invalid("rects", "rects is missing") }
    return rectangles.map { view.quadrilateral(left: $0[0], top: $0[1], width: $0[2], height: $0[3]) }
  }

  /// PDF writes the names of icons with a capital.
  private func icon() throws(AnnotationError) -> String {
    guard let icon = try element.string("icon"), let first = icon.first else { return "Comment" }
    return first.uppercased() + icon.dropFirst()
  }

  private func freeText(_ view: PageView) throws(AnnotationError) -> FreeText {
    var text = FreeText()
    let size = view.length(try element.number("fontSize", in: 0...10_000) ?? 12)
    var face = TextFace(named: try element.string("font") ?? "Helvetica")
    for style in try element.array("fontStyle") ?? [] {
      if style == .string("bold") { face.isBold = true }
      if style == .string("italic") { face.isItalic = true }
    }
    func operands(_ color: AnnotationColor) -> String {
      color.components.map { ContentStream.number($0) }.joined(separator: " ")
    }
    text.defaultAppearance =
      "/\(face.formName) \(ContentStream.number(size)) Tf \(operands(try element.color("fontColor") ?? .black)) rg"
    if let border = try element.color("borderColor") { text.defaultAppearance? += " \(operands(border)) RG" }
    text.defaultStyle = try defaultStyle(face)
    switch try element.string("horizontalAlign") {
    case "center": text.justification = .center
    case "right": text.justification = .right
    default: text.justification = .left
    }
    let rotation = try element.integer("rotation", in: -3_600...3_600) ?? 0
    text.rotation = ((view.uprightRotation + rotation) % 360 + 360) % 360 / 90 * 90
    if let callout = try element.element("callout") {
      for name in ["start", "knee", "end"] {
        if let point = try callout.numbers(name, count: 2...2) { text.callout.append(view.point(point[0], point[1])) }
      }
      text.calloutEnding = try Self.cap(callout, "cap")
      if text.callout.count < 2 { text.callout = [] }
      if let inset = try callout.numbers("innerRectInset", count: 4...4), inset.allSatisfy({ $0 >= 0 }) {
        text.inset = Insets(
          left: view.length(inset[0]), top: view.length(inset[1]), right: view.length(inset[2]),
          bottom: view.length(inset[3]))
      }
    }
    return text
  }

  /// What the default appearance cannot say.
  private func defaultStyle(_ face: TextFace) throws(AnnotationError) -> String? {
    var declarations: [String] = []
    if !face.isStandard {
      declarations.append("font-family: " + face.family.filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "_" })
    }
    switch try element.string("verticalAlign") {
    case "center": declarations.append("text-valign: middle")
    case "bottom": declarations.append("text-valign: bottom")
    default: break
    }
    return declarations.isEmpty ? nil : declarations.joined(separator: "; ")
  }

  private func line(_ view: PageView) throws(AnnotationError) -> Line {
    guard let start = try element.numbers("startPoint", count: 2...2),
      let end = try element.numbers("endPoint", count: 2...2)
    else { throw element.invalid("startPoint", "a line needs startPoint and endPoint") }
    var line = Line(start: view.point(start[0], start[1]), end: view.point(end[0], end[1]))
    line.endings = try caps()
    return line
  }

  private func caps() throws(AnnotationError) -> LineEndings {
    guard let caps = try element.element("lineCaps") else { return LineEndings() }
    return LineEndings(start: try Self.cap(caps, "start"), end: try Self.cap(caps, "end"))
  }

  private static func cap(_ element: JSONElement, _ name: String) throws(AnnotationError) -> LineEnding {
    switch try element.string(name) {
    case nil, "none": return .none
    case "reverseOpenArrow": return .reversedOpenArrow
    case "reverseClosedArrow": return .reversedClosedArrow
    case let cap?:
      guard let ending = LineEnding.allCases.first(where: { $0.rawValue.lowercased() == cap.lowercased() }) else {
        throw element.invalid(name, "\"\(JSONValue.shortened(cap))\" is no line cap")
      }
      return ending
    }
  }

  private func vertices(_ view: PageView) throws(AnnotationError) -> [Point] {
    let points = try element.numberGroups("points", count: 2).map { view.point($0[0], $0[1]) }
    guard points.count >= 2 else { throw element.invalid("points", "needs at least two points") }
    return points
  }

  private func cloudInset(_ view: PageView) throws(AnnotationError) -> Insets {
    guard let inset = try element.numbers("cloudyBorderInset", count: 4...4), inset.allSatisfy({ $0 >= 0 }) else {
      return .none
    }
    return Insets(
      left: view.length(inset[0]), top: view.length(inset[1]), right: view.length(inset[2]),
      bottom: view.length(inset[3]))
  }

  private func stamp(_ view: PageView) throws(AnnotationError) -> Stamp {
    var icon = try element.string("stampType") ?? "Draft"
    if icon == "Custom", let title = try element.string("title") { icon = title }
    return Stamp(icon: icon, rotation: try turn(view))
  }

  private func turn(_ view: PageView) throws(AnnotationError) -> Double {
    let rotation = try element.number("rotation", in: -3_600...3_600) ?? 0
    return (rotation + Double(view.uprightRotation)).truncatingRemainder(dividingBy: 360)
  }

  private mutating func image(_ view: PageView) throws(AnnotationError) -> Stamp {
    guard let id = try element.string("imageAttachmentId") else {
      throw element.invalid("imageAttachmentId", "imageAttachmentId is missing")
    }
    guard let attachment = try attachments?.element(id),
      let data = try attachment.string("binary", limit: element.limits.bytes)
    else {
      throw AnnotationError(
        .notFound, "the attachments have no \"\(JSONValue.shortened(id))\"", at: element.place("imageAttachmentId"))
    }
    guard let bytes = Base64.decode(data) else { throw attachment.invalid("binary", "not base64") }
    var stamp = Stamp(icon: "Image", rotation: try turn(view))
    stamp.picture = try StampPicture(bytes, at: attachment.place("binary"))
    return stamp
  }

  private func action() throws(AnnotationError) -> Link.Action? {
    guard let action = try element.element("action") else { return nil }
    switch try action.string("type") {
    case "uri":
      guard let uri = try action.string("uri") else { throw action.invalid("uri", "uri is missing") }
      try LinkRules.check(uri, at: action.place("uri"))
      return .uri(uri)
    case "goTo":
      guard let page = try action.integer("pageIndex", in: 0...PDFLimits().pages) else {
        throw action.invalid("pageIndex", "pageIndex is missing")
      }
      return .page(page, left: nil, top: nil, zoom: nil)
    default:
      throw AnnotationError(.forbidden, "a link may lead to an address or to a page only", at: action.path.description)
    }
  }
}

extension Annotation {
  /// What ink and lines cover, at most, their width and endings included; nil for other kinds.
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
