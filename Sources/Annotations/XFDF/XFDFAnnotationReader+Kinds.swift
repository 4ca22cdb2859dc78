import Diagnostics
import Encodings
import PDF

/// Attributes and elements that are specific to each annotation type.
extension XFDFAnnotationReader {
  mutating func kind() throws(AnnotationError) -> AnnotationKind {
    switch element.name {
    case "text":
      return .note(Note(icon: try element.string("icon") ?? "Note", isOpen: try element.flag("open") ?? false))
    case "ink": return .ink(try ink())
    case "highlight", "underline", "squiggly", "strikeout": return try markup()
    case "freetext": return .freeText(try freeText())
    case "line": return .line(try line())
    case "square": return .square(inset: try element.insets())
    case "circle": return .circle(inset: try element.insets())
    case "polygon": return .polygon(try vertices())
    case "polyline":
      return .polyline(
        try vertices(), endings: LineEndings(start: try element.ending("head"), end: try element.ending("tail")))
    case "stamp": return .stamp(try stamp())
    case "caret": return .caret(try caret())
    case "link": return .link(try link())
    case "fileattachment", "sound", "movie", "screen", "widget", "richmedia", "3d":
      throw AnnotationError(.forbidden, "archives do not accept annotations with files or actions", at: element.place)
    default:
      throw element.invalid("unknown annotation type \(Quotation.of(element.name))")
    }
  }

  private func ink() throws(AnnotationError) -> Ink {
    var strokes: [Ink.Stroke] = []
    for gesture in element.child("inklist")?.children ?? [] where gesture.name == "gesture" {
      let points = try gesture.points(gesture.text(), of: "gesture")
      if !points.isEmpty { strokes.append(Ink.Stroke(points)) }
    }
    guard !strokes.isEmpty else { throw element.invalid("ink needs an <inklist> with a <gesture>") }
    return Ink(strokes: strokes)
  }

  private func markup() throws(AnnotationError) -> AnnotationKind {
    guard let markup = TextMarkup(rawValue: element.name) else {
      throw element.invalid("this is not a text markup annotation")
    }
    var quadrilaterals = try element.quadrilaterals()
    // Without coordinates, the rectangle is marked.
    if quadrilaterals.isEmpty, let rectangle = try element.rectangle("rect") {
      quadrilaterals = [Quadrilateral(rectangle)]
    }
    guard !quadrilaterals.isEmpty else { throw element.invalid("coords is missing") }
    return .markup(markup, quadrilaterals)
  }

  private func freeText() throws(AnnotationError) -> FreeText {
    var text = FreeText()
    text.defaultAppearance = try element.child("defaultappearance")?.text()
    text.defaultStyle = try element.child("defaultstyle")?.text()
    switch try element.string("justification")?.lowercased() {
    case nil, "left", "0": text.justification = .left
    case "centered", "center", "1": text.justification = .center
    case "right", "2": text.justification = .right
    case let other?:
      throw element.invalid("justification is \(Quotation.of(other)); left, centered or right are known")
    }
    if let callout = try element.string("callout") {
      text.callout = try element.points(callout, of: "callout")
      guard (2...3).contains(text.callout.count) else { throw element.invalid("callout must have two or three points") }
    }
    text.calloutEnding = try element.ending("head")
    text.inset = try element.insets()
    text.rotation = try rotation()
    return text
  }

  /// A multiple of 90 degrees; `/Rotate` of free text permits no other values.
  private func rotation() throws(AnnotationError) -> Int {
    guard let rotation = try element.number("rotation") else { return 0 }
    guard rotation.truncatingRemainder(dividingBy: 90) == 0 else {
      throw element.invalid("rotation must be a multiple of 90, and is \(rotation)")
    }
    return (Int(rotation) % 360 + 360) % 360
  }

