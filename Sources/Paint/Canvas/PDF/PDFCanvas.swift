import Layout
import PDF
import Style

/// A canvas that writes the content stream of one PDF page (ISO 32000-1, 8).
///
/// Content is in px: the page begins with a matrix to points. Nothing is written that the clip hides.
final class PDFCanvas: Canvas {
  let drawing: PDFDrawing
  let fonts: DrawnFonts
  let gradients: DrawnGradients
  var isVector: Bool { true }
  /// Whether all content belongs to marked content, as in a tagged PDF.
  private let isTagged: Bool
  // Exclusivity checks would take a fifth of the time of a page of text. They are not needed: nothing that is called with one of these
  // properties uses the canvas.
  /// Content that is not marked is that of an artifact, which is open.
  @exclusivity(unchecked) private var isInArtifact = false
  @exclusivity(unchecked) private var mark = Mark.none
  /// The page, and the groups that are open.
  @exclusivity(unchecked) private var layers: [Layer]
  /// Whether only text is written, and is not seen.
  @exclusivity(unchecked) private(set) var isInvisible = false
  /// Whether the page needs a transparency group.
  @exclusivity(unchecked) var hasTransparency = false
  let width, height: Double

  // The path in the units of the canvas, and the box around it.
  let path = ContentStream()
  @exclusivity(unchecked) var pathBox = PathBox()
  /// The start of a subpath, which is written with the first segment.
  @exclusivity(unchecked) var subpathStart: Point?

  @exclusivity(unchecked) var stream: ContentStream
  @exclusivity(unchecked) var resources = ContentResources()
  @exclusivity(unchecked) var state: GraphicsState
  @exclusivity(unchecked) var stack: [(state: GraphicsState, start: Int)] = []
  @exclusivity(unchecked) var text = TextState()

  /// The marked content (14.6) that the caller has begun.
  private enum Mark {
    case none
    /// Nothing of it is painted yet, so that it can begin in a text object.
    case pending(MarkedContent)
    /// - Parameter depth: the number of saved states at its beginning.
    case open(MarkedContent, isInText: Bool, depth: Int)
  }

  /// What a group interrupts.
  private struct Layer {
    var stream: ContentStream
    var resources: ContentResources
    var state: GraphicsState
    var stack: [(state: GraphicsState, start: Int)]
  }

  /// A page.
  /// - Parameters:
  ///   - size: px.
  ///   - scale: points per px.
  init(
    _ drawing: PDFDrawing, _ fonts: DrawnFonts, _ gradients: DrawnGradients, size: Size, scale: Double, isTagged: Bool
  ) {
    (self.drawing, self.fonts, self.gradients) = (drawing, fonts, gradients)
    self.isTagged = isTagged
    width = size.width * scale
    height = size.height * scale
    layers = []
    stream = ContentStream(capacity: 1 << 14)
    let matrix = AffineTransform(a: scale, d: -scale, f: height)
    state = GraphicsState(matrix: matrix, clip: Rect(x: 0, y: 0, width: width, height: height))
    stream.append(matrix.pdf)
    stream.append("cm\n")
  }

  /// A part of a page with a space of its own, such as a tile.
  init(partOf canvas: PDFCanvas, matrix: AffineTransform, clip: Rect) {
    (drawing, fonts, gradients) = (canvas.drawing, canvas.fonts, canvas.gradients)
    isTagged = false
    (width, height) = (clip.width, clip.height)
    layers = []
    stream = ContentStream()
    state = GraphicsState(matrix: matrix, clip: clip)
  }

  /// Adds the page to the drawing.
  func finishPage() {
    endText()
    endArtifact()
    drawing.addPage(stream, resources, width: width, height: height, hasTransparency: hasTransparency)
  }

  var matrix: AffineTransform { state.matrix }
  var visibleBox: Rect { state.visibleBox }
  var isClippedOut: Bool { state.clip.width <= 0 || state.clip.height <= 0 }

  // MARK: State

