import Diagnostics
import PDF
import XMLTree

/// Writes annotations as XFDF (ISO 19444-1). Reading it gives the same annotations.
package struct XFDFWriter {
  package internal(set) var warnings: [Diagnostic] = []
  var text = ""

  package init() {}

  /// The annotations of all pages of a file. An annotation that cannot be written is left out, with a warning.
  /// - Throws: `AnnotationError` if the page tree cannot be read.
  package static func document(
    of file: PDFFile, limits: AnnotationLimits = AnnotationLimits()
  ) throws(AnnotationError) -> (xfdf: String, warnings: [Diagnostic]) {
    var reader = AnnotationReader(file, limits: limits, namesLosses: true)
    var writer = XFDFWriter()
    var annotations: [Annotation] = []
    var tree = try onBase("") { () throws(PDFError) in try PageTree(file) }
    while let page = try onBase("", { () throws(PDFError) in try tree.next() }) {
      let found = try reader.annotations(of: page)
      annotations += found.annotations
      writer.warnings += found.warnings
      guard annotations.count <= limits.annotations else {
        throw AnnotationError(.limit, "the file has more than \(limits.annotations) annotations")
      }
    }
    return (writer.document(annotations), writer.warnings)
  }

  /// An XFDF document; what XFDF cannot express is in `warnings`.
  package mutating func document(_ annotations: [Annotation]) -> String {
    text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<xfdf xmlns=\"http://ns.adobe.com/xfdf/\" xml:space=\"preserve\"><annots>\n"
    for annotation in annotations { write(annotation) }
    text += "</annots></xfdf>\n"
    return text
  }

  private mutating func write(_ annotation: Annotation) {
    guard let name = Self.elementName(annotation.kind) else {
      warnings.append(
        Diagnostic(
          "unsupported_annotation",
          "XFDF cannot express annotations of the type \(annotation.kind.subtype); it was left out",
          in: "page \(annotation.page + 1)"))
      return
    }
    guard annotation.hasPlace else {
      warnings.append(Diagnostic.noRectangle(in: "page \(annotation.page + 1)"))
      return
    }
    text += "<\(name)"
    attribute("page", "\(annotation.page)")
    if let rectangle = annotation.rectangle {
      attribute("rect", Self.numbers([rectangle.x0, rectangle.y0, rectangle.x1, rectangle.y1]))
    }
    writeCommon(annotation)
    writeAttributes(of: annotation.kind)
    text += ">"
    writeElements(of: annotation)
    text += "</\(name)>\n"
  }

  private static func elementName(_ kind: AnnotationKind) -> String? {
    switch kind {
    case .note: "text"
    case .link: "link"
    case .freeText: "freetext"
    case .line: "line"
    case .square: "square"
    case .circle: "circle"
    case .polygon: "polygon"
    case .polyline: "polyline"
    case .markup(let markup, _): markup.rawValue
    case .stamp: "stamp"
    case .caret: "caret"
    case .ink: "ink"
    case .other: nil
    }
  }

  // MARK: Attributes

  mutating func attribute(_ name: String, _ value: String?) {
    guard let value, !value.isEmpty else { return }
    text += " \(name)=\"\(XMLText.preserved(value))\""
  }

  private mutating func attribute(_ name: String, _ value: Double, unless usual: Double) {
    if value != usual { attribute(name, Self.number(value)) }
  }

  private mutating func writeCommon(_ annotation: Annotation) {
    attribute("name", annotation.name)
    attribute("title", annotation.author)
    attribute("subject", annotation.subject)
    attribute("date", annotation.modified)
    attribute("creationdate", annotation.created)
    attribute("color", annotation.color.map { $0.hexadecimal ?? "transparent" })
    attribute("interior-color", annotation.interior.map { $0.hexadecimal ?? "transparent" })
    attribute("opacity", annotation.opacity, unless: 1)
    let flags = AnnotationFlags.names.filter { annotation.flags.contains($0.flag) }.map(\.name)
    attribute("flags", flags.joined(separator: ","))
    attribute("IT", annotation.intent)
    attribute("inreplyto", annotation.reply?.name)
    if annotation.reply?.kind == .group { attribute("replyType", "group") }
    attribute("state", annotation.state?.state)
    attribute("statemodel", annotation.state?.model)
    writeBorder(annotation.border)
  }

  private mutating func writeBorder(_ border: AnnotationBorder) {
    if border.isStated { attribute("width", Self.number(border.width)) }
    if let cloud = border.cloud {
      attribute("style", "cloudy")
      attribute("intensity", Self.number(cloud))
    } else if border.isStated {
      switch border.style {
      case .solid: attribute("style", "solid")
      case .dashed: attribute("style", "dash")
      case .beveled: attribute("style", "bevelled")
      case .inset: attribute("style", "inset")
      case .underline: attribute("style", "underline")
      }
    }
    attribute("dashes", Self.numbers(border.dashes))
  }

  private mutating func writeAttributes(of kind: AnnotationKind) {
    switch kind {
    case .note(let note):
      attribute("icon", note.icon)
      if note.isOpen { attribute("open", "yes") }
    case .markup(_, let quadrilaterals): attribute("coords", Self.points(quadrilaterals.flatMap(\.all), ","))
    case .square(let inset), .circle(let inset): write(inset)
    case .polygon, .ink, .other: break
    case .polyline(_, let endings): write(endings)
    case .line(let line): write(line)
    case .freeText(let freeText):
      attribute("justification", ["", "centered", "right"][freeText.justification.rawValue])
      attribute("callout", Self.points(freeText.callout, ","))
      if freeText.calloutEnding != .none { attribute("head", freeText.calloutEnding.rawValue) }
      write(freeText.inset)
      attribute("rotation", Double(freeText.rotation), unless: 0)
    case .stamp(let stamp):
      attribute("icon", stamp.icon)
      attribute("rotation", stamp.rotation, unless: 0)
    case .caret(let caret):
      write(caret.inset)
      if caret.isParagraph { attribute("symbol", "paragraph") }
    case .link(let link):
      attribute("coords", Self.points(link.quadrilaterals.flatMap(\.all), ","))
      attribute("Highlight", link.highlight.flatMap { ["N": "none", "I": "invert", "O": "outline", "P": "push"][$0] })
    }
  }

  private mutating func write(_ inset: Insets) {
    if inset != .none { attribute("fringe", Self.numbers([inset.left, inset.top, inset.right, inset.bottom])) }
  }

  private mutating func write(_ endings: LineEndings) {
    if endings.start != .none { attribute("head", endings.start.rawValue) }
    if endings.end != .none { attribute("tail", endings.end.rawValue) }
  }

  private mutating func write(_ line: LineAnnotation) {
    attribute("start", Self.points([line.start], ","))
    attribute("end", Self.points([line.end], ","))
    write(line.endings)
    attribute("leaderLength", line.leaderLength, unless: 0)
    attribute("leaderExtend", line.leaderExtension, unless: 0)
    attribute("leader-offset", line.leaderOffset, unless: 0)
    guard line.hasCaption else { return }
    attribute("caption", "yes")
    attribute("caption-style", line.isCaptionOnTop ? "Top" : "Inline")
    attribute("caption-offset-h", line.captionOffset.x, unless: 0)
    attribute("caption-offset-v", line.captionOffset.y, unless: 0)
  }

  // MARK: Numbers

  /// The shortest text that parses to the same value.
  static func number(_ value: Double) -> String {
    value == value.rounded() && value.magnitude < 1e9 ? "\(Int(value))" : "\(value)"
  }

  static func numbers(_ values: [Double]) -> String { values.map(number).joined(separator: ",") }

  static func points(_ points: [Point], _ separator: String) -> String {
    points.map { "\(number($0.x)),\(number($0.y))" }.joined(separator: separator)
  }
}
