import Encodings
import JSON

/// Members that are specific to each annotation type.
extension InstantAnnotationWriter {
  mutating func writeKind() {
    switch annotation.kind {
    case .note(let note):
      write("color", annotation.color)
      fields.set("icon", note.icon.prefix(1).lowercased() + note.icon.dropFirst())
    case .ink(let ink): write(ink)
    case .markup(_, let quadrilaterals):
      write("color", annotation.color)
      fields.set("rects", .array(quadrilaterals.map { .decimals(view.box(around: $0.all)) }))
    case .square(let inset), .circle(let inset):
      writeStroke()
      write(inset, as: "cloudyBorderInset")
    case .polygon(let points):
      writeStroke()
      fields.set("points", self.points(points))
    case .polyline(let points, let endings):
      writeStroke(isLine: true)
      fields.set("points", self.points(points))
      write(endings)
    case .line(let line): write(line)
    case .freeText(let text): write(text)
    case .stamp(let stamp): write(stamp)
    case .link(let link): write(link)
    case .caret, .other: break
    }
  }

  private func points(_ points: [Point]) -> JSONValue { .array(points.map { .decimals(view.place($0)) }) }

  private mutating func write(_ ink: Ink) {
    write("strokeColor", annotation.color ?? .black)
    fields.set("lineWidth", view.viewLength(annotation.border.width))
    var lines = JSONFields()
    lines.set("points", .array(ink.strokes.map { points($0.points) }))
    lines.set("intensities", .array(ink.strokes.map { .decimals($0.points.map { _ in 0.5 }) }))
    fields.set("lines", lines.value)
    fields.set("isDrawnNaturally", .bool(false))
  }

  private mutating func write(_ line: LineAnnotation) {
    writeStroke(isLine: true)
    fields.set("startPoint", .decimals(view.place(line.start)))
    fields.set("endPoint", .decimals(view.place(line.end)))
    write(line.endings)
    if line.leaderLength != 0 { simplified.append("leader lines") }
    if line.hasCaption { simplified.append("a line's caption") }
  }

  private mutating func write(_ endings: LineEndings) {
    guard endings != LineEndings() else { return }
    var caps = JSONFields()
    caps.set("start", Self.cap(endings.start))
    caps.set("end", Self.cap(endings.end))
    fields.set("lineCaps", caps.value)
  }

  private static func cap(_ ending: LineEnding) -> String? {
    switch ending {
    case .none: nil
    case .reversedOpenArrow: "reverseOpenArrow"
    case .reversedClosedArrow: "reverseClosedArrow"
    default: ending.rawValue.prefix(1).lowercased() + ending.rawValue.dropFirst()
    }
  }

  private mutating func write(_ text: FreeText) {
    let style = FreeTextStyle(defaultAppearance: text.defaultAppearance, defaultStyle: text.defaultStyle)
    fields.set("fontSize", view.viewLength(style.size))
    fields.set("font", style.face.family)
    write("fontColor", style.color)
    let styles = [style.face.isBold ? "bold" : nil, style.face.isItalic ? "italic" : nil].compactMap(\.self)
    if !styles.isEmpty { fields.set("fontStyle", .array(styles.map { .string($0) })) }
    let justification = style.justification ?? text.justification
    fields.set("horizontalAlign", ["left", "center", "right"][justification.rawValue])
    fields.set("verticalAlign", style.verticalAlignment.rawValue)
    write("backgroundColor", annotation.color)
    if annotation.textBorderWidth > 0 {
      writeBorder("borderWidth")
      write("borderColor", style.borderColor)
    }
    fields.set("rotation", .number("\((text.rotation - view.uprightRotation + 360) % 360)"))
    guard text.callout.count >= 2 else { return }
    var callout = JSONFields()
    callout.set("start", .decimals(view.place(text.callout[0])))
    if text.callout.count == 3 { callout.set("knee", .decimals(view.place(text.callout[1]))) }
    callout.set("end", .decimals(view.place(text.callout[text.callout.count - 1])))
    callout.set("cap", Self.cap(text.calloutEnding) ?? "none")
    let inset = text.inset
    callout.set(
      "innerRectInset", .decimals([inset.left, inset.top, inset.right, inset.bottom].map(view.viewLength)))
    fields.set("callout", callout.value)
  }

  private mutating func write(_ stamp: Stamp) {
    let turn = (stamp.rotation - Double(view.uprightRotation)).truncatingRemainder(dividingBy: 360)
    if turn != 0 { fields.set("rotation", turn) }
    guard let file = stamp.picture?.file else {
      write("color", annotation.color)
      fields.set("stampType", stamp.icon)
      return
    }
    let name = id + "-image"
    fields.set("imageAttachmentId", name)
    fields.set("contentType", file.type)
    var image = JSONFields()
    image.set("binary", Base64.encode(file.bytes))
    image.set("contentType", file.type)
    attachment = (name, image.value)
  }

  private mutating func write(_ link: Link) {
    // A link without a stated border has one of 1 (ISO 32000-1, Table 164); in Instant JSON it has none.
    if annotation.border.width > 0 {
      write("borderColor", annotation.color)
      writeBorder("borderWidth")
    }
    var action = JSONFields()
    switch link.action {
    case .uri(let uri):
      action.set("type", "uri")
      action.set("uri", uri)
    case .page(let page, let left, let top, let zoom):
      action.set("type", "goTo")
      action.set("pageIndex", .number("\(page)"))
      if left != nil || top != nil || zoom != nil { simplified.append("a place on the page that a link leads to") }
    case .named: simplified.append("a named destination")
    case nil: break
    }
    if !action.isEmpty { fields.set("action", action.value) }
  }
}