  func save() {
    endText()
    // New content ends after the state is restored.
    if case .pending(let content) = mark, content.isNew { writeMark() }
    stack.append((state, stream.count))
    stream.append("q\n")
  }

  func restore() {
    endText()
    endMark(inside: stack.count)
    guard let (saved, start) = stack.popLast() else { return }
    state = saved
    if stream.count == start + 2 { stream.truncate(to: start) } else { stream.append("Q\n") }
  }

  func transform(_ matrix: AffineTransform) {
    guard matrix != .identity else { return }
    endText()
    state.matrix = state.matrix.concatenating(matrix)
    stream.append(matrix.pdf)
    stream.append("cm\n")
    state.updatePrecision()
  }

  func showInvisibly(_ draw: () -> Void) {
    let outer = isInvisible
    isInvisible = true
    draw()
    endText()
    isInvisible = outer
  }

  // MARK: Groups

  func beginGroup() {
    endText()
    // A group is part of the marked content in which it is drawn, or of an artifact.
    beginPainting()
    layers.append(Layer(stream: stream, resources: resources, state: state, stack: stack))
    stream = ContentStream()
    resources = ContentResources()
    stack = []
    state = GraphicsState(matrix: .identity, clip: state.visibleBox)
    state.source = layers[layers.count - 1].state.source
    state.decimals = layers[layers.count - 1].state.decimals
  }

  func endGroup(opacity: Double, _ blend: BlendMode?) {
    endText()
    guard let outer = layers.popLast() else { return }
    let (content, used, box) = (stream, resources, outer.state.visibleBox)
    (stream, resources, state, stack) = (outer.stream, outer.resources, outer.state, outer.stack)
    guard !content.isEmpty, box.width > 0, box.height > 0, opacity > 0 else { return }
    hasTransparency = true
    let form = drawing.addForm(content, used, box: box.pdf, isGroup: true)
    save()
    setGraphics(opacity: opacity, blend: blend)
    show(object: form)
    restore()
  }

  func endGroup(maskIsLuminance isLuminance: Bool, draw: (any Canvas) -> Void) {
    endText()
    guard let outer = layers.popLast() else { return }
    let (content, used, box) = (stream, resources, outer.state.visibleBox)
    (stream, resources, state, stack) = (outer.stream, outer.resources, outer.state, outer.stack)
    guard !content.isEmpty, box.width > 0, box.height > 0 else { return }
    hasTransparency = true
    let group = drawing.addForm(content, used, box: box.pdf, isGroup: true)
    let mask = PDFCanvas(partOf: self, matrix: .identity, clip: box)
    mask.state.decimals = state.decimals
    draw(mask)
    mask.endText()
    let form = drawing.addForm(mask.stream, mask.resources, box: box.pdf, isGroup: true, isMask: isLuminance)
    save()
    set(
      state: drawing.addShared(
        .dictionary([
          "Type": .name("ExtGState"),
          "SMask": .dictionary([
            "Type": .name("Mask"), "S": .name(isLuminance ? "Luminosity" : "Alpha"), "G": .reference(to: form),
          ]),
        ])))
    show(object: group)
    restore()
  }

  /// Paints an XObject.
  func show(object number: Int) {
    resources.add(.object, number)
    stream.append(.object, number)
    stream.append(" Do\n")
  }

  /// Sets the opacity of all following painting, and how it is blended with what is below.
  func setGraphics(opacity: Double, blend: BlendMode? = nil) {
    guard opacity != state.opacity || blend != nil else { return }
    state.opacity = opacity
    if opacity < 1 || blend != nil { hasTransparency = true }
    var entries: PDFDictionary = [
      "Type": .name("ExtGState"), "ca": .rounded(opacity), "CA": .rounded(opacity),
    ]
    if let blend { entries["BM"] = .name(blend.pdf) }
    set(state: drawing.addShared(.dictionary(entries)))
  }

  func set(state number: Int) {
    resources.add(.state, number)
    stream.append(.state, number)
    stream.append(" gs\n")
  }

