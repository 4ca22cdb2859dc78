import Diagnostics
import Encodings
import JSON
import PDF

/// Members that are specific to each annotation type.
extension InstantAnnotationReader {
  mutating func kind(_ type: String, _ view: PageView) throws(AnnotationError) -> AnnotationKind {
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
        .forbidden, "archives do not accept annotations of the type \(type.dropFirst("pspdfkit/".count))",
        at: element.place("type"))
    default:
      throw element.invalid("type", "unknown annotation type \(Quotation.of(type))")
    }
  }

  func rectangle(of kind: AnnotationKind, _ view: PageView) throws(AnnotationError) -> PDFRectangle? {
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

  /// PDF icon names begin with a capital letter.
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
      color.components.map { AppearanceContent.number($0) }.joined(separator: " ")
    }
    text.defaultAppearance =
      "/\(face.formName) \(AppearanceContent.number(size)) Tf \(operands(try element.color("fontColor") ?? .black)) rg"
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

  /// The style properties that a default appearance cannot express.
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

  private func line(_ view: PageView) throws(AnnotationError) -> LineAnnotation {
    guard let start = try element.numbers("startPoint", count: 2...2),
      let end = try element.numbers("endPoint", count: 2...2)
    else { throw element.invalid("startPoint", "a line needs startPoint and endPoint") }
    var line = LineAnnotation(start: view.point(start[0], start[1]), end: view.point(end[0], end[1]))
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
        throw element.invalid(name, "\(Quotation.of(cap)) is not a valid line cap")
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
    var stamp = Stamp(icon: "Image", rotation: try turn(view))
    stamp.picture = try picture(id)
    return stamp
  }

  private mutating func picture(_ id: String) throws(AnnotationError) -> StampPicture {
    if let known = pictures[id] { return known }
    guard let attachment = try attachments?.element(id),
      let data = try attachment.string("binary", limit: element.limits.bytes)
    else {
      throw AnnotationError(
        .notFound, "the attachments have no \(Quotation.of(id))", at: element.place("imageAttachmentId"))
    }
    guard let bytes = Base64.decode(data[...], anyPadding: true) else {
      throw attachment.invalid("binary", "not base64")
    }
    let picture = try StampPicture(bytes, at: attachment.place("binary"))
    pictures[id] = picture
    return picture
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
