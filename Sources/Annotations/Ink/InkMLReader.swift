import Dates
import Diagnostics
import PDF

/// Reads InkML (W3C, Ink Markup Language, 2011): traces with their formats, brushes and groups.
///
/// Application data is taken from `<annotation type="…">` elements of `<ink>` and each `<traceGroup>`; inner ones take
/// precedence. `docs/annotations.md` lists the types: `page`, `viewWidth`, `viewHeight`, `input`, `author`, `name`,
/// `cancelled`, `contents`, `created`.
enum InkMLReader {
  static func read(_ bytes: [UInt8], limits: AnnotationLimits) throws(AnnotationError) -> [InkRecording] {
    let root = try XFDFElement.root(bytes, limits: limits)
    guard root.name == "ink" else {
      throw AnnotationError(.malformed, "this is not InkML: its root element is not <ink>")
    }
    var reader = Reader(limits: limits)
    try reader.collectDefinitions(root)
    try reader.read(root, Setting())
    return reader.recordings
  }

  /// Settings for the traces of a group.
  private struct Setting {
    var notes: [String: String] = [:]
    var format = InkTraceFormat()
    var brush = InkBrush()
  }

  /// What a context sets.
  private struct Context {
    var format: InkTraceFormat?
    var brush: InkBrush?

    func apply(to setting: inout Setting) {
      if let format { setting.format = format }
      if let brush { setting.brush = brush }
    }
  }

  private struct Reader {
    let limits: AnnotationLimits
    var recordings: [InkRecording] = []
    private var formats: [String: InkTraceFormat] = [:]
    private var brushes: [String: InkBrush] = [:]
    private var contexts: [String: XFDFElement] = [:]
    /// What the contexts that traces refer to set, by `xml:id`.
    private var readContexts: [String: Context] = [:]
    /// Trace formats of ink sources, by `xml:id`.
    private var sources: [String: InkTraceFormat] = [:]
    private var points = 0

    init(limits: AnnotationLimits) { self.limits = limits }

    mutating func collectDefinitions(_ element: XFDFElement) throws(AnnotationError) {
      for child in element.children {
        let id = try child.string("xml:id", or: "id")
        switch child.name {
        case "definitions": try collectDefinitions(child)
        case "traceFormat": if let id { formats[id] = try InkTraceFormat(child) }
        case "inkSource":
          if let id, let format = child.child("traceFormat") { sources[id] = try InkTraceFormat(format) }
        case "brush": if let id { brushes[id] = try InkBrush(child) }
        case "context":
          if let id { contexts[id] = child }
          try collectDefinitions(child)
        default: break
        }
      }
    }

    mutating func read(_ group: XFDFElement, _ outer: Setting) throws(AnnotationError) {
      var setting = outer
      for child in group.children where child.name == "annotation" {
        if let type = try child.string("type") { setting.notes[type] = String(try child.text().trimmed) }
      }
      try apply(group, to: &setting)
      var own: InkRecording?
      for child in group.children {
        switch child.name {
        // A context or format outside of definitions applies to the following traces.
        case "context": try context(child).apply(to: &setting)
        case "traceFormat": setting.format = try InkTraceFormat(child)
        case "trace":
          var traceSetting = setting
          try apply(child, to: &traceSetting)
          guard let stroke = try stroke(child, traceSetting) else { continue }
          // Traces with another brush become a separate annotation.
          if let open = own, open.color != traceSetting.brush.color || open.width != traceSetting.brush.width {
            try finish(open, group)
            own = nil
          }
          if own == nil { own = try recording(child, traceSetting) }
          own?.strokes.append(stroke)
        case "traceGroup":
          if let open = own { try finish(open, group) }
          own = nil
          try read(child, setting)
        default: break
        }
      }
      if let own { try finish(own, group) }
    }

    private mutating func finish(_ recording: InkRecording, _ group: XFDFElement) throws(AnnotationError) {
      guard recordings.count < limits.annotations else {
        throw AnnotationError(.limit, "there are more than \(limits.annotations) groups of traces", at: group.place)
      }
      recordings.append(recording)
    }

    /// `contextRef` and `brushRef`.
    private mutating func apply(_ element: XFDFElement, to setting: inout Setting) throws(AnnotationError) {
      if let reference = try element.string("contextRef") {
        guard let context = try context(named: Self.id(reference)) else {
          throw element.invalid("there is no context \(Quotation.of(reference))")
        }
        context.apply(to: &setting)
      }
      if let reference = try element.string("brushRef") {
        guard let brush = brushes[Self.id(reference)] else {
          throw element.invalid("there is no brush \(Quotation.of(reference))")
        }
        setting.brush = brush
      }
    }

    /// A defined context. Each is read once, because many traces may refer to it.
    private mutating func context(named id: String) throws(AnnotationError) -> Context? {
      if let known = readContexts[id] { return known }
      guard let element = contexts[id] else { return nil }
      let context = try context(element)
      readContexts[id] = context
      return context
    }