  // MARK: Marked content

  /// Begins marked content. Text objects are continued over its beginning and its end, because their positions then need fewer
  /// bytes.
  func beginMark(_ content: MarkedContent) {
    if isInArtifact {
      endText()
      endArtifact()
    }
    mark = .pending(content)
  }

  func endMark() {
    switch mark {
    case .none: break
    case .pending(let content):
      // Its element refers to it.
      if content.isNew {
        endText()
        writeMark()
        stream.append("EMC\n")
      }
    case .open(_, isInText: false, _):
      endText()
      stream.append("EMC\n")
    case .open(_, isInText: true, _):
      endString()
      stream.append("EMC\n")
    }
    mark = .none
  }

  /// Must be called before anything but text is painted: content outside of marks is an artifact (14.8.2.2).
  func beginPainting() {
    endText()
    writeMark()
    beginArtifact()
  }

  /// Must be called before text is painted, which `beginTextMark` follows.
  func beginPaintingText() {
    if case .none = mark, isTagged, !isInArtifact, layers.isEmpty {
      endText()
      beginArtifact()
    }
  }

  private func beginArtifact() {
    guard case .none = mark, isTagged, !isInArtifact, layers.isEmpty else { return }
    isInArtifact = true
    stream.append("/Artifact BMC\n")
  }

  /// Begins the marked content outside of text objects.
  private func writeMark() {
    guard case .pending(let content) = mark else { return }
    content.write(to: stream)
    mark = .open(content, isInText: false, depth: stack.count)
  }

  /// Ends content that began after a state was saved, before the state is restored.
  private func endMark(inside depth: Int) {
    guard depth > 0, layers.isEmpty, case .open(let content, isInText: false, let start) = mark, start >= depth else {
      return
    }
    stream.append("EMC\n")
    mark = .pending(content.continuation)
  }

  /// Begins the marked content in the text object that is open.
  func beginTextMark() {
    guard case .pending(let content) = mark else { return }
    endString()
    content.write(to: stream)
    mark = .open(content, isInText: true, depth: stack.count)
  }

  /// Ends marked content that began in the text object, which ends. What follows is more content of the same element.
  func interruptTextMark() {
    guard case .open(let content, isInText: true, _) = mark else { return }
    stream.append("EMC\n")
    mark = .pending(content.continuation)
  }

  private func endArtifact() {
    guard isInArtifact else { return }
    isInArtifact = false
    stream.append("EMC\n")
  }
}

/// What a content stream has set (8.4.1), and the transform and clip that are in effect.
struct GraphicsState {
  /// From px to the space of the content stream.
  var matrix: AffineTransform
  /// The box around the clip, in the space of the content stream.
  var clip: Rect
  var source = Source.color(.black)
  /// The colours that are set; nil if they are not known.
  var fill: Color?
  var stroke: Color?
  var opacity = 1.0
  var line: Stroke?
  var font: (number: Int, size: Double)?
  var textMode = TextMode.fill
  /// The digits after the point with which coordinates are written.
  var decimals = 3

  /// The text rendering mode (9.3.6).
  enum TextMode: Int {
    case fill = 0
    case fillAndStroke = 2
    case invisible = 3
  }

  enum Source {
    case color(Color)
    case gradient(Gradient)
  }

  init(matrix: AffineTransform, clip: Rect) {
    self.matrix = matrix
    self.clip = clip
  }

  /// Coordinates of a space that is enlarged need more digits.
  mutating func updatePrecision() {
    let scale = max(abs(matrix.a), abs(matrix.b), abs(matrix.c), abs(matrix.d))
    decimals = 3
    var reach = scale
    while reach > 2, decimals < 8 {
      reach /= 10
      decimals += 1
    }
    while reach < 0.02, decimals > 1, reach > 0 {
      reach *= 10
      decimals -= 1
    }
  }

