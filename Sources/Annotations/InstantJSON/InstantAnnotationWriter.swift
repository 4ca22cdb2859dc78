import Dates
import Encodings
import JSON
import PDF

/// Writes one Instant JSON annotation.
struct InstantAnnotationWriter {
  private let annotation: Annotation
  private let id: String
  private let isRoot: Bool
  private let view: PageView
  private var fields = JSONFields()
  /// Properties that the format cannot express.
  private(set) var simplified: [String] = []
  /// The image attachment.
  private(set) var attachment: (id: String, value: JSONValue)?

  /// - Parameter isRoot: whether it is the root of a comment thread.
  init(_ annotation: Annotation, id: String, page: PDFPage, isRoot: Bool) {
    (self.annotation, self.id, self.isRoot) = (annotation, id, isRoot)
    view = PageView(page)
  }

  /// Nil for a type that the format does not support.
  mutating func write() -> JSONValue? {
    guard let type = Self.type(annotation.kind) else { return nil }
    fields.set("v", .number("2"))
    fields.set("type", "pspdfkit/" + type)
    fields.set("id", id)
    fields.set("name", annotation.name)
    fields.set("pageIndex", .number("\(annotation.page)"))
    if let box = annotation.rectangle { fields.set("bbox", .decimals(isNote ? view.uprightBox(box) : view.box(box))) }
    fields.set("creatorName", annotation.author)
    fields.set("subject", annotation.subject)
    fields.set("createdAt", annotation.created.flatMap { PDFDate.iso8601(pdf: $0) })
    fields.set("updatedAt", annotation.modified.flatMap { PDFDate.iso8601(pdf: $0) })
    if annotation.opacity < 1 { fields.set("opacity", annotation.opacity) }
    if isRoot { fields.set("isCommentThreadRoot", .bool(true)) }
    writeFlags()
    writeText()
    writeKind()
    writeCustomData()
    recordLosses()
    return fields.value
  }

  private mutating func writeCustomData() {
    guard let text = annotation.customData else { return }
    if let data = try? JSONParser.parse(Array(text.utf8)), case .object = data {
      fields.set("customData", data)
    } else {
      simplified.append("custom data that are not a JSON object")
    }
  }

  private mutating func recordLosses() {
    if annotation.state != nil { simplified.append("a review state") }
    if let reply = annotation.reply {
      simplified.append(reply.kind == .group ? "a group" : "a reply that is not a note")
    }
    if annotation.popup != nil { simplified.append("the place of a pop-up") }
    switch annotation.kind {
    case .note(let note): if note.isOpen { simplified.append("that the note is open") }
    case .freeText(let text):
      if text.callout.isEmpty, text.inset != .none { simplified.append("a margin around the text") }
      return
    case .markup(_, let quadrilaterals):
      if quadrilaterals.contains(where: { !$0.isRectangle }) { simplified.append("slanted marks") }
      fallthrough
    default: if annotation.richContents != nil { simplified.append("rich text") }
    }
    if let intent = annotation.intent { simplified.append("the intent \(intent)") }
  }

  private static func type(_ kind: AnnotationKind) -> String? {
    switch kind {
    case .note: "note"
    case .link: "link"
    case .freeText: "text"
    case .line: "shape/line"
    case .square: "shape/rectangle"
    case .circle: "shape/ellipse"
    case .polygon: "shape/polygon"
    case .polyline: "shape/polyline"
    case .markup(let markup, _): "markup/" + markup.rawValue
    case .stamp(let stamp): stamp.picture?.file == nil ? "stamp" : "image"
    case .ink: "ink"
    case .caret, .other: nil
    }
  }

  private var isNote: Bool { if case .note = annotation.kind { true } else { false } }

  /// "print" is the default and not written.
  private mutating func writeFlags() {
    var flags = annotation.flags
    if isNote { flags.subtract([.noZoom, .noRotate]) }
    let words = [
      (AnnotationFlags.invisible, "invisible"), (.hidden, "hidden"), (.noZoom, "noZoom"), (.noRotate, "noRotate"),
      (.noView, "noView"), (.readOnly, "readOnly"), (.locked, "locked"), (.toggleNoView, "toggleNoView"),
      (.lockedContents, "lockedContents"),
    ]
    var names = words.filter { flags.contains($0.0) }.map { JSONValue.string($0.1) }
    if !flags.contains(.print) { names.insert(.string("noPrint"), at: 0) }
    if !names.isEmpty { fields.set("flags", .array(names)) }
  }

  /// The contents of notes and text annotations are their text; for other types they are a note.
  private mutating func writeText() {
    guard let contents = annotation.contents else { return }
    switch annotation.kind {
    case .note, .freeText:
      var text = JSONFields()
      if let rich = annotation.richContents.flatMap(RichText.fragment) {
        text.set("format", "xhtml")
        text.set("value", rich)
      } else {
        text.set("format", "plain")
        text.set("value", contents)
      }
      fields.set("text", text.value)
    default: fields.set("note", contents)
    }
  }

  // MARK: Colours and borders

  private mutating func write(_ name: String, _ color: AnnotationColor?) { fields.set(name, color?.hexadecimal) }

  /// Writes width, dashes and clouds. The default width is one unit.
  private mutating func writeBorder(_ name: String) {
    let border = annotation.border
    fields.set(name, view.viewLength(border.width))
    if border.style == .dashed {
      fields.set("strokeDashArray", .decimals((border.dashes.isEmpty ? [3] : border.dashes).map(view.viewLength)))
    }
    if let cloud = border.cloud { fields.set("cloudyBorderIntensity", cloud) }
    if border.style == .beveled || border.style == .inset || border.style == .underline {
      let words: [AnnotationBorder.Style: String] = [.beveled: "beveled", .inset: "inset", .underline: "underline"]
      fields.set("borderStyle", words[border.style])
    }
  }

  private mutating func writeStroke(isLine: Bool = false) {
    // Without a colour, PDF draws a black line and Instant JSON none.
    let isFilled = annotation.interior.map { $0 != .transparent } ?? false
    write("strokeColor", annotation.color ?? (isLine || !isFilled ? .black : nil))
    write("fillColor", annotation.interior)
    writeBorder("strokeWidth")
  }

  private mutating func write(_ inset: Insets, as name: String) {
    guard inset != .none else { return }
    fields.set(name, .decimals([inset.left, inset.top, inset.right, inset.bottom].map(view.viewLength)))
  }

  // MARK: Kinds

  private mutating func writeKind() {
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
    if annotation.border.isStated, annotation.border.width > 0 {
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
    if annotation.border.isStated, annotation.border.width > 0 {
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
