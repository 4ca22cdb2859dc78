import Layout
import PDF
import Style
import TextShaping

/// A canvas that writes the content stream of one PDF page (ISO 32000-1, 8).
///
/// Content is in px: the page begins with a matrix to points. Nothing is written that the clip hides.
final class PDFCanvas: Canvas {
  let drawing: PDFDrawing
  let fonts: DrawnFonts
  let gradients: DrawnGradients
  let colors: DrawnColors
  var isVector: Bool { true }
  /// Whether all content belongs to marked content, as in a tagged PDF.
  let isTagged: Bool
  // Exclusivity checks would take a fifth of the time of a page of text. They are not needed: nothing that is called
  // with one of these properties uses the canvas.
  /// Content that is not marked is that of an artifact, which is open.
  @exclusivity(unchecked) var isInArtifact = false
  @exclusivity(unchecked) var mark = Mark.none
  /// Numbers the marked content of elements; nil on pages without tags.
  @exclusivity(unchecked) var contentIdentifiers: ContentIdentifiers?
  /// The page, and the groups that are open.
  @exclusivity(unchecked) var layers: [Layer]
  /// Whether colours are replaced by their luminance, for masks: readers compute it with other weights.
  @exclusivity(unchecked) var showsLuminance = false
  /// Whether only text is written, and is not seen.
  @exclusivity(unchecked) private(set) var isInvisible = false
  /// Whether the page needs a transparency group.
  @exclusivity(unchecked) var hasTransparency = false
  let width, height: Double
  /// From points to px of the page.
  let toPage: AffineTransform
  /// The links of drawings on the page.
  @exclusivity(unchecked) var links: [LinkArea] = []

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
  /// The face that was shown last, and how it is drawn.
  @exclusivity(unchecked) var lastFace: (face: FaceID, font: DrawnFont, style: DrawnStyle)?

  /// A page.
  /// - Parameters:
  ///   - size: px.
  ///   - scale: points per px.
  init(
    _ drawing: PDFDrawing, _ fonts: DrawnFonts, _ gradients: DrawnGradients, _ colors: DrawnColors, size: Size,
    scale: Double, isTagged: Bool
  ) {
    (self.drawing, self.fonts, self.gradients, self.colors) = (drawing, fonts, gradients, colors)
    self.isTagged = isTagged
    width = size.width * scale
    height = size.height * scale
    layers = []
    stream = ContentStream(capacity: 1 << 14)
    let matrix = AffineTransform(a: scale, d: -scale, f: height)
    toPage = matrix.inverse ?? .identity
    state = GraphicsState(matrix: matrix, clip: Rect(x: 0, y: 0, width: width, height: height)).initial
    stream.append(matrix.pdf)
    stream.append("cm\n")
  }

  /// A part of a page with a space of its own, such as a tile.
  init(partOf canvas: PDFCanvas, matrix: AffineTransform, clip: Rect) {
    (drawing, fonts, gradients, colors) = (canvas.drawing, canvas.fonts, canvas.gradients, canvas.colors)
    isTagged = false
    (width, height) = (clip.width, clip.height)
    toPage = .identity
    layers = []
    stream = ContentStream()
    state = GraphicsState(matrix: matrix, clip: clip)
    showsLuminance = canvas.showsLuminance
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

  // MARK: Objects

  /// Paints an XObject.
  func show(object number: Int) {
    setDefaultIntent()
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
}
