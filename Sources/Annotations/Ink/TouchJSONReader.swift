import JSON
import PDF

/// Reads the touch JSON format defined in `docs/annotations.md` (`"format": "pressrun-touches/1"`).
enum TouchJSONReader {
  static let format = "pressrun-touches/1"

  static func read(_ bytes: [UInt8], limits: AnnotationLimits) throws(AnnotationError) -> [InkRecording] {
    let root = try JSONElement(bytes, limits: limits)
    guard try root.string("format") == format else {
      throw root.invalid("format", "expected \"\(format)\", found \(root["format"]?.described ?? "nothing")")
    }
    let elements = try root.objects("recordings")
    guard elements.count <= limits.annotations else {
      throw AnnotationError(.limit, "there are more than \(limits.annotations) recordings", at: "$.recordings")
    }
    var recordings: [InkRecording] = []
    var points = 0
    for element in elements { recordings.append(try recording(element, &points)) }
    return recordings
  }

  private static func recording(_ element: JSONElement, _ points: inout Int) throws(AnnotationError) -> InkRecording {
    guard let page = try element.integer("pageIndex", in: 0...PDFLimits().pages) else {
      throw element.invalid("pageIndex", "pageIndex is missing")
    }
    var recording = InkRecording(page: page, strokes: [], place: element.path.description)
    let size = 1e-3...1e6
    recording.viewWidth = try element.number("viewWidth", in: size)
    recording.viewHeight = try element.number("viewHeight", in: size)
    guard (recording.viewWidth == nil) == (recording.viewHeight == nil) else {
      throw element.invalid("viewWidth", "viewWidth and viewHeight go together")
    }
    recording.color = try element.color("color") ?? .black
    recording.opacity = try element.number("opacity", in: 0...1) ?? 1
    recording.width = try element.number("width", in: 0.01...1_000) ?? 2
    recording.name = try element.string("name")
    recording.author = try element.string("author")
    recording.contents = try element.string("contents")
    recording.created = try InstantAnnotationReader.date(element, "created")
    for stroke in try element.objects("strokes") { recording.strokes.append(try self.stroke(stroke, &points)) }
    return recording
  }

  private static func stroke(_ element: JSONElement, _ points: inout Int) throws(AnnotationError) -> InkRecording.Stroke
  {
    guard let kind = try element.string("input"), let input = TouchStroke.Input(rawValue: kind) else {
      throw element.invalid(
        "input", "expected \"stylus\" or \"finger\", found \(element["input"]?.described ?? "nothing")")
    }
    let items = try element.array("touches") ?? []
    points += items.count
    guard points <= element.limits.points else {
      throw AnnotationError(
        .limit, "there are more than \(element.limits.points) touches", at: element.path.description)
    }
    var touches: [Touch] = []
    touches.reserveCapacity(items.count)
    for (index, item) in items.enumerated() {
      touches.append(try touch(item, element, at: element.path.member("touches").element(index), after: touches.last))
    }
    let isCancelled = try element.flag("cancelled") ?? false
    return InkRecording.Stroke(
      stroke: TouchStroke(input, touches, isCancelled: isCancelled), place: element.path.description)
  }

  /// `[t, x, y]`, `[t, x, y, force]` or `[t, x, y, force, radius]`; force and radius can be null. The radius of the
  /// contact is checked only.
  private static func touch(
    _ value: JSONValue, _ element: JSONElement, at path: JSONPath, after last: Touch?
  ) throws(AnnotationError) -> Touch {
    guard case .array(let items) = value, (3...5).contains(items.count) else {
      throw AnnotationError(
        .invalidValue,
        "expected [t, x, y], with force and radius behind where they are known, found \(value.described)",
        at: path.description)
    }
    guard case .number(let text) = items[0], let time = Double(text), (0...1e15).contains(time) else {
      throw AnnotationError(
        .invalidValue, "expected a time in milliseconds, found \(items[0].described)", at: path.element(0).description)
    }
    guard time >= last?.time ?? 0 else {
      throw AnnotationError(.invalidValue, "the times of a stroke must not fall", at: path.element(0).description)
    }
    let place = try element.numbers(.array(Array(items[1...2])), count: 2...2, at: path)
    var rest: [Double?] = []
    for item in items[3...] {
      rest.append(item == .null ? nil : try element.numbers(.array([item]), count: 1...1, at: path)[0])
    }
    let force = rest.first ?? nil
    let radius = rest.count > 1 ? rest[1] : nil
    guard (0...1).contains(force ?? 0), (radius ?? 0) >= 0 else {
      throw AnnotationError(.invalidValue, "force must be from 0 to 1, and radius 0 or more", at: path.description)
    }
    return Touch(time: time, x: place[0], y: place[1], force: force)
  }
}
