import Dates
import Diagnostics
import PDF

/// Reads one XFDF annotation element (ISO 19444-1, 6.4 and following).
struct XFDFAnnotationReader {
  let element: XFDFElement
  var warnings: [Diagnostic] = []

  init(element: XFDFElement) { self.element = element }

  mutating func read() throws(AnnotationError) -> Annotation {
    guard let page = try element.integer("page", in: 0...PDFLimits().pages) else {
      throw element.invalid("page is missing")
    }
    var annotation = Annotation(try kind(), page: page, rectangle: try element.rectangle("rect"))
    try readText(&annotation)
    annotation.color = try element.color("color")
    annotation.interior = try element.color("interior-color")
    annotation.opacity = try element.number("opacity", in: 0...1) ?? 1
    annotation.border = try border()
    annotation.flags = try element.flags()
    annotation.intent = try element.string("intent", or: "IT")
    if let parent = try element.string("inreplyto") {
      let isGroup = try element.string("replyType")?.lowercased() == "group"
      annotation.reply = AnnotationReply(name: parent, kind: isGroup ? .group : .reply)
    }
    if let state = try element.string("state"), let model = try element.string("statemodel") {
      annotation.state = ReviewState(state: state, model: model)
    }
    annotation.popup = try popup()
    annotation.customData = try element.child("trn-custom-data")?.string("bytes")
    if annotation.rectangle == nil, !annotation.kind.hasOwnGeometry {
      throw element.invalid("rect is missing")
    }
    return annotation
  }

  private mutating func readText(_ annotation: inout Annotation) throws(AnnotationError) {
    annotation.name = try element.string("name")
    annotation.author = try element.string("title")
    annotation.subject = try element.string("subject")
    annotation.modified = try date("date")
    annotation.created = try date("creationdate")
    if let rich = element.child("contents-richtext") {
      annotation.contents = RichText.plain(rich)
      annotation.richContents = RichText.xhtml(rich)
      if case .freeText = annotation.kind, RichText.hasStyles(rich) {
        warnings.append(
          Diagnostic.uniformRichText(in: rich.place))
      }
    }
    if let contents = element.child("contents") {
      annotation.contents = try contents.text()
    } else if let contents = try element.string("contents") {
      annotation.contents = contents
    }
  }

  /// A PDF date; some programs write ISO 8601 instead.
  private func date(_ attribute: String) throws(AnnotationError) -> String? {
    try element.string(attribute).map { PDFDate.pdf(iso8601: $0) ?? $0 }
  }

  private func border() throws(AnnotationError) -> AnnotationBorder {
    var border = AnnotationBorder()
    let alternative = element.child("BorderStyleAlt")
    var width = try element.number("width", in: 0...10_000)
    if width == nil { width = try alternative?.number("Width", in: 0...10_000) }
    if let width {
      border.width = width
      border.isStated = true
    }
    var style = try element.string("style")
    if style == nil { style = try alternative?.text() }
    if let style {
      border.isStated = true
      switch style.trimmed.lowercased() {
      case "solid", "": border.style = .solid
      case "dash", "dashed": border.style = .dashed
      case "bevelled", "beveled": border.style = .beveled
      case "inset": border.style = .inset
      case "underline": border.style = .underline
      case "cloudy": border.cloud = 1
      default: throw element.invalid("style is \(Quotation.of(style)), which no border has")
      }
    }
    var dashes = try element.numbers("dashes")
    if dashes == nil { dashes = try alternative?.numbers("DashPattern") }
    if let dashes {
      guard dashes.count <= 32, dashes.allSatisfy({ $0 >= 0 }), dashes.isEmpty || dashes.contains(where: { $0 > 0 })
      else {
        throw element.invalid("dashes must be lengths of 0 or more, and one more than 0")
      }
      border.dashes = dashes
    }
    if let intensity = try element.number("intensity", in: 0...100), border.cloud != nil || intensity > 0 {
      border.cloud = min(intensity, 2)
    }
    return border
  }

  private func popup() throws(AnnotationError) -> Popup? {
    guard let popup = element.child("popup") else { return nil }
    guard let rectangle = try popup.rectangle("rect") else { return nil }
    return Popup(rectangle: rectangle, isOpen: try popup.flag("open") ?? false, flags: try popup.flags())
  }
}

extension AnnotationKind {
  /// Whether the rectangle can be computed from the annotation's points or quadrilaterals.
  var hasOwnGeometry: Bool {
    switch self {
    case .line, .polygon, .polyline, .markup, .ink: true
    case .link(let link): !link.quadrilaterals.isEmpty
    default: false
    }
  }
}
