import Dates
import JSON
import PDF

/// Writes one Instant JSON annotation.
struct InstantAnnotationWriter {
  let annotation: Annotation
  let id: String
  private let isRoot: Bool
  let view: PageView
  var fields = JSONFields()
  /// Properties that the format cannot express.
  var simplified: [String] = []
  /// The image attachment.
  var attachment: (id: String, value: JSONValue)?

  /// - Parameter isRoot: whether it is the root of a comment thread.
  init(_ annotation: Annotation, id: String, page: PDFPage, isRoot: Bool) {
    (self.annotation, self.id, self.isRoot) = (annotation, id, isRoot)
    view = PageView(page)
  }

  /// Returns nil for a type that the format does not support.
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

  mutating func write(_ name: String, _ color: AnnotationColor?) { fields.set(name, color?.hexadecimal) }

  /// Writes width, dashes and clouds. The default width is one unit.
  mutating func writeBorder(_ name: String) {
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

  mutating func writeStroke(isLine: Bool = false) {
    // Without a colour, PDF draws a black line and Instant JSON none.
    let isFilled = annotation.interior.map { $0 != .transparent } ?? false
    write("strokeColor", annotation.color ?? (isLine || !isFilled ? .black : nil))
    write("fillColor", annotation.interior)
    writeBorder("strokeWidth")
  }

  mutating func write(_ inset: Insets, as name: String) {
    guard inset != .none else { return }
    fields.set(name, .decimals([inset.left, inset.top, inset.right, inset.bottom].map(view.viewLength)))
  }
}