  private func line() throws(AnnotationError) -> LineAnnotation {
    guard let start = try element.point("start"), let end = try element.point("end") else {
      throw element.invalid("a line needs start and end")
    }
    var line = LineAnnotation(start: start, end: end)
    line.endings = LineEndings(start: try element.ending("head"), end: try element.ending("tail"))
    line.leaderLength = try element.number("leaderLength") ?? 0
    line.leaderExtension = max(0, try element.number("leaderExtend") ?? 0)
    line.leaderOffset = max(0, try element.number("leader-offset", or: "leaderOffset") ?? 0)
    line.hasCaption = try element.flag("caption") ?? false
    line.isCaptionOnTop = try element.string("caption-style")?.lowercased() == "top"
    line.captionOffset = Point(
      try element.number("caption-offset-h") ?? 0, try element.number("caption-offset-v") ?? 0)
    return line
  }

  private func vertices() throws(AnnotationError) -> [Point] {
    var text = try element.child("vertices")?.text()
    if text == nil { text = try element.string("vertices") }
    let points = try element.points(text ?? "", of: "vertices")
    guard points.count >= 2 else { throw element.invalid("<vertices> needs at least two points") }
    return points
  }

  private mutating func stamp() throws(AnnotationError) -> Stamp {
    if element.child("appearance") != nil {
      warnings.append(
        Diagnostic(
          "stamp_appearance", "the stamp's own appearance is not taken over; its name is drawn", in: element.place))
    }
    var stamp = Stamp(icon: try element.string("icon") ?? "Draft", rotation: try element.number("rotation") ?? 0)
    stamp.picture = try picture()
    return stamp
  }

  /// `<imagedata>`, an extension by Apryse: a base64 `data:` URL.
  private func picture() throws(AnnotationError) -> StampPicture? {
    guard let data = element.child("imagedata") else { return nil }
    let text = try data.text(limit: data.limits.bytes)
    let head = text.prefix { $0 != "," }
    guard head.trimmed.hasPrefix("data:image/"), head.hasSuffix(";base64"), head.endIndex < text.endIndex,
      let bytes = Base64.decode(text[text.index(after: head.endIndex)...], anyPadding: true)
    else { throw data.invalid("an image must be a URL that begins data:image/png;base64, or data:image/jpeg;base64,") }
    return try StampPicture(bytes, at: data.place)
  }

  private func caret() throws(AnnotationError) -> Caret {
    var caret = Caret()
    caret.inset = try element.insets()
    caret.isParagraph = ["paragraph", "p"].contains(try element.string("symbol")?.lowercased())
    return caret
  }

  // MARK: Links

  private func link() throws(AnnotationError) -> Link {
    var link = Link(quadrilaterals: try element.quadrilaterals())
    switch try element.string("Highlight", or: "highlight")?.lowercased() {
    case "none", "n": link.highlight = "N"
    case "outline", "o": link.highlight = "O"
    case "push", "p": link.highlight = "P"
    default: link.highlight = nil
    }
    if let destination = element.child("Dest") {
      link.action = try self.destination(destination)
    } else if let action = element.child("OnActivation")?.child("Action")?.children.first {
      switch action.name {
      case "URI": link.action = try uri(action)
      case "GoTo":
        link.action = try action.child("Dest").flatMap { (element) throws(AnnotationError) in try destination(element) }
      default:
        throw AnnotationError(
          .forbidden, "a link may lead to an address or to a page; \(Quotation.of(action.name)) is neither",
          at: action.place)
      }
    }
    return link
  }

  private func uri(_ element: XFDFElement) throws(AnnotationError) -> Link.Action? {
    guard let uri = try element.string("Name") else { return nil }
    try LinkRules.check(uri, at: element.place)
    return .uri(uri)
  }

  private func destination(_ destination: XFDFElement) throws(AnnotationError) -> Link.Action? {
    guard let view = destination.children.first else { return nil }
    if view.name == "Named" { return try view.string("Name").map { .named($0) } }
    guard let page = try view.integer("Page", in: 0...PDFLimits().pages) else {
      throw view.invalid("Page is missing")
    }
    return .page(
      page, left: try view.number("Left"), top: try view.number("Top"), zoom: try view.number("Zoom"))
  }
}