    private func context(_ element: XFDFElement) throws(AnnotationError) -> Context {
      var context = Context()
      if let reference = try element.string("inkSourceRef") { context.format = sources[Self.id(reference)] }
      if let format = element.child("inkSource")?.child("traceFormat") { context.format = try InkTraceFormat(format) }
      if let reference = try element.string("traceFormatRef"), let format = formats[Self.id(reference)] {
        context.format = format
      }
      if let format = element.child("traceFormat") { context.format = try InkTraceFormat(format) }
      if let reference = try element.string("brushRef") { context.brush = brushes[Self.id(reference)] }
      if let brush = element.child("brush") { context.brush = try InkBrush(brush) }
      return context
    }

    private static func id(_ reference: String) -> String { String(reference.drop { $0 == "#" }) }

    private func recording(_ trace: XFDFElement, _ setting: Setting) throws(AnnotationError) -> InkRecording {
      guard let page = Int(setting.notes["page"] ?? "0"), (0...PDFLimits().pages).contains(page) else {
        throw trace.invalid(
          "the annotation page is \(Quotation.of(setting.notes["page"] ?? "")), and must be a page from 0")
      }
      var recording = InkRecording(page: page, strokes: [], place: trace.place)
      recording.viewWidth = try size("viewWidth", trace, setting)
      recording.viewHeight = try size("viewHeight", trace, setting)
      guard (recording.viewWidth == nil) == (recording.viewHeight == nil) else {
        throw trace.invalid("the annotations viewWidth and viewHeight go together")
      }
      recording.color = setting.brush.color
      recording.opacity = setting.brush.opacity
      recording.width = setting.brush.width
      recording.name = setting.notes["name"]
      recording.author = setting.notes["author"]
      recording.contents = setting.notes["contents"]
      if let created = setting.notes["created"] {
        guard let date = PDFDate.pdf(iso8601: created) else {
          throw trace.invalid("the annotation created is \(Quotation.of(created)), and must be a date")
        }
        recording.created = date
      }
      return recording
    }

    private func size(_ name: String, _ trace: XFDFElement, _ setting: Setting) throws(AnnotationError) -> Double? {
      guard let text = setting.notes[name] else { return nil }
      guard let value = XFDFElement.number(text[...]), (1e-3...1e6).contains(value) else {
        throw trace.invalid("the annotation \(name) is \(Quotation.of(text)), and must be a length")
      }
      return value
    }

    private mutating func stroke(
      _ trace: XFDFElement, _ setting: Setting
    ) throws(AnnotationError) -> InkRecording.Stroke? {
      // Traces with the pen raised (`penUp`) and traces of unknown type are not strokes.
      if let type = try trace.string("type"), type != "penDown" { return nil }
      let kind = setting.notes["input"] ?? "stylus"
      guard let input = TouchStroke.Input(rawValue: kind) else {
        throw trace.invalid("the annotation input is \(Quotation.of(kind)), and must be stylus or finger")
      }
      let offset = try trace.number("timeOffset") ?? 0
      let touches = try setting.format.touches(trace, budget: limits.points - points, timeOffset: offset)
      points += touches.count
      let isCancelled = setting.notes["cancelled"] == "true"
      return InkRecording.Stroke(stroke: TouchStroke(input, touches, isCancelled: isCancelled), place: trace.place)
    }
  }
}

/// An InkML brush (4.2): colour, transparency and width.
struct InkBrush {
  var color = AnnotationColor.black
  var opacity = 1.0
  /// Points.
  var width = 2.0

  init() {}

  init(_ element: XFDFElement) throws(AnnotationError) {
    for property in element.children where property.name == "brushProperty" {
      guard let name = try property.string("name"), let value = try property.string("value") else { continue }
      switch name {
      case "color":
        guard let color = AnnotationColor(hexadecimal: value) else {
          throw property.invalid("color must be like #FFCC00, and is \(Quotation.of(value))")
        }
        self.color = color
      case "width", "height":
        guard let length = try property.number("value", in: 0...100_000) else { continue }
        let points = try length * InkUnit.points(property.string("units"), property)
        if name == "width", points > 0 { width = points }
      case "transparency":
        guard let transparency = try property.number("value", in: 0...255) else { continue }
        opacity = 1 - transparency / (transparency > 1 ? 255 : 1)
      default: break
      }
    }
  }
}

/// InkML units (Appendix A) in points.
enum InkUnit {
  static func points(_ unit: String?, _ element: XFDFElement) throws(AnnotationError) -> Double {
    switch unit {
    case nil, "pt", "dev": return 1
    case "px": return 0.75
    case "in": return 72
    case "mm": return 72 / 25.4
    case "cm": return 72 / 2.54
    case "m": return 72 / 0.0254
    case "himetric": return 72 / 2_540
    case let other?: throw element.invalid("units is \(Quotation.of(other)), which is not known here")
    }
  }
}