  /// The box around the clip in px; empty if nothing is visible.
  var visibleBox: Rect {
    guard let inverse = matrix.inverse else { return Rect(x: 0, y: 0, width: 0, height: 0) }
    return inverse.box(of: clip)
  }
}

/// Marked content: that of a structure element (14.7.4.2), or an artifact of pagination (14.8.2.2.2).
struct MarkedContent {
  enum Kind {
    /// - Parameter next: gives the identifier of further content of the element.
    case element(StaticString, next: () -> Int)
    case artifact(PaginationArtifact)
  }
  let kind: Kind
  /// Of the content of an element; nil for further content that has none yet.
  var identifier: Int?

  /// Whether the structure refers to it already.
  var isNew: Bool { identifier != nil }

  /// Content of the same kind after an interruption.
  var continuation: MarkedContent { MarkedContent(kind: kind, identifier: nil) }

  func write(to stream: ContentStream) {
    switch kind {
    case .element(let type, let next):
      stream.append("/")
      stream.append(type)
      stream.append("<</MCID ")
      stream.append(identifier ?? next())
      stream.append(">>BDC\n")
    case .artifact(let artifact):
      stream.append(artifact.operands)
      stream.append("BDC\n")
    }
  }
}

/// The artifacts of pagination that margin boxes are.
enum PaginationArtifact {
  case header, footer
  /// Content that is repeated on each page.
  case other

  fileprivate var operands: StaticString {
    switch self {
    case .header: "/Artifact<</Type/Pagination/Subtype/Header/Attached[/Top]>>"
    case .footer: "/Artifact<</Type/Pagination/Subtype/Footer/Attached[/Bottom]>>"
    case .other: "/Artifact<</Type/Pagination>>"
    }
  }
}

extension AffineTransform {
  var pdf: PDFMatrix { PDFMatrix(a: a, b: b, c: c, d: d, e: e, f: f) }

  /// Nil if the transform is singular.
  var inverse: AffineTransform? {
    let determinant = a * d - b * c
    guard determinant != 0, determinant.isFinite else { return nil }
    return AffineTransform(
      a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
      e: (c * f - d * e) / determinant, f: (b * e - a * f) / determinant)
  }

  func point(_ point: Point) -> Point { Point(x: a * point.x + c * point.y + e, y: b * point.x + d * point.y + f) }

  /// The box around a transformed rectangle.
  func box(of rect: Rect) -> Rect {
    let first = point(rect.topLeft)
    if b == 0, c == 0 {
      let last = Point(x: a * rect.maxX + e, y: d * rect.maxY + f)
      return Rect(
        x: min(first.x, last.x), y: min(first.y, last.y), width: abs(last.x - first.x), height: abs(last.y - first.y))
    }
    let points = [first, point(rect.topRight), point(rect.bottomRight), point(rect.bottomLeft)]
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
    return Rect(x: left, y: top, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - top)
  }
}

extension Rect {
  var pdf: PDFRectangle { PDFRectangle(x0: x, y0: y, x1: maxX, y1: maxY) }

  /// With a width or height of 0 if the two have no area in common.
  func intersection(_ other: Rect) -> Rect {
    let (left, top) = (max(x, other.x), max(y, other.y))
    return Rect(
      x: left, y: top, width: max(0, min(maxX, other.maxX) - left), height: max(0, min(maxY, other.maxY) - top))
  }
}

extension BlendMode {
  /// The name of ISO 32000-1, 11.3.5.
  fileprivate var pdf: PDFName {
    switch self {
    case .multiply: "Multiply"
    case .screen: "Screen"
    case .overlay: "Overlay"
    case .darken: "Darken"
    case .lighten: "Lighten"
    case .colorDodge: "ColorDodge"
    case .colorBurn: "ColorBurn"
    case .hardLight: "HardLight"
    case .softLight: "SoftLight"
    case .difference: "Difference"
    case .exclusion: "Exclusion"
    case .hue: "Hue"
    case .saturation: "Saturation"
    case .color: "Color"
    case .luminosity: "Luminosity"
    }
  }
}
